/** The English texts about the rules of rows and sections. */

export const rulesEn = {
  'rules.lock': { one: 'Lock', other: 'Lock {count} items' },
  'rules.unlock': { one: 'Unlock', other: 'Unlock {count} items' },
  'rules.unpin': { one: 'Unpin', other: 'Unpin {count} items' },
  'rules.lockedDone': { one: 'Locked', other: '{count} items locked' },
  'rules.unlockedDone': { one: 'Unlocked', other: '{count} items unlocked' },
  'rules.pinnedDone': { one: 'Pinned to the top', other: '{count} items pinned to the top' },
  'rules.unpinnedDone': { one: 'No longer pinned', other: '{count} items no longer pinned' },
  'rules.locked': 'Locked',
  'rules.pinned.top': 'Pinned to the top',
  'rules.pinned.bottom': 'Pinned to the bottom',
  'rules.not.editable': 'Can’t be changed',
  'rules.not.deletable': 'Can’t be deleted',
  'rules.not.movable': 'Can’t be moved',
};
