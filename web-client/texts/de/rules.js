/** The German texts about the rules of rows and sections. */

export const rulesDe = {
  'rules.lock': { one: 'Sperren', other: '{count} Einträge sperren' },
  'rules.unlock': { one: 'Entsperren', other: '{count} Einträge entsperren' },
  'rules.unpin': { one: 'Lösen', other: '{count} Einträge lösen' },
  'rules.lockedDone': { one: 'Gesperrt', other: '{count} Einträge gesperrt' },
  'rules.unlockedDone': { one: 'Entsperrt', other: '{count} Einträge entsperrt' },
  'rules.pinnedDone': { one: 'Oben angeheftet', other: '{count} Einträge oben angeheftet' },
  'rules.unpinnedDone': { one: 'Nicht mehr angeheftet', other: '{count} Einträge gelöst' },
  'rules.locked': 'Gesperrt',
  'rules.pinned.top': 'Oben angeheftet',
  'rules.pinned.bottom': 'Unten angeheftet',
  'rules.not.editable': 'Nicht änderbar',
  'rules.not.deletable': 'Nicht löschbar',
  'rules.not.movable': 'Nicht beweglich',
};
