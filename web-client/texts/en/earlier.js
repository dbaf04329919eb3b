/** Earlier states and named versions: loaded with the history page. */

export const earlierEn = {
  'earlier.label': 'The list as it was',
  'earlier.now': 'The list as it is now',
  'earlier.at': '{time}, after a change by {name}',
  'earlier.you': 'you',
  'earlier.since': {
    one: '{count} change since then, by {names}', other: '{count} changes since then, by {names}',
  },
  'earlier.loading': 'Loading…',
  'earlier.gone': 'The list as it was then is no longer kept.',
  'earlier.notYet': 'The server does not have this state yet.',
  'earlier.later': 'The server cannot read this state now. Try again later.',
  'earlier.unreadable': 'The list as it was then cannot be read now.',
  'earlier.more': { one: '… and {count} more row', other: '… and {count} more rows' },
  'earlier.differs': 'different now',
  'earlier.done': 'done',
  'earlier.open': 'not done',
  'versions.label': 'Named versions',
  'versions.name': 'Name this version…',
  'versions.nameLabel': 'Name',
  'versions.delete': 'Delete',
  'versions.deleteOne': 'Delete the version “{name}”',
  'versions.ask': 'Delete the version “{name}”?',
  'versions.taken': 'There is a version of that name, or there are 100 already.',
  'versions.tooLong': 'The name is too long.',
  'versions.failed': 'The versions cannot be read or changed now.',
};
