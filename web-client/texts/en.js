/** The texts in English. */

import { changingEn } from './en/changing.js';
import { eventsEn } from './en/events.js';
import { findingEn } from './en/finding.js';
import { peopleEn } from './en/people.js';
import { rulesEn } from './en/rules.js';
import { rowsEn } from './en/rows.js';

export const en = {
  ...eventsEn,
  ...peopleEn,
  ...findingEn,
  ...rulesEn,
  ...changingEn,
  ...rowsEn,

  // The page
  'page.lists': 'Lists',
  'page.title': '{name} – Lockstep',
  'page.opening': 'Opening…',
  'page.edit': 'Edit',
  'page.done': 'Done',
  'page.gotIt': 'Got it',
  'page.untitled': 'Untitled',
  'page.notStored': 'This browser does not store your changes at the moment. Keep the page open until they are saved.',
  'page.notStarted': 'The page cannot start. Load it again; if that does not help, close other tabs of it. ({reason})',
  'page.items': { one: '{count} item', other: '{count} items' },
  'page.someone': 'Someone',
  'page.notLoaded': 'This could not be loaded now. Try again once there is a connection.',

  // Dialogs
  'dialog.cancel': 'Cancel',
  'dialog.name': 'Name',

  // The overview of lists
  'lists.hint': 'Open a list here and on another device: every change shows up on both at once.',
  'lists.new': 'New list',
  'lists.none': 'No lists yet. Make the first one.',
  'lists.signIn': 'Sign in to see the lists.',
  'lists.offline': 'There is no connection.',
  'lists.offlineKnown': 'You are offline. Lists that were opened in this browser can be read and '
    + 'edited; what you change is sent on return.',
  'lists.deleteOne': 'Delete {title}',
  'lists.renameOne': 'Rename {title}',
  'lists.here': { one: '{count} here', other: '{count} here' },
  'lists.rename': 'Rename list',

  // A list
  'list.hint': 'Tap New item to add, and a text to change it. Tap Edit to reorder and delete; '
    + 'swiping a row deletes it too. Others see every change at once.',
  'list.howToMove':
    'Drag the handle to reorder, or press Space on an item and use the arrow keys.',
  'list.showAll': 'Show all lists',
  'list.noSuchList': 'No such list',
  'list.list': 'List',
  'list.gone': 'This list is not there. It may have been deleted.',
  'list.unreadable': 'This list can’t be read now, trying again…',
  'list.unreadableShown': 'This list can’t be read now, trying again. You see it as it was; what '
    + 'you change is kept and sent later.',
  'list.viewOnly': {
    one: '{count} item · View only', other: '{count} items · View only',
  },
  'list.signIn': 'Sign in to see this list.',
  'list.notOpenedBefore':
    'There is no connection, and this list was not opened in this browser before.',
  'list.empty': 'Nothing here yet. Tap Edit, then “Add section”.',
  'list.refreshing': 'Refreshing',
  'list.editing': 'Editing',
  'list.doneEditing': 'Done editing',
  'list.wasDeleted': 'This list was deleted',
  'list.isNotThere': 'There is no such list',

  // The toolbar
  'toolbar.undo': 'Undo',
  'toolbar.redo': 'Redo',
  'toolbar.moveUp': 'Move up',
  'toolbar.moveDown': 'Move down',
  'toolbar.moveTo': 'Move to…',
  'toolbar.share': 'Share',
  'toolbar.select': 'Select',
  'toolbar.selectAll': 'Select all',
  'toolbar.tick': 'Tick or untick',
  'toolbar.deleteWhere': 'Delete where…',
  'toolbar.addSection': 'Add section',
  'toolbar.history': 'History',
  'toolbar.search': 'Search',
  'toolbar.more': 'More',
  'toolbar.deleteSelected': { one: 'Delete {count}', other: 'Delete {count}' },

  // Sections
  'section.untitled': 'Untitled section',
  'section.options': 'Section {title}: options',
  'section.empty': 'Nothing here yet',
  'section.addNew': '(add new)',
  'section.addNewIn': '(add new) in {title}',
  'section.newItem': 'New item',
  'section.newItemIn': 'New item in {title}',
  'section.rename': 'Rename',

  // Rows
  'row.movable': 'movable item',
  'row.done': '{title} done',
  'row.select': 'Select {title}',
  'row.delete': 'Delete',
  'row.deleteOne': 'Delete {title}',
  'row.deletes': 'Deletes {title}',
  'row.reorder': 'Reorder {title}',
  'row.title': 'Title',
  'row.addNote': 'Add a note',

  // Selecting rows
  'selecting.selected': { one: '{count} item selected', other: '{count} items selected' },
  'selecting.ticked': { one: '“{title}” ticked off', other: '{count} items ticked off' },
  'selecting.unticked': { one: '“{title}” unticked', other: '{count} items unticked' },

  // Moving rows
  'moving.dropped': 'Dropped. {place}',
  'moving.cancelled': 'Move cancelled',
  'moving.notMovable': 'This item cannot be moved',
  'moving.pickedUp': 'Picked up. {title}, {position} of {total} in {section}. Use the arrow keys to '
    + 'move, Space to drop, Escape to cancel.',
  'moving.noFurther': 'No further: {reason}',
  'moving.now': '{title}, now {position} of {total} in {section}',
  'moving.back': 'Move cancelled. {title}, {position} of {total} in {section}',
  'moving.theSection': 'the section',
  'moving.clamped': 'Moved to the nearest allowed place: {reason}.',
  'moving.scope': 'rows of that section stay where they belong',
  'moving.bounds': 'the list was shorter by then',
  'moving.pinned': 'pinned rows keep their place',
  'moving.noPlace': 'no further place',

  // Delete where…

  // Typed texts that others changed, or that could not be saved
  'typed.notNumber': '{field}: not a number.',
  'typed.notSavedReason': 'Not saved: {reason}',
  'typed.staysInField': 'Not saved: {reason} It stays in its field.',
  'typed.deletedBeforeSaved': 'Someone deleted it before your text could be saved.',
  'typed.listDeleted': 'Someone deleted the list before this could be saved.',
  'typed.sectionDeleted': 'Someone deleted the section before this could be saved.',
  'typed.listWasDeleted': 'The list {list} was deleted before this could be saved.',
  'typed.otherTab': 'Typed in a tab that was closed.',
  'typed.quoted': '“{text}”',
  'typed.renamedChoose': 'Someone renamed it meanwhile: keep yours or theirs',
  'typed.changedChoose': 'Someone changed it meanwhile: keep yours or theirs',
  'typed.changed': 'Someone changed it meanwhile',
  'typed.openToChoose': '{list}: someone changed what you changed. Open the list to choose.',

  // Yes and no

  // The overview
  'overview.menu': 'More',
  'overview.search': 'Search lists',
  'overview.noMatch': 'No list has that in its title.',
  'overview.pinned': 'Pinned',
  'overview.unpinned': 'No longer pinned',
  'overview.open': '{open} open of {total}',
  'overview.options': '{title}: options',
};
