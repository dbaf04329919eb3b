/** Cutting what is too much for one edit into several. Pure. */

/** Bytes of an edit, and of its change set, that are not ids. */
const EDIT_OVERHEAD = 1000;
/** Bytes of a row in a change set beside its id: keys and an index path. */
const ENTRY_OVERHEAD = 44;

/**
 * `ids` of rows in as few parts as the server's `limits` allow for an edit that names them and a
 * change set with an entry for each.
 */
export function partsOf(ids, { frameBytes = 262_144, setBytes = 524_288 } = {}) {
  const parts = [];
  let [edit, set] = [Infinity, Infinity];
  for (const id of ids) {
    const [more, entry] = [id.length + 3, id.length + ENTRY_OVERHEAD];
    if (edit + more > frameBytes || set + entry > setBytes) {
      parts.push([]);
      [edit, set] = [EDIT_OVERHEAD, EDIT_OVERHEAD];
    }
    parts.at(-1).push(id);
    edit += more;
    set += entry;
  }
  return parts;
}
