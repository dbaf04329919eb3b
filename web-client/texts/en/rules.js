/** The English texts about the rules of rows and sections. */

export const rulesEn = {
  'rules.locked': 'Locked',
  'rules.pinned.top': 'Pinned to the top',
  'rules.pinned.bottom': 'Pinned to the bottom',
  'rules.not.editable': 'Can’t be changed',
  'rules.not.deletable': 'Can’t be deleted',
  'rules.not.movable': 'Can’t be moved',
};
