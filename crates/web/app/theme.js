// Light or dark: as the system has it, until somebody turns it.
const system = matchMedia('(prefers-color-scheme: dark)');
const tell = () => dispatchEvent(new Event('themechange'));

/** @returns {boolean} whether the page is dark now */
export function isDark() {
  const { theme } = document.documentElement.dataset;
  return theme ? theme === 'dark' : system.matches;
}

/** Shows the page as it was last turned. */
export function restore() {
  try {
    const theme = localStorage.getItem('theme');
    if (theme) document.documentElement.dataset.theme = theme;
  } catch {
    // Without storage the system's colours hold.
  }
  system.addEventListener('change', tell);
}

/** The other way around. */
export function turn() {
  const theme = isDark() ? 'light' : 'dark';
  document.documentElement.dataset.theme = theme;
  try {
    localStorage.setItem('theme', theme);
  } catch {
    // It then holds until the page is closed.
  }
  tell();
}

/** @param {string} name of a colour of the theme @returns {string} as a canvas would have it */
export function colour(name) {
  // The variable itself holds one colour for the light and one for the dark.
  const probe = document.createElement('i');
  probe.style.color = `var(${name})`;
  document.body.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}
