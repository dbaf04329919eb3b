/** Which page an address names. */

const LIST = /^#\/list\/([A-Za-z0-9._~-]{1,64})(\/history)?$/u;

/** `{page: 'lists'}`, or `{page: 'list' | 'history', id}`. */
export function routeOf(hash) {
  const match = LIST.exec(hash);
  if (!match) return { page: 'lists' };
  return { page: match[2] ? 'history' : 'list', id: match[1] };
}
