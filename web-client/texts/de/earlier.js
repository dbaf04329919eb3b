/** Earlier states and named versions: loaded with the history page. */

export const earlierDe = {
  'earlier.label': 'Die Liste, wie sie war',
  'earlier.now': 'Die Liste, wie sie jetzt ist',
  'earlier.at': '{time}, nach einer Änderung von {name}',
  'earlier.you': 'dir',
  'earlier.since': {
    one: '{count} Änderung seither, von {names}', other: '{count} Änderungen seither, von {names}',
  },
  'earlier.loading': 'Wird geladen …',
  'earlier.gone': 'Die Liste, wie sie damals war, ist nicht mehr aufbewahrt.',
  'earlier.notYet': 'Der Server hat diesen Stand noch nicht.',
  'earlier.later': 'Der Server kann diesen Stand gerade nicht lesen. Versuche es später noch einmal.',
  'earlier.unreadable': 'Die Liste, wie sie damals war, kann gerade nicht gelesen werden.',
  'earlier.more': { one: '… und {count} weitere Zeile', other: '… und {count} weitere Zeilen' },
  'earlier.differs': 'jetzt anders',
  'earlier.done': 'erledigt',
  'earlier.open': 'nicht erledigt',
  'versions.label': 'Benannte Versionen',
  'versions.name': 'Diese Version benennen …',
  'versions.nameLabel': 'Name',
  'versions.delete': 'Löschen',
  'versions.deleteOne': 'Version „{name}“ löschen',
  'versions.ask': 'Version „{name}“ löschen?',
  'versions.taken': 'Es gibt eine Version dieses Namens oder schon 100 Versionen.',
  'versions.tooLong': 'Der Name ist zu lang.',
  'versions.failed': 'Die Versionen können gerade nicht gelesen oder geändert werden.',
};
