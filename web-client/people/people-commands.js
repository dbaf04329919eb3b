/** The commands about other people: going where they are, and sharing a link with them. */

import { announce, toast } from '../elements/notices.js';
import { linkTo } from '../environment.js';
import { findRow } from '../package/list-model.js';
import { nameOf } from '../screen/row-texts.js';
import { translate } from '../texts/texts.js';
import { showPeople } from './people-menu.js';
import { showShareSheet } from './share-sheet.js';

/** The row where a peer is: the one that it drags, types in or has selected; or `undefined`. */
export const rowOfPeer = ({ dragging, editing, selected = [] }) => (
  dragging ?? editing?.row ?? selected[0]);

/** Goes to the row where the client `id` is, or says that it is nowhere. */
async function goToPeer(page, id) {
  const peer = page.list.others.find(({ client }) => client === id);
  if (!peer) return;
  const row = rowOfPeer(peer);
  const name = peer.name || translate('page.someone');
  if (row === undefined || !await page.visit.go(row)) toast(translate('people.nowhere', { name }));
  else announce(translate('people.wentTo', { name, title: titleOf(page, row) }));
}

const titleOf = ({ shown }, row) => nameOf(findRow(shown, row)?.row.fields.title);

/** The commands of `page`, a `ListPage`, by name. */
export function peopleCommands(page) {
  return {
    'go-to-peer': (_, { dataset }) => goToPeer(page, dataset.client),

    people: () => showPeople(page.list.others, (client) => goToPeer(page, client)),

    share: () => {
      const title = nameOf(page.shown?.title);
      showShareSheet(title, linkTo(page.list.id));
    },

    'share-row': (row) => showShareSheet(titleOf(page, row), linkTo(page.list.id, row)),
  };
}
