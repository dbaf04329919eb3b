/** The texts in German. */

import { changingDe } from './de/changing.js';
import { eventsDe } from './de/events.js';
import { findingDe } from './de/finding.js';
import { peopleDe } from './de/people.js';
import { rulesDe } from './de/rules.js';
import { rowsDe } from './de/rows.js';

export const de = {
  ...eventsDe,
  ...peopleDe,
  ...findingDe,
  ...rulesDe,
  ...changingDe,
  ...rowsDe,

  // The page
  'page.lists': 'Listen',
  'page.title': '{name} – Lockstep',
  'page.opening': 'Wird geöffnet …',
  'page.edit': 'Bearbeiten',
  'page.done': 'Fertig',
  'page.gotIt': 'Verstanden',
  'page.untitled': 'Ohne Titel',
  'page.notStored':
    'Dieser Browser speichert deine Änderungen gerade nicht. Lass die Seite offen, bis sie gesichert sind.',
  'page.notStarted':
    'Die Seite kann nicht starten. Lade sie neu; hilft das nicht, schließe andere Tabs von ihr. ({reason})',
  'page.items': { one: '{count} Eintrag', other: '{count} Einträge' },
  'page.someone': 'Jemand',
  'page.notLoaded':
    'Das konnte jetzt nicht geladen werden. Versuch es wieder, sobald es eine Verbindung gibt.',

  // Dialogs
  'dialog.cancel': 'Abbrechen',
  'dialog.name': 'Name',

  // The overview of lists
  'lists.hint': 'Öffne eine Liste hier und auf einem anderen Gerät: Jede Änderung erscheint '
    + 'sofort auf beiden.',
  'lists.new': 'Neue Liste',
  'lists.none': 'Noch keine Listen. Erstelle die erste.',
  'lists.signIn': 'Melde dich an, um die Listen zu sehen.',
  'lists.offline': 'Es besteht keine Verbindung.',
  'lists.offlineKnown': 'Du bist offline. Listen, die in diesem Browser schon geöffnet waren, '
    + 'lassen sich lesen und bearbeiten; deine Änderungen werden später gesendet.',
  'lists.deleteOne': '{title} löschen',
  'lists.renameOne': '{title} umbenennen',
  'lists.here': { one: '{count} hier', other: '{count} hier' },
  'lists.rename': 'Liste umbenennen',

  // A list
  'list.hint': 'Tippe auf „Neuer Eintrag“, um etwas hinzuzufügen, und auf einen Text, um ihn zu '
    + 'ändern. Mit „Bearbeiten“ lassen sich Einträge bewegen und löschen; Streichen löscht '
    + 'ebenfalls. Andere sehen jede Änderung sofort.',
  'list.howToMove': 'Ziehe den Griff, um die Reihenfolge zu ändern, oder drücke die Leertaste auf '
    + 'einem Eintrag und benutze die Pfeiltasten.',
  'list.showAll': 'Alle Listen anzeigen',
  'list.noSuchList': 'Liste nicht gefunden',
  'list.list': 'Liste',
  'list.gone': 'Diese Liste gibt es nicht. Vielleicht wurde sie gelöscht.',
  'list.unreadable': 'Diese Liste kann gerade nicht gelesen werden, neuer Versuch …',
  'list.unreadableShown': 'Diese Liste kann gerade nicht gelesen werden, es wird erneut versucht. '
    + 'Du siehst ihren letzten Stand; deine Änderungen bleiben hier und werden später gesendet.',
  'list.viewOnly': {
    one: '{count} Eintrag · nur zum Ansehen', other: '{count} Einträge · nur zum Ansehen',
  },
  'list.signIn': 'Melde dich an, um diese Liste zu sehen.',
  'list.notOpenedBefore':
    'Es besteht keine Verbindung, und diese Liste war in diesem Browser noch nicht geöffnet.',
  'list.empty': 'Hier ist noch nichts. Tippe auf „Bearbeiten“, dann auf „Abschnitt“.',
  'list.refreshing': 'Wird aktualisiert',
  'list.editing': 'Bearbeiten',
  'list.doneEditing': 'Bearbeiten beendet',
  'list.wasDeleted': 'Diese Liste wurde gelöscht',
  'list.isNotThere': 'Diese Liste gibt es nicht',

  // The toolbar
  'toolbar.undo': 'Rückgängig',
  'toolbar.redo': 'Wiederholen',
  'toolbar.moveUp': 'Nach oben',
  'toolbar.moveDown': 'Nach unten',
  'toolbar.moveTo': 'Bewegen …',
  'toolbar.share': 'Teilen',
  'toolbar.selectAll': 'Alle auswählen',
  'toolbar.tick': 'Abhaken oder nicht',
  'toolbar.select': 'Auswählen',
  'toolbar.deleteWhere': 'Löschen …',
  'toolbar.addSection': 'Abschnitt',
  'toolbar.history': 'Verlauf',
  'toolbar.search': 'Suchen',
  'toolbar.more': 'Mehr',
  'toolbar.deleteSelected': { one: '{count} löschen', other: '{count} löschen' },

  // Sections
  'section.untitled': 'Abschnitt ohne Titel',
  'section.options': 'Abschnitt {title}: Optionen',
  'section.empty': 'Hier ist noch nichts',
  'section.addNew': '(neu)',
  'section.addNewIn': '(neu) in {title}',
  'section.newItem': 'Neuer Eintrag',
  'section.newItemIn': 'Neuer Eintrag in {title}',
  'section.rename': 'Umbenennen',

  // Rows
  'row.movable': 'beweglicher Eintrag',
  'row.done': '{title} erledigt',
  'row.select': '{title} auswählen',
  'row.delete': 'Löschen',
  'row.deleteOne': '{title} löschen',
  'row.deletes': 'Löscht {title}',
  'row.reorder': '{title} bewegen',
  'row.title': 'Titel',
  'row.addNote': 'Notiz hinzufügen',

  // Selecting rows
  'selecting.selected': { one: '{count} Eintrag ausgewählt', other: '{count} Einträge ausgewählt' },
  'selecting.ticked': { one: '„{title}“ abgehakt', other: '{count} Einträge abgehakt' },
  'selecting.unticked': {
    one: 'Haken von „{title}“ entfernt', other: 'Haken von {count} Einträgen entfernt',
  },

  // Moving rows
  'moving.dropped': 'Abgelegt. {place}',
  'moving.cancelled': 'Bewegen abgebrochen',
  'moving.notMovable': 'Dieser Eintrag lässt sich nicht bewegen',
  'moving.pickedUp': 'Aufgenommen. {title}, {position} von {total} in {section}. Pfeiltasten zum '
    + 'Bewegen, Leertaste zum Ablegen, Escape zum Abbrechen.',
  'moving.noFurther': 'Nicht weiter: {reason}',
  'moving.now': '{title}, jetzt {position} von {total} in {section}',
  'moving.back': 'Bewegen abgebrochen. {title}, {position} von {total} in {section}',
  'moving.theSection': 'diesem Abschnitt',
  'moving.clamped': 'An die nächste erlaubte Stelle bewegt: {reason}.',
  'moving.scope': 'Einträge dieses Abschnitts bleiben, wo sie hingehören',
  'moving.bounds': 'die Liste war inzwischen kürzer',
  'moving.pinned': 'fixierte Einträge behalten ihren Platz',
  'moving.noPlace': 'keine weitere Stelle',

  // Delete where…

  // Typed texts that others changed, or that could not be saved
  'typed.notNumber': '{field}: keine Zahl.',
  'typed.notSavedReason': 'Nicht gesichert: {reason}',
  'typed.staysInField': 'Nicht gesichert: {reason} Der Text bleibt im Feld.',
  'typed.deletedBeforeSaved':
    'Jemand hat den Eintrag gelöscht, bevor dein Text gesichert werden konnte.',
  'typed.listDeleted': 'Jemand hat die Liste gelöscht, bevor dies gesichert werden konnte.',
  'typed.sectionDeleted': 'Jemand hat den Abschnitt gelöscht, bevor dies gesichert werden konnte.',
  'typed.listWasDeleted': 'Die Liste {list} wurde gelöscht, bevor dies gesichert werden konnte.',
  'typed.otherTab': 'In einem Tab geschrieben, der geschlossen wurde.',
  'typed.quoted': '„{text}“',
  'typed.renamedChoose':
    'Jemand hat es inzwischen umbenannt: Behalte deine Fassung oder die andere',
  'typed.changedChoose': 'Jemand hat es inzwischen geändert: Behalte deine Fassung oder die andere',
  'typed.changed': 'Jemand hat es inzwischen geändert',
  'typed.openToChoose':
    '{list}: Jemand hat geändert, was du geändert hast. Öffne die Liste, um zu wählen.',

  // Yes and no

  // The overview
  'overview.menu': 'Mehr',
  'overview.search': 'Listen suchen',
  'overview.noMatch': 'Keine Liste hat das im Titel.',
  'overview.pinned': 'Angeheftet',
  'overview.unpinned': 'Nicht mehr angeheftet',
  'overview.open': '{open} von {total} offen',
  'overview.options': '{title}: Optionen',
};
