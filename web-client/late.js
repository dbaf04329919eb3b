/**
 * What the page needs only now and then: dialogs, sheets, files. The server makes a bundle of its
 * own of it, which `elements/on-demand.js` loads; nothing else imports these modules, so that they
 * are no part of the first load. A test holds that.
 */

export { showDetails } from './details/details-sheet.js';
export { askDeleteWhere } from './dialogs/delete-where.js';
export { showKeys } from './dialogs/keys.js';
export { askDestination } from './dialogs/move-to.js';
export { askSettings } from './dialogs/settings.js';
export { showShareSheet } from './people/share-sheet.js';
export { askRowRules, askSectionRules } from './rules/rule-dialogs.js';
export { exportList, exportOpenList, importFile } from './transfer/list-transfer.js';
