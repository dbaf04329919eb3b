/** The menu of people: everyone who has the list open, for those whose avatars have no room. */

import { menuItem, showMenu } from '../dialogs/menu.js';
import { h } from '../elements/dom.js';
import { doingOf, initials, nameOf, peerColour } from '../elements/peers.js';
import { translate } from '../texts/texts.js';

/** An avatar that stands beside the name of its peer. */
function avatarOf(peer) {
  const avatar = h('span', { class: 'avatar', 'aria-hidden': 'true' }, initials(nameOf(peer)));
  avatar.style.setProperty('--peer', peerColour(peer.client));
  return avatar;
}

/** Shows `others`, the peers of an `OpenList`; `go` is called with the client that is chosen. */
export function showPeople(others, go) {
  showMenu(translate('peers.alsoHere'), others.map((peer) => menuItem('go-to', avatarOf(peer),
    doingOf(peer), () => go(peer.client))));
}
