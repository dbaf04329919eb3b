/** The German texts about people. */

export const peopleDe = {
  'people.rowGone': 'Diesen Eintrag gibt es nicht mehr',
  'people.adjectives': 'Stiller Kluger Mutiger Sanfter Froher Flinker Geduldiger Schneller Ruhiger '
    + 'Sonniger Weiser Neugieriger Munterer Heiterer Wacher Feiner',
  'people.animals': 'Otter Fuchs Dachs Igel Luchs Biber Hase Bär Wal Falke Storch Rabe Marder '
    + 'Hirsch Kranich Specht Uhu Schwan Spatz Reiher',
  'peers.alsoHere': 'Auch hier',
  'peers.more': { one: '{count} weitere Person hier', other: '{count} weitere Personen hier' },
  'peers.isMoving': '{name} bewegt einen Eintrag',
  'peers.isTyping': '{name} schreibt',
  'peers.isEditing': '{name} bearbeitet die Liste',
  'peers.isDeleting': '{name} ist dabei, einen Eintrag zu löschen',
  'peers.isHere': '{name} ist hier',
  'peers.moves': '{name} bewegt',
  'peers.types': '{name} schreibt',
  'peers.deletedHolding': 'Jemand hat gelöscht, was du gerade hältst',
  'peers.deletedSection': 'Jemand hat den Abschnitt gelöscht, zu dem du etwas hinzufügst',
  'peers.deletedSectionReason': 'Jemand hat den Abschnitt gelöscht, zu dem du etwas hinzufügst.',
  'peers.deletedRenaming': 'Jemand hat gelöscht, was du gerade umbenennst',
  'peers.deletedOffered': 'Jemand hat „{title}“ gelöscht, während du umbenannt hast. Drücke die '
    + 'Eingabetaste, um deinen Text hinzuzufügen.',
  'peers.deletedKept':
    'Jemand hat „{title}“ gelöscht, während du umbenannt hast. Dein Text steht noch oben.',
  'peers.deletedReason': 'Jemand hat „{title}“ gelöscht, während du umbenannt hast.',
  'peers.deletedBoth': 'Jemand hat gelöscht, was ihr beide geändert hattet.',
  'peers.deleted': '{name} hat „{title}“ gelöscht.',
  'peers.deletedNowOn': '{name} hat „{title}“ gelöscht. Jetzt auf „{next}“.',
};
