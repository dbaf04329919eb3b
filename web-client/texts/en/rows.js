/** The English texts about the menu and the details of a row. */

export const rowsEn = {
  'row.more': '{title}: more',
  'copying.done': { one: 'Copied', other: '{count} items copied' },
  'copying.title': 'Copy this text',
  'copying.text': 'Text',
  'copying.linkDone': 'The link to this item is copied',
  'copying.linkTitle': 'Link to this item',
  'copying.link': 'Link',
  'row.details': '{title}: details',
  'chips.due': 'Due {date}',
  'chips.priority': 'Priority {priority}',
  'chips.assignee': 'For {name}',
  'chips.more': { one: '+{count}', other: '+{count}' },
  'typed.fieldChangedMeanwhile': '{field} changed meanwhile to “{theirs}”',
  'typed.fieldRemovedMeanwhile': '{field} removed meanwhile',
};
