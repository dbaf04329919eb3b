/** The English texts about people. */

export const peopleEn = {
  'people.rowGone': 'That item is not there any more',
  'people.adjectives': 'Quiet Clever Brave Gentle Lucky Merry Nimble Patient Quick Steady Sunny '
    + 'Tidy Wise Curious Calm Bright',
  'people.animals': 'Otter Fox Badger Hedgehog Lynx Beaver Hare Bear Whale Falcon Stork Raven '
    + 'Marten Deer Crane Seal Owl Swan Wren Heron',
  'peers.alsoHere': 'Also here',
  'peers.more': { one: '{count} more person here', other: '{count} more people here' },
  'peers.isMoving': '{name} is moving a row',
  'peers.isTyping': '{name} is typing',
  'peers.isEditing': '{name} is editing',
  'peers.isDeleting': '{name} is about to delete a row',
  'peers.isHere': '{name} is here',
  'peers.moves': '{name} moves',
  'peers.types': '{name} types',
  'peers.deletedHolding': 'Someone deleted what you were holding',
  'peers.deletedSection': 'Someone deleted the section you were adding to',
  'peers.deletedSectionReason': 'Someone deleted the section you were adding to.',
  'peers.deletedRenaming': 'Someone deleted what you were renaming',
  'peers.deletedOffered':
    'Someone deleted “{title}” while you renamed it. Press Enter to add your text.',
  'peers.deletedKept': 'Someone deleted “{title}” while you renamed it. Your text is kept above.',
  'peers.deletedReason': 'Someone deleted “{title}” while you renamed it.',
  'peers.deletedBoth': 'Someone deleted what you both had changed.',
  'peers.deleted': '{name} deleted “{title}”.',
  'peers.deletedNowOn': '{name} deleted “{title}”. Now on “{next}”.',
};
