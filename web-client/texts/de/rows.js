/** The German texts about the menu and the details of a row. */

export const rowsDe = {
  'row.more': '{title}: mehr',
  'row.details': '{title}: Details',
  'chips.due': 'Fällig {date}',
  'chips.priority': 'Priorität {priority}',
  'chips.assignee': 'Für {name}',
  'chips.more': { one: '+{count}', other: '+{count}' },
};
