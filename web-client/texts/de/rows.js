/** The German texts about the menu and the details of a row. */

export const rowsDe = {
  'row.more': '{title}: mehr',
  'copying.done': { one: 'Kopiert', other: '{count} Einträge kopiert' },
  'copying.title': 'Diesen Text kopieren',
  'copying.text': 'Text',
  'copying.linkDone': 'Der Link zu diesem Eintrag wurde kopiert',
  'copying.linkTitle': 'Link zu diesem Eintrag',
  'copying.link': 'Link',
  'row.details': '{title}: Details',
  'chips.due': 'Fällig {date}',
  'chips.priority': 'Priorität {priority}',
  'chips.assignee': 'Für {name}',
  'chips.more': { one: '+{count}', other: '+{count}' },
  'typed.fieldChangedMeanwhile': '{field} inzwischen geändert in „{theirs}“',
  'typed.fieldRemovedMeanwhile': '{field} inzwischen entfernt',
};
