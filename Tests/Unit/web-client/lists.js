/** Small lists for the tests. */

/** A row; `p^` is pinned to the top, `q_` to the bottom. */
export function row(name, rules = {}) {
  const pins = { '^': 'top', _: 'bottom' };
  const id = name.replace(/[\^_]$/u, '');
  const pinned = pins[name.at(-1)];
  return { id, fields: { title: id }, ...(pinned && { pinned }), ...rules };
}

/** `listOf({ one: 'a b', two: '' })`; the values may be arrays of names and rows. */
export function listOf(sections, rules = {}, sectionRules = {}) {
  return {
    title: 'Test',
    rules,
    sections: Object.entries(sections).map(([id, rows]) => ({
      id,
      title: id,
      rules: sectionRules[id] ?? {},
      rows: (typeof rows === 'string' ? rows.split(' ').filter(Boolean) : rows)
        .map((one) => (typeof one === 'string' ? row(one) : one)),
    })),
  };
}

/** The order of a list in one line: `one:a,b two:c`. */
export function orderOf(list) {
  return list.sections.map(({ id, rows }) => `${id}:${rows.map((one) => one.id)}`).join(' ');
}
