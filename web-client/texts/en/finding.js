/** The English texts about filters, long lists and sections. */

export const findingEn = {
  'filter.choose': 'Filter',
  'filter.label': 'Show',
  'filter.all': 'All',
  'filter.open': 'Open',
  'filter.done': 'Done',
  'filter.mine': 'Mine',
  'filter.shown': '{count} of {total} shown',
  'filter.announced': { one: '{filter}: 1 item', other: '{filter}: {count} items' },
  'filter.showCompleted': 'Show {count} completed',
  'filter.completedHidden': 'Completed items are hidden',
  'filter.completedShown': 'Completed items are shown',

  // Lists too long to be sent whole
  'long.loading': 'Loading all items',
  'long.loaded': 'All items are there',
  'long.cancelled': 'Loading was cancelled',
  'progress.percent': '{what}: {percent}%',
  'long.paperHidden': {
    one: '1 of {total} items is hidden, and not printed.', other: '{count} of {total} items are hidden, and not printed.',
  },
  'long.paper': 'Only {count} of {total} items are printed here. To print all of them, choose Print in the list’s menu.',
  'long.missing': { one: '{count} item is not printed', other: '{count} items are not printed' },
  'long.notLoaded': 'This needs all items of the list, which cannot be loaded now. Try again online.',

  // Sections
  'sections.select': 'Select the section {title}',
  'sections.items': 'Items of {title}',
  'sections.open': { one: '{count} open item', other: '{count} open items' },
  'sections.countOpen': { one: '{count} item; count the open ones', other: '{count} items; count the open ones' },
  'sections.count': 'Count open items',
  'sections.title': 'Name of the section',
  'sections.place': '{title}: section {position} of {total}.',
  'sections.pickedUp': 'Picked up. {place} Use the arrow keys to move, Space to drop, Escape to '
    + 'cancel.',
};
