/** The German texts about the rules of rows and sections. */

export const rulesDe = {
  'rules.locked': 'Gesperrt',
  'rules.pinned.top': 'Oben angeheftet',
  'rules.pinned.bottom': 'Unten angeheftet',
  'rules.not.editable': 'Nicht änderbar',
  'rules.not.deletable': 'Nicht löschbar',
  'rules.not.movable': 'Nicht beweglich',
};
