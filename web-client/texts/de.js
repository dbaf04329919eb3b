/** The texts in German. */

import { changingDe } from './changing-de.js';
import { filesDe } from './files-de.js';
import { findingDe } from './finding-de.js';
import { rulesDe } from './rules-de.js';
import { rowsDe } from './rows-de.js';

export const de = {
  ...filesDe,
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
  'page.items': { one: '{count} Eintrag', other: '{count} Einträge' },
  'page.unknown': 'Hier ist nichts',
  'page.unknownNote': 'Diese Adresse führt zu keiner Liste. Vielleicht ist sie unvollständig.',
  'page.someone': 'Jemand',
  'page.copied': 'Kopiert',
  'page.selectedForCopying':
    'Der Text ist ausgewählt: Kopiere ihn mit den Tasten oder dem Menü deines Browsers',

  // Dialogs
  'dialog.cancel': 'Abbrechen',
  'dialog.close': 'Schließen',
  'dialog.save': 'Sichern',
  'dialog.name': 'Name',

  // The overview of lists
  'lists.hint': 'Öffne eine Liste hier und auf einem anderen Gerät: Jede Änderung erscheint '
    + 'sofort auf beiden.',
  'lists.new': 'Neue Liste',
  'lists.create': 'Erstellen',
  'lists.none': 'Noch keine Listen. Erstelle die erste.',
  'lists.offline': 'Es besteht keine Verbindung.',
  'lists.offlineKnown': 'Du bist offline. Listen, die in diesem Browser schon geöffnet waren, '
    + 'lassen sich lesen und bearbeiten; deine Änderungen werden später gesendet.',
  'lists.yourName': 'Dein Name',
  'lists.othersSeeYouAs': 'So sehen dich andere',
  'lists.createOnline': 'Listen lassen sich nur erstellen, wenn du verbunden bist.',
  'lists.deleteOnline': 'Listen lassen sich nur löschen, wenn du verbunden bist.',
  'lists.deletedBeforeSaved':
    'Die Liste „{title}“ wurde gelöscht, bevor dies gesichert werden konnte.',
  'lists.deleteOne': '{title} löschen',
  'lists.renameOne': '{title} umbenennen',
  'lists.here': { one: '{count} hier', other: '{count} hier' },
  'lists.askDelete': '„{title}“ löschen?',
  'lists.delete': 'Löschen',
  'lists.deleteNote': 'Die Liste wird für alle gelöscht und kann nicht wiederhergestellt werden.',
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
  'list.notOpenedBefore':
    'Es besteht keine Verbindung, und diese Liste war in diesem Browser noch nicht geöffnet.',
  'list.empty': 'Hier ist noch nichts. Tippe auf „Bearbeiten“, dann auf „Abschnitt“.',
  'list.refreshing': 'Wird aktualisiert',
  'list.editing': 'Bearbeiten',
  'list.doneEditing': 'Bearbeiten beendet',
  'list.deleted': 'Gelöscht',
  'list.deletedItems': { one: '{count} Eintrag gelöscht', other: '{count} Einträge gelöscht' },
  'list.wasDeleted': 'Diese Liste wurde gelöscht',
  'list.isNotThere': 'Diese Liste gibt es nicht',

  // The toolbar
  'toolbar.undo': 'Rückgängig',
  'toolbar.redo': 'Wiederholen',
  'toolbar.moveUp': 'Nach oben',
  'toolbar.moveDown': 'Nach unten',
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

  // The menu of a list
  'menu.listSettings': 'Listeneinstellungen',
  'menu.deleteList': 'Liste löschen …',
  'menu.refresh': 'Aktualisieren',
  'menu.keys': 'Tasten',
  'menu.print': 'Drucken',
  'menu.settings': 'Einstellungen',

  // The keys of the page
  'keys.title': 'Tasten',
  'keys.or': 'oder',
  'keys.walking': 'Bewegen',
  'keys.item': 'Auf einem Eintrag',
  'keys.pickedUp': 'Mit aufgenommenem Eintrag',
  'keys.typing': 'In einem Textfeld',
  'keys.everywhere': 'Überall',
  'keys.walk': 'Voriger oder nächster Eintrag',
  'keys.ends': 'Erster oder letzter Eintrag',
  'keys.search': 'Suchen',
  'keys.toast': 'Zur neuesten Meldung mit „Rückgängig“',
  'keys.keys': 'Diese Tasten anzeigen',
  'keys.tick': 'Abhaken; aufnehmen, wo ein Griff ist',
  'keys.rename': 'Text ändern',
  'keys.insertBelow': 'Eintrag darunter einfügen',
  'keys.move': 'Nach oben oder unten bewegen',
  'keys.delete': 'Löschen',
  'keys.menu': 'Menü des Eintrags',
  'keys.copy': 'Kopieren',
  'keys.select': 'Auswählen',
  'keys.selectAll': 'Alles auswählen',
  'keys.step': 'Um einen Platz bewegen',
  'keys.stepToEnd': 'Ans Ende des Abschnitts, dann der Liste',
  'keys.drop': 'Ablegen',
  'keys.cancel': 'Zurücklegen',
  'keys.save': 'Sichern und weiter zum nächsten',
  'keys.closeEmpty': 'Leeren neuen Eintrag schließen',
  'keys.discard': 'Verlassen, ohne zu sichern',
  'keys.undo': 'Rückgängig',
  'keys.redo': 'Wiederholen',
  'keys.names.Control': 'Strg',
  'keys.names.Alt': 'Alt',
  'keys.names.Backspace': 'Rücktaste',
  'keys.names.ContextMenu': 'Menü',
  'keys.names.Delete': 'Entf',
  'keys.names.End': 'Ende',
  'keys.names.Enter': 'Eingabe',
  'keys.names.Escape': 'Esc',
  'keys.names.Home': 'Pos1',
  'keys.names.Shift': 'Umschalt',
  'keys.names.Space': 'Leertaste',

  // The settings of this browser
  'settings.title': 'Einstellungen',
  'settings.name': 'Dein Name',
  'settings.language': 'Sprache',
  'settings.theme': 'Erscheinungsbild',
  'settings.system': 'System',
  'settings.light': 'Hell',
  'settings.dark': 'Dunkel',

  // People: going where they are, sharing, a name for who arrives
  'people.share': '„{title}“ teilen',
  'people.copyLink': 'Link kopieren',
  'people.linkCopied': 'Der Link ist kopiert',
  'people.shareTitle': 'Diesen Link kopieren',
  'people.link': 'Link',
  'people.shareWith': 'Teilen mit …',
  'people.qrCode': 'QR-Code des Links',
  'people.rowGone': 'Diesen Eintrag gibt es nicht mehr',
  'people.nowhere': '{name} ist hier, aber auf keinem Eintrag',
  'people.wentTo': '{name} ist bei „{title}“',
  'people.askName': 'Andere sehen dich als {name}. Wie heißt du?',
  'people.notNow': 'Nicht jetzt',
  'people.nameSaved': 'Andere sehen dich als {name}',

  // People who have given no name: each adjective goes with each animal
  'people.adjectives': 'Stiller Kluger Mutiger Sanfter Froher Flinker Geduldiger Schneller Ruhiger '
    + 'Sonniger Weiser Neugieriger Munterer Heiterer Wacher Feiner',
  'people.animals': 'Otter Fuchs Dachs Igel Luchs Biber Hase Bär Wal Falke Storch Rabe Marder '
    + 'Hirsch Kranich Specht Uhu Schwan Spatz Reiher',

  // Sections
  'section.untitled': 'Abschnitt ohne Titel',
  'section.options': 'Abschnitt {title}: Optionen',
  'section.empty': 'Hier ist noch nichts',
  'section.addNew': '(neu)',
  'section.addNewIn': '(neu) in {title}',
  'section.newItem': 'Neuer Eintrag',
  'section.newItemIn': 'Neuer Eintrag in {title}',
  'section.new': 'Neuer Abschnitt',
  'section.add': 'Hinzufügen',
  'section.rename': 'Umbenennen',
  'section.renameTitle': 'Abschnitt umbenennen',
  'section.moveUp': 'Nach oben',
  'section.moveDown': 'Nach unten',
  'section.delete': 'Abschnitt löschen',
  'section.deleteWithItems': {
    one: 'Abschnitt mit seinem Eintrag löschen',
    other: 'Abschnitt mit seinen {count} Einträgen löschen',
  },

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
  'selecting.ticked': { one: '{count} Eintrag abgehakt', other: '{count} Einträge abgehakt' },
  'selecting.unticked': {
    one: 'Haken von {count} Eintrag entfernt', other: 'Haken von {count} Einträgen entfernt',
  },
  'selecting.tooMany': {
    one: 'Höchstens {count} Eintrag kann auf einmal abgehakt werden.',
    other: 'Höchstens {count} Einträge können auf einmal abgehakt werden.',
  },
  'selecting.parts': {
    one: 'Als {count} Änderung ausgeführt',
    other: 'Als {count} Änderungen ausgeführt; jede wird einzeln widerrufen.',
  },

  // Moving rows
  'moving.dropped': 'Abgelegt. {place}',
  'moving.cancelled': 'Bewegen abgebrochen',
  'moving.notMovable': 'Dieser Eintrag lässt sich nicht bewegen',
  'moving.pickedUp': 'Aufgenommen. {place} Pfeiltasten zum Bewegen, Leertaste zum Ablegen, '
    + 'Escape zum Abbrechen.',
  'moving.noFurther': 'Nicht weiter: {reason}',
  'moving.place': 'Eintrag {position} von {total} in {section}.',
  'moving.position': '{title}: Position {position} von {total} in {section}',
  'moving.theSection': 'diesem Abschnitt',
  'moving.item': 'Eintrag',
  'moving.clamped': 'An die nächste erlaubte Stelle bewegt: {reason}.',
  'moving.scope': 'Einträge dieses Abschnitts bleiben, wo sie hingehören',
  'moving.bounds': 'die Liste war inzwischen kürzer',
  'moving.pinned': 'fixierte Einträge behalten ihren Platz',
  'moving.noPlace': 'keine weitere Stelle',

  // Delete where…
  'where.title': 'Löschen, wenn …',
  'where.delete': 'Löschen',
  'where.field': 'Feld',
  'where.comparison': 'Vergleich',
  'where.value': 'Wert',
  'where.equals': 'ist',
  'where.contains': 'enthält',
  'where.less': 'ist kleiner als',
  'where.greater': 'ist größer als',
  'where.fieldTitle': 'Titel',
  'where.fieldDetail': 'Notiz',
  'where.fieldDone': 'Erledigt',
  'where.giveValue': 'Gib einen Wert zum Vergleichen ein.',
  'where.noMatch': 'Keine passenden Einträge.',
  'where.deletes': {
    one: '{count} Eintrag wird gelöscht.', other: '{count} Einträge werden gelöscht.',
  },
  'where.deletesSome': {
    one: '{count} Eintrag wird gelöscht, bei {kept} weiteren ist das nicht erlaubt.',
    other: '{count} Einträge werden gelöscht, bei {kept} weiteren ist das nicht erlaubt.',
  },

  // What others do
  'peers.alsoHere': 'Auch hier',
  'peers.more': { one: '{count} weitere Person hier', other: '{count} weitere Personen hier' },
  'peers.isMoving': '{name} bewegt einen Eintrag',
  'peers.isTyping': '{name} schreibt',
  'peers.isEditing': '{name} bearbeitet die Liste',
  'peers.isDeleting': '{name} ist dabei, einen Eintrag zu löschen',
  'peers.isHere': '{name} ist hier',
  'peers.moves': '{name} bewegt',
  'peers.types': '{name} schreibt',
  'peers.deletedHolding': 'Jemand hat gelöscht, was du gerade hältst',
  'peers.deletedSection': 'Jemand hat den Abschnitt gelöscht, zu dem du etwas hinzufügst',
  'peers.deletedSectionReason': 'Jemand hat den Abschnitt gelöscht, zu dem du etwas hinzufügst.',
  'peers.deletedRenaming': 'Jemand hat gelöscht, was du gerade umbenennst',
  'peers.deletedOffered': 'Jemand hat „{title}“ gelöscht, während du umbenannt hast. Drücke die '
    + 'Eingabetaste, um deinen Text hinzuzufügen.',
  'peers.deletedKept':
    'Jemand hat „{title}“ gelöscht, während du umbenannt hast. Dein Text steht noch oben.',
  'peers.deletedReason': 'Jemand hat „{title}“ gelöscht, während du umbenannt hast.',
  'peers.deletedBoth': 'Jemand hat gelöscht, was ihr beide geändert hattet.',
  'peers.deleted': '{name} hat „{title}“ gelöscht.',
  'peers.deletedNowOn': '{name} hat „{title}“ gelöscht. Jetzt auf „{next}“.',

  // Typed texts that others changed, or that could not be saved
  'typed.notSaved': 'Nicht gesicherter Text',
  'typed.copy': 'Text kopieren',
  'typed.dismiss': 'Verwerfen',
  'typed.notSavedReason': 'Nicht gesichert: {reason}',
  'typed.staysInField': 'Nicht gesichert: {reason} Der Text bleibt im Feld.',
  'typed.deletedBeforeSaved':
    'Jemand hat den Eintrag gelöscht, bevor dein Text gesichert werden konnte.',
  'typed.listDeleted': 'Jemand hat die Liste gelöscht, bevor dies gesichert werden konnte.',
  'typed.sectionDeleted': 'Jemand hat den Abschnitt gelöscht, bevor dies gesichert werden konnte.',
  'typed.listWasDeleted': 'Die Liste {list} wurde gelöscht, bevor dies gesichert werden konnte.',
  'typed.quoted': '„{text}“',
  'typed.renamedMeanwhile': 'Inzwischen umbenannt in „{theirs}“',
  'typed.noteChangedMeanwhile': 'Notiz inzwischen geändert in „{theirs}“',
  'typed.noteRemovedMeanwhile': 'Notiz inzwischen entfernt',
  'typed.question': '{what}. {yours}',
  'typed.yours': 'Deine Fassung: „{mine}“.',
  'typed.youRemoved': 'Du hast sie entfernt.',
  'typed.keepMine': 'Meine behalten',
  'typed.keepTheirs': 'Andere behalten',
  'typed.renamedChoose':
    'Jemand hat es inzwischen umbenannt: Behalte deine Fassung oder die andere',
  'typed.changedChoose': 'Jemand hat es inzwischen geändert: Behalte deine Fassung oder die andere',
  'typed.changed': 'Jemand hat es inzwischen geändert',
  'typed.openToChoose':
    '{list}: Jemand hat geändert, was du geändert hast. Öffne die Liste, um zu wählen.',

  // Edits that are not done, or not yet
  'edits.notDone': 'Nicht ausgeführt: {reason}',
  'edits.notDoneIn': '{list}: nicht ausgeführt: {reason}',
  'edits.lost': {
    one: '{count} deiner Änderungen war nicht mehr möglich: Die Liste wurde gelöscht.',
    other: '{count} deiner Änderungen waren nicht mehr möglich: Die Liste wurde gelöscht.',
  },
  'edits.ofList': '{list}: {message}',
  'edits.nothingToUndo': 'Nichts mehr rückgängig zu machen',
  'edits.nothingToRedo': 'Nichts mehr zu wiederholen',
  'edits.nothingLeftToUndo': 'Nichts mehr rückgängig zu machen: Andere haben es seitdem geändert',
  'edits.nothingLeftToRedo': 'Nichts mehr zu wiederholen: Andere haben es seitdem geändert',
  'edits.rateLimited':
    'Zu viele Änderungen auf einmal: Deine bleiben hier und werden gleich gesendet',
  'edits.unavailable':
    'Der Server kann gerade nichts sichern: Deine Änderungen werden später erneut gesendet',
  'edits.overdue': 'Der Server kann noch nicht sagen, ob deine Änderungen gesichert sind: Sie '
    + 'bleiben so lange hier',
  'edits.final': 'Diese Änderung ist zu groß, um sie rückgängig zu machen. „Rückgängig“ nimmt '
    + 'zurück, was du davor getan hast.',

  // The status of the connection
  'status.online': 'Live',
  'status.connecting': 'Verbinden …',
  'status.waiting': 'Offline',
  'status.stopped': 'Getrennt',
  'status.unreadable': 'Gerade nicht lesbar',
  'status.notSaved': {
    one: '{count} Änderung noch nicht gesichert', other: '{count} Änderungen noch nicht gesichert',
  },
  'status.kept': {
    one: '{status} · {count} Änderung vorgemerkt',
    other: '{status} · {count} Änderungen vorgemerkt',
  },
  'status.connect': 'Verbinden',

  // Refusals of the server, by their code
  'refusal.unknownList': 'Diese Liste gibt es nicht mehr.',
  'refusal.unknownRow': 'Jemand hat diesen Eintrag gelöscht.',
  'refusal.unknownSection': 'Jemand hat diesen Abschnitt gelöscht.',
  'refusal.duplicateID': 'Das wurde schon hinzugefügt.',
  'refusal.editDisabled': 'Dieser Eintrag lässt sich nicht ändern.',
  'refusal.deleteDisabled': 'Das lässt sich nicht löschen.',
  'refusal.moveDisabled': 'Dieser Eintrag lässt sich nicht dorthin bewegen.',
  'refusal.insertDisabled': 'Zu diesem Abschnitt lässt sich nichts hinzufügen.',
  'refusal.sectionFull': 'Dieser Abschnitt ist voll.',
  'refusal.listFull': 'Diese Liste ist voll.',
  'refusal.conflict': 'Jemand hat es inzwischen geändert.',
  'refusal.staleBase': 'Die Liste hat sich seitdem zu sehr geändert. Bitte versuche es erneut.',
  'refusal.forbidden': 'Du darfst diese Liste nicht ändern.',
  'refusal.badAction': 'Dieser Server nimmt die Änderung nicht an.',
  'refusal.badMessage': 'Dieser Server nimmt die Änderung nicht an.',
  'refusal.tooLarge': 'Das ist zu viel für eine Änderung. Bitte ändere in kleineren Schritten.',
  'refusal.rateLimited': 'Das war zu viel auf einmal. Bitte versuche es gleich noch einmal.',
  'refusal.unavailable': 'Der Server kann das gerade nicht. Bitte versuche es gleich noch einmal.',
  'refusal.nothingToUndo': 'Es gibt nichts mehr rückgängig zu machen.',
  'refusal.nothingToRedo': 'Es gibt nichts mehr zu wiederholen.',
  'refusal.listExists': 'Eine Liste dieses Namens gibt es schon. Bitte versuche es noch einmal.',
  'refusal.tooManyLists': 'Du hast zu viele Listen geöffnet. Bitte schließe einige.',
  'refusal.other': 'Der Server hat das nicht angenommen.',
  'refusal.tooLong': 'Dieser Text ist zu lang.',

  // Why the client stopped, by the code of the error or of the close
  'stopped.replaced':
    'Lockstep ist in einem anderen Fenster geöffnet, das die Verbindung übernommen hat.',
  'stopped.helloExpected':
    'Der Server und diese Seite verstehen einander nicht. Bitte lade die Seite neu.',
  'stopped.badHello':
    'Der Server und diese Seite verstehen einander nicht. Bitte lade die Seite neu.',
  'stopped.notJSON': 'Der Server konnte nicht lesen, was diese Seite gesendet hat.',
  'stopped.notUTF8': 'Der Server konnte nicht lesen, was diese Seite gesendet hat.',
  'stopped.binaryFrame': 'Der Server konnte nicht lesen, was diese Seite gesendet hat.',
  'stopped.frameTooLarge': 'Eine Änderung war zu groß für den Server.',
  'stopped.unauthorized': 'Du bist nicht angemeldet.',
  'stopped.close1002': 'Der Server und diese Seite sprechen nicht dasselbe Protokoll.',
  'stopped.close1003': 'Der Server hat abgelehnt, was diese Seite gesendet hat.',
  'stopped.close1007': 'Der Server konnte nicht lesen, was diese Seite gesendet hat.',
  'stopped.close1008':
    'Diese Verbindung wurde von einem anderen Fenster übernommen oder abgelehnt.',
  'stopped.close1009': 'Eine Änderung war zu groß für den Server.',
  'stopped.close4401': 'Du bist nicht angemeldet.',

  // Signing in
  'signIn.title': 'Anmelden',
  'signIn.token': 'Token',
  'signIn.needed': 'Hier ist ein Token nötig.',
  'signIn.malformed': 'Das ist kein Token.',
  'signIn.notSigned': 'Das Token ist nicht mit einem Schlüssel dieses Servers signiert.',
  'signIn.expired': 'Das Token ist abgelaufen: Bitte um ein neues.',
  'signIn.notYetValid': 'Das Token gilt noch nicht.',
  'signIn.wrongAudience': 'Das Token ist für einen anderen Dienst bestimmt.',

  // The history
  'history.title': 'Verlauf',
  'history.label': 'Änderungen, neueste zuerst',
  'history.loading': 'Wird geladen …',
  'history.older': 'Ältere Änderungen anzeigen',
  'history.unreadable': 'Der Verlauf kann gerade nicht gelesen werden.',
  'history.tryAgain': 'Erneut versuchen',
  'history.empty': 'Noch ist nichts geschehen.',
  'history.you': 'Du',
  'history.back': 'Liste',

  // What a change did: a sentence is one of these two around the parts below, joined
  'change.byYou': 'Du hast {what}',
  'change.by': '{name} hat {what}',
  'change.and': '{first} und {second}',
  'change.undoes': 'eine Änderung zurückgenommen: {what}',
  'change.redoes': 'eine Änderung wiederholt: {what}',
  'change.nothing': 'nichts geändert',
  'change.addedRow': '„{title}“ hinzugefügt',
  'change.addedRows': { one: 'einen Eintrag hinzugefügt', other: '{count} Einträge hinzugefügt' },
  'change.deletedRow': '„{title}“ gelöscht',
  'change.deletedRows': { one: 'einen Eintrag gelöscht', other: '{count} Einträge gelöscht' },
  'change.movedRow': '„{title}“ bewegt',
  'change.movedRows': { one: 'einen Eintrag bewegt', other: '{count} Einträge bewegt' },
  'change.renamedRow': 'einen Eintrag in „{title}“ umbenannt',
  'change.tickedRow': '„{title}“ abgehakt',
  'change.tickedRows': { one: 'einen Eintrag abgehakt', other: '{count} Einträge abgehakt' },
  'change.untickedRow': 'den Haken bei „{title}“ entfernt',
  'change.untickedRows': {
    one: 'den Haken bei einem Eintrag entfernt', other: 'die Haken bei {count} Einträgen entfernt',
  },
  'change.changedRow': '„{title}“ geändert',
  'change.changedRows': { one: 'einen Eintrag geändert', other: '{count} Einträge geändert' },
  'change.addedSection': 'den Abschnitt „{title}“ hinzugefügt',
  'change.addedUntitledSection': 'einen Abschnitt ohne Titel hinzugefügt',
  'change.deletedSections': {
    one: 'einen Abschnitt gelöscht', other: '{count} Abschnitte gelöscht',
  },
  'change.movedSections': { one: 'einen Abschnitt bewegt', other: '{count} Abschnitte bewegt' },
  'change.changedSection': 'einen Abschnitt geändert',
  'change.renamedSection': 'einen Abschnitt in „{title}“ umbenannt',
  'change.renamedList': 'die Liste in „{title}“ umbenannt',
  'change.changedRules': 'die Regeln der Liste geändert',

  // Yes and no
  'where.yes': 'Ja',
  'where.no': 'Nein',
};
