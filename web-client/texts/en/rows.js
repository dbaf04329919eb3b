/** The English texts about the menu and the details of a row. */

export const rowsEn = {
  'row.more': '{title}: more',
  'row.details': '{title}: details',
  'chips.due': 'Due {date}',
  'chips.priority': 'Priority {priority}',
  'chips.assignee': 'For {name}',
  'chips.more': { one: '+{count}', other: '+{count}' },
};
