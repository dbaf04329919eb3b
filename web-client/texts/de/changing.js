/** The German texts about adding, deleting and undoing. */

export const changingDe = {
  // Adding
  'adding.notHere': 'In diesem Abschnitt lässt sich nichts hinzufügen',
  'adding.added': { one: '{count} Eintrag hinzugefügt', other: '{count} Einträge hinzugefügt' },
  'adding.inSteps': '{items} Einträge in {count} Änderungen hinzugefügt, für eine sind es zu '
    + 'viele: „Rückgängig“ nimmt eine nach der anderen zurück',
  'adding.tooLong': 'Nicht eingesetzt: Eine Zeile ist zu lang.',

  // Deleting
  'deleting.doneRow': '„{title}“ gelöscht.',
  'deleting.doneRows': { one: '{count} Eintrag gelöscht.', other: '{count} Einträge gelöscht.' },
  'deleting.doneSection': 'Abschnitt „{title}“ gelöscht.',
  'deleting.doneSectionWithItems': {
    one: 'Abschnitt „{title}“ und sein Eintrag gelöscht.',
    other: 'Abschnitt „{title}“ und seine {count} Einträge gelöscht.',
  },
  'deleting.doneSections': {
    one: '{count} Abschnitt gelöscht.', other: '{count} Abschnitte gelöscht.',
  },
  'deleting.offer': '{message} F8 führt zu „Rückgängig“.',

  // Undo and redo
  'changing.saving': 'Änderungen werden gespeichert',
  'changing.beyondUndo': 'Als {count} Änderungen gemacht. „Rückgängig“ reicht nur über die neuesten davon zurück.',
  'edits.partlyUndone': 'So weit rückgängig gemacht, wie es geht: die ersten dieser Änderungen bleiben.',
  'edits.partlyRedone': 'So weit wiederholt, wie es geht: einige dieser Änderungen sind nicht wieder da.',
  'edits.overtaken': 'Nicht rückgängig gemacht: Das ist nicht mehr deine neueste Änderung. '
    + '„Rückgängig“ nimmt die neueste zuerst zurück.',
};
