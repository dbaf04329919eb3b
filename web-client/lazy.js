/**
 * What the page needs only now and then: menus, dialogs, sheets, the history, files. The server
 * makes a bundle of its own of it, which `elements/on-demand.js` loads; nothing else imports these
 * modules, so that they are no part of the first load. A test holds that.
 */

import { conflictCommands } from './changing/conflict-commands.js';
import { listCommands } from './changing/list-commands.js';
import { ruleCommands } from './changing/rule-commands.js';
import './elements/lazy-icons.js';
import { rowCommands } from './input/row-commands.js';
import { peopleCommands } from './people/people-commands.js';
import './texts/lazy.js';

export { changeSentence } from './changing/change-sentences.js';
export { sayNothingIsLeft } from './changing/nothing-to-undo.js';
export { pasteRows } from './changing/row-pasting.js';
export { showDetails } from './details/details-sheet.js';
export { offerEdits } from './dialogs/account.js';
export { askInDialog, labelled } from './dialogs/dialog.js';
export { showKeys } from './dialogs/keys.js';
export { showListMenu } from './changing/list-menu.js';
export { showRowMenu } from './dialogs/row-menu.js';
export { showSectionMenu } from './dialogs/section-menu.js';
export { askSettings } from './dialogs/settings.js';
export { SignIn } from './dialogs/sign-in.js';
export { UpdateOffer } from './elements/update-offer.js';
export { takeHistory } from './finding/history-reader.js';
export { ListSearch } from './finding/list-search.js';
export { HistoryPage } from './pages/history-page.js';
export { UnknownPage } from './pages/unknown-page.js';
export {
  askUserName, createList, deleteList, retitleList, showOverviewMenu, showOverviewRowMenu,
} from './pages/overview-dialogs.js';
export { NameQuestion } from './people/name-question.js';
export { recoveredDraft } from './rows/recovered-draft.js';
export { question } from './rows/question.js';
export { handedOver, handOver, signOut } from './storage/account.js';
export { sendLeft } from './storage/left-queues.js';
export { stopSentence } from './texts/stop-sentences.js';
export { exportList, exportOpenList, importFile } from './transfer/list-transfer.js';

/** The commands of `page`, a `ListPage`, that `LAZY_COMMANDS` names. */
export const lazyCommands = (page) => ({
  ...conflictCommands(page), ...listCommands(page), ...rowCommands(page), ...ruleCommands(page), ...peopleCommands(page),
});
