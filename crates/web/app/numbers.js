// Numbers for people.

/** @param {number} value */
export function number(value) {
  if (value >= 1e9) return `${(value / 1e9).toFixed(2)} G`;
  if (value >= 1e6) return `${(value / 1e6).toFixed(2)} M`;
  return Math.round(value).toLocaleString('en');
}

/** @param {number} value */
export function bytes(value) {
  if (value >= 2 ** 30) return `${(value / 2 ** 30).toFixed(1)} GiB`;
  if (value >= 2 ** 20) return `${(value / 2 ** 20).toFixed(1)} MiB`;
  return `${Math.ceil(value / 1024)} KiB`;
}

/** @param {number} value */
export function seconds(value) {
  if (value < 0.001) return `${Math.max(1, Math.round(value * 1e6))} µs`;
  if (value < 1) return `${(value * 1000).toFixed(value < 0.01 ? 1 : 0)} ms`;
  return `${value.toFixed(1)} s`;
}

/** @param {number} value seconds, as a clock with tenths shows them */
export function clock(value) {
  const tenths = Math.floor(value * 10);
  return `${Math.floor(tenths / 600)}:${String(Math.floor(tenths / 10) % 60).padStart(2, '0')}.${tenths % 10}`;
}

/** @param {number} value */
export const moves = (value) => (value === 1 ? '1 move' : `${value.toLocaleString('en')} moves`);
