/** The German texts about the overview of lists, and about new versions of the page. */

export const overviewDe = {
  // Exporting and importing
  'export.menu': 'Exportieren …',
  'import.menu': 'Importieren …',

  // Finding and ordering lists
  'overview.menu': 'Mehr',
  'overview.search': 'Listen suchen',
  'overview.noMatch': 'Keine Liste hat das im Titel.',
  'overview.byTitle': 'Nach Titel sortieren',
  'overview.byRecent': 'Nach letzter Verwendung sortieren',
  'overview.pin': 'Oben anheften',
  'overview.unpin': 'Nicht mehr anheften',
  'overview.pinned': 'Angeheftet',
  'overview.unpinned': 'Nicht mehr angeheftet',
  'overview.options': '{title}: Optionen',
  'overview.delete': 'Liste löschen',
  'overview.server': 'Server',

  // A new version of the page
  'update.ready': 'Eine neue Version ist bereit',
  'update.reload': 'Neu laden',
  'update.later': 'Später',
};
