/** The English texts about the overview of lists, and about new versions of the page. */

export const overviewEn = {
  // Exporting and importing
  'export.menu': 'Export…',
  'import.menu': 'Import…',

  // Finding and ordering lists
  'overview.menu': 'More',
  'overview.search': 'Search lists',
  'overview.noMatch': 'No list has that in its title.',
  'overview.byTitle': 'Sort by title',
  'overview.byRecent': 'Sort by recent use',
  'overview.pin': 'Pin on top',
  'overview.unpin': 'Unpin',
  'overview.pinned': 'Pinned',
  'overview.unpinned': 'No longer pinned',
  'overview.options': '{title}: options',
  'overview.delete': 'Delete list',
  'overview.server': 'Server',

  // A new version of the page
  'update.ready': 'A new version is ready',
  'update.reload': 'Reload',
  'update.later': 'Later',
};
