/** Which way the page reads. */

const FROM_THE_RIGHT = new Set(['ar', 'arc', 'ckb', 'dv', 'fa', 'he', 'iw', 'ks', 'ps', 'sd', 'ug', 'ur', 'yi']);

/** `rtl` for the languages that are written from right to left, as `navigator.language` names them. */
export function directionOf(language = '') {
  const [name, ...rest] = language.toLowerCase().split('-');
  if (rest.includes('arab') || rest.includes('hebr')) return 'rtl';
  return FROM_THE_RIGHT.has(name) && !rest.includes('latn') ? 'rtl' : 'ltr';
}
