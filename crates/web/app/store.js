// What the page keeps on this device. Anything may lie in the storage: what is not ours is not used.

/** The form of what is kept; what an older or a newer page has kept is left out. */
const VERSION = 1;
/** @type {Map<string, string>} what could not be stored, until the page is closed */
const unstored = new Map();

/** @param {string} name */
const key = (name) => `taquin.${name}`;

/**
 * @param {string} name
 * @returns {unknown} what was kept under this name, if anything
 */
export function load(name) {
  let text = unstored.get(name) ?? null;
  try {
    text ??= localStorage.getItem(key(name));
    const kept = JSON.parse(text ?? 'null');
    return kept && kept.version === VERSION ? kept.value : undefined;
  } catch {
    return undefined;
  }
}

/** @param {string} name @param {unknown} value */
export function save(name, value) {
  const text = JSON.stringify({ version: VERSION, value });
  try {
    localStorage.setItem(key(name), text);
    unstored.delete(name);
  } catch {
    // It then holds until the page is closed.
    unstored.set(name, text);
  }
}

/** @param {unknown} value @returns {value is Record<string, unknown>} */
export const isRecord = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);

/** @param {unknown} value @returns {value is number} */
export const isCount = (value) => typeof value === 'number' && Number.isFinite(value) && value >= 0;
