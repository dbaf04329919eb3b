/** The English texts about adding, deleting and undoing. */

export const changingEn = {
  // Adding
  'adding.notHere': 'Nothing can be added to this section',
  'adding.added': { one: 'Added {count} item', other: 'Added {count} items' },
  'adding.inSteps': 'Added {items} items in {count} changes, as they are too many for one: Undo '
    + 'takes back one after the other',
  'adding.tooLong': 'Not pasted: a line is too long.',

  // Deleting
  'deleting.doneRow': 'Deleted “{title}”.',
  'deleting.doneRows': { one: 'Deleted {count} item.', other: 'Deleted {count} items.' },
  'deleting.doneSection': 'Deleted the section “{title}”.',
  'deleting.doneSectionWithItems': {
    one: 'Deleted the section “{title}” and its item.',
    other: 'Deleted the section “{title}” and its {count} items.',
  },
  'deleting.doneSections': { one: 'Deleted {count} section.', other: 'Deleted {count} sections.' },
  'deleting.offer': '{message} F8 leads to Undo.',

  // Undo and redo
  'changing.saving': 'Saving changes',
  'changing.beyondUndo': 'Made as {count} changes. Undo reaches back over the newest of them only.',
  'edits.partlyUndone': 'Undone as far as Undo reaches: the first of these changes stay.',
  'edits.partlyRedone': 'Redone as far as it could be: some of these changes are not made again.',
  'edits.overtaken': 'Not undone: that is not your newest change any more. Undo takes back the '
    + 'newest first.',
};
