/** What each row looks like right now, from the list, the screen and the others. Pure. */

import {
  deleteTitle, editingStyle, handlesOf, mayDelete, mayMove, mayUpdate,
} from '../list-model.js';
import { peerColour } from '../elements/peer-colour.js';

const NOBODY = [];

/** Who does something with which row: a map of row id to `[{client, colour, doing}]`. */
export function peersByRow(others) {
  const rows = new Map();
  const note = (row, peer, doing) => {
    if (!rows.has(row)) rows.set(row, []);
    rows.get(row).push({ client: peer.client, colour: peerColour(peer.client), doing });
  };
  for (const peer of others) {
    const [name] = (peer.name || 'Someone').split(' ');
    if (peer.dragging) note(peer.dragging, peer, `${name} moves`);
    if (peer.editing?.row) note(peer.editing.row, peer, `${name} types`);
    for (const row of peer.selected ?? []) {
      if (row !== peer.dragging && row !== peer.editing?.row) note(row, peer, '');
    }
  }
  return rows;
}

/** The same array as last time where it says the same, so that looks can be compared. */
export class PeerMemory {
  #known = new Map();

  of(id, peers) {
    if (!peers) return NOBODY;
    const said = JSON.stringify(peers);
    const held = this.#known.get(id);
    if (held?.said === said) return held.peers;
    this.#known.set(id, { said, peers });
    return peers;
  }
}

/** The look of `row`, for `RowView`; `active` is the row that the Tab key leads to. */
export function rowLook({ list, section, row, position, total, state, active, peers }) {
  const none = editingStyle(list, section, row) === 'none';
  const always = handlesOf(list, section) === 'always';
  const revealed = state.revealed === row.id;
  return {
    row,
    position,
    total,
    editing: state.editing,
    selecting: state.selecting,
    canDelete: mayDelete(list, section, row),
    canRename: mayUpdate(list, section, row),
    handle: !none && mayMove(list, section, row) && (state.editing || always),
    revealed,
    deleteTitle: revealed ? deleteTitle(list, section, row) : '',
    renaming: state.renaming?.row === row.id ? state.renaming : null,
    selected: state.selected.has(row.id),
    tapSelects: always && !state.editing,
    active: active === row.id,
    held: state.drag?.keyboard === true && state.drag.ids.includes(row.id),
    peers,
  };
}
