/** The German texts about exporting and importing: loaded with them. */

export const transferDe = {
  // The formats of files
  'files.json': 'JSON (die ganze Liste)',
  'files.csv': 'CSV (eine Tabelle)',
  'files.markdown': 'Markdown',
  'files.text': 'Reiner Text',
  'files.todoist': 'Todoist',
  'files.trello': 'Trello',
  'files.notion': 'Notion',
  'files.keep': 'Google Keep',
  'files.googleTasks': 'Google Tasks',
  'files.tickTick': 'TickTick',
  'files.asana': 'Asana',
  'files.iCalendar': 'iCalendar',
  'files.taskPaper': 'TaskPaper',
  'files.opml': 'OPML',
  'files.todoTxt': 'todo.txt',
  'files.wunderlist': 'Wunderlist',
  'files.taskwarrior': 'Taskwarrior',
  'files.microsoftToDo': 'Microsoft To Do',
  'files.outlook': 'Outlook',
  'files.linear': 'Linear',
  'files.gitHub': 'GitHub',
  'files.jsonRecords': 'JSON (Datensätze)',

  // What is left out of a file, or not as it was
  'files.leftOut.archivedCard': {
    one: '{count} archivierte Karte ausgelassen',
    other: '{count} archivierte Karten ausgelassen',
  },
  'files.leftOut.cardInArchivedList': {
    one: '{count} Karte einer archivierten Liste ausgelassen',
    other: '{count} Karten archivierter Listen ausgelassen',
  },
  'files.leftOut.archivedTask': {
    one: '{count} archivierte Aufgabe ausgelassen',
    other: '{count} archivierte Aufgaben ausgelassen',
  },
  'files.leftOut.deletedTask': {
    one: '{count} gelöschte Aufgabe ausgelassen',
    other: '{count} gelöschte Aufgaben ausgelassen',
  },
  'files.leftOut.archivedNote': {
    one: '{count} archivierte Notiz ausgelassen',
    other: '{count} archivierte Notizen ausgelassen',
  },
  'files.leftOut.trashedNote': {
    one: '{count} Notiz im Papierkorb ausgelassen',
    other: '{count} Notizen im Papierkorb ausgelassen',
  },
  'files.leftOut.event': {
    one: '{count} Termin ausgelassen',
    other: '{count} Termine ausgelassen',
  },
  'files.leftOut.journalEntry': {
    one: '{count} Tagebucheintrag ausgelassen',
    other: '{count} Tagebucheinträge ausgelassen',
  },
  'files.leftOut.reminder': {
    one: '{count} Erinnerung ausgelassen',
    other: '{count} Erinnerungen ausgelassen',
  },
  'files.leftOut.untitledRow': {
    one: '{count} Eintrag ohne Titel ausgelassen',
    other: '{count} Einträge ohne Titel ausgelassen',
  },
  'files.leftOut.looseText': {
    one: '{count} Zeile, die kein Eintrag ist, ausgelassen',
    other: '{count} Zeilen, die keine Einträge sind, ausgelassen',
  },
  'files.leftOut.listNote': {
    one: '{count} Notiz zu einer Liste oder einem Abschnitt ausgelassen',
    other: '{count} Notizen zu Listen oder Abschnitten ausgelassen',
  },
  'files.leftOut.listLabel': {
    one: '{count} Etikett einer Liste ausgelassen',
    other: '{count} Etiketten von Listen ausgelassen',
  },
  'files.leftOut.attachment': {
    one: '{count} Anhang ausgelassen',
    other: '{count} Anhänge ausgelassen',
  },
  'files.leftOut.unknownRecord': {
    one: '{count} Datensatz unbekannter Art ausgelassen',
    other: '{count} Datensätze unbekannter Art ausgelassen',
  },
  'files.leftOut.deepRow': {
    one: '{count} zu tiefer Eintrag höhergestellt',
    other: '{count} zu tiefe Einträge höhergestellt',
  },
  'files.leftOut.longTitle': { one: '{count} Titel gekürzt', other: '{count} Titel gekürzt' },
  'files.leftOut.other': {
    one: '{count} Angabe ausgelassen',
    other: '{count} Angaben ausgelassen',
  },
  'files.leftOut.atLine': { one: '{what} (Zeile {line})', other: '{what} (ab Zeile {line})' },

  // Exporting
  'export.title': '„{title}“ exportieren',
  'export.format': 'Format',
  'export.json':
    'Alles, samt Regeln: lässt sich hier oder auf der Kommandozeile wieder importieren.',
  'export.csv': 'Eine Zeile für jeden Eintrag, mit allen Feldern, für Tabellenprogramme.',
  'export.markdown': 'Überschriften, Einträge mit Kästchen und Notizen.',
  'export.text': 'Eine Zeile für jeden Eintrag.',
  'export.download': 'Sichern',
  'export.copy': 'Kopieren',
  'export.unreadable': 'Diese Liste lässt sich gerade nicht lesen.',

  // Importing
  'import.title': 'Importieren',
  'import.import': 'Importieren',
  'import.paste': 'Liste einsetzen',
  'import.placeholder': 'Eine Zeile für jeden Eintrag',
  'import.chooseFile': 'Datei auswählen …',
  'import.from': 'Aus {name}',
  'import.pasted': 'der Zwischenablage',
  'import.format': 'Format',
  'import.recognised': 'Wie erkannt',
  'import.titleColumn': 'Spalte mit den Einträgen',
  'import.target': 'Ziel',
  'import.addTo': 'Die Liste „{title}“',
  'import.makeNew': 'Eine neue Liste',
  'import.makeNewLists': '{count} neue Listen',
  'import.newName': 'Name der neuen Liste',
  'import.needsName': 'Gib der neuen Liste einen Namen.',
  'import.nothing': 'Es gibt nichts zu importieren.',
  'import.firstItems': 'Die ersten Einträge',
  'import.summary': '{format}: {size}',
  'import.size': '{items} in {sections}',
  'import.sections': { one: '{count} Abschnitt', other: '{count} Abschnitten' },
  'import.lists': { one: '{count} Liste', other: '{count} Listen' },
  'import.list': '„{title}“: {size}',
  'import.more': 'und {number} mehr',
  'import.into': '{items} in „{section}“',
  'import.intoNew': '{items} in den neuen Abschnitt „{section}“',
  'import.tooManyItems':
    'Mehr als {number} Einträge passen nicht in einen Schritt: Erstelle eine neue Liste.',
  'import.tooMuch': 'Das ist zu viel für einen Schritt: Erstelle eine neue Liste.',
  'import.reading': 'Wird gelesen …',
  'import.running': 'Wird importiert …',
  'import.made': { one: '{count} Liste importiert', other: '{count} Listen importiert' },
  'import.added': { one: '{count} Eintrag hinzugefügt', other: '{count} Einträge hinzugefügt' },
  'import.failed': 'Nicht importiert: {reason}',

  // Why something is not imported
  'import.offline': 'Zum Importieren ist eine Verbindung nötig.',
  'import.notOffered': 'Dieser Server bietet kein Importieren an.',
  'import.tooLarge': 'Diese Datei ist größer als 16 MB.',
  'import.tooLargeHere': 'Diese Datei ist größer, als der Server annimmt.',
  'import.unreadable': 'Diese Datei lässt sich nicht lesen.',
  'import.badFile': 'Diese Datei lässt sich nicht lesen: {reason}.',
  'import.badLine': 'Zeile {line} lässt sich nicht lesen: {reason}.',
  'import.badPlace': 'Zeile {line}, Spalte {column} lässt sich nicht lesen: {reason}.',
  'import.forbidden': 'Du darfst diese Liste nicht erstellen.',
  'import.viewOnly': 'Du kannst diese Liste nur ansehen: Es wird nichts hinzugefügt.',
  'import.makesNone': 'Du darfst hier keine Listen erstellen: Es wird nichts importiert.',
  'import.tooLong': 'Diese Datei enthält mehr, als eine Liste haben darf.',
  'import.listExists': 'Es gibt schon eine Liste mit einer Kennung aus dieser Datei.',
  'import.tooManyLists': 'Der Server hat so viele Listen, wie er haben darf.',
  'import.undecided': 'Der Server hat nicht geantwortet. Sieh erst nach, ob die Listen da sind.',
};
