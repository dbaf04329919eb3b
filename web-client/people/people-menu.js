/** The menu of people: everyone who has the list open, for those whose avatars have no room. */

import { menuItem, showMenu } from '../dialogs/menu.js';
import { avatarOf, doingOf } from '../elements/peers.js';
import { translate } from '../texts/texts.js';

/** Shows `others`, the peers of an `OpenList`; `go` is called with the client that is chosen. */
export function showPeople(others, go) {
  showMenu(translate('peers.alsoHere'), others.map((peer) => menuItem('go-to', avatarOf(peer),
    doingOf(peer), () => go(peer.client))));
}
