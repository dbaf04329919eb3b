/** Sharing a link: its QR code, copying it, and the sheet of the system where there is one. */

import { copyText } from '../dialogs/copy.js';
import { menuItem, showMenu } from '../dialogs/menu.js';
import { h } from '../elements/dom.js';
import { translate } from '../texts/texts.js';
import { qrPicture } from './qr-picture.js';

const copy = (link) => copyText({
  text: link, done: translate('people.linkCopied'), title: translate('people.shareTitle'),
  label: translate('people.link'),
});

async function shareWith(data) {
  try {
    await navigator.share(data);
  } catch {
    // The user has closed the sheet of the system.
  }
}

/** Shows the ways to share `link`; `title` is what it leads to. */
export function showShareSheet(title, link) {
  const items = [menuItem('copy-link', 'copy', translate('people.copyLink'), () => copy(link))];
  if (navigator.share) {
    items.push(menuItem('share-with', 'share', translate('people.shareWith'),
      () => shareWith({ title, url: link })));
  }
  const picture = qrPicture(link);
  showMenu(translate('people.share', { title }), items, {
    above: h('figure', { class: 'shared-link' },
      picture, h('figcaption', { class: 'shared-address', dir: 'ltr' }, link)),
  });
}
