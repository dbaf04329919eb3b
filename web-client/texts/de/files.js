/** The German texts about lists as files, and about their overview. */

export const filesDe = {
  'files.json': 'JSON (die ganze Liste)',
  'files.csv': 'CSV (eine Tabelle)',
  'files.markdown': 'Markdown',
  'files.text': 'Reiner Text',

  // What cannot be read of a file
  'files.problem.notJSON': 'Das ist kein gültiges JSON.',
  'files.problem.notOurs': 'Das ist keine von Lockstep geschriebene Liste.',
  'files.problem.empty': 'In dieser Datei steht nichts.',
  'files.problem.quoteOpen': 'Ein Anführungszeichen wird nicht geschlossen.',
  'files.problem.textAfterQuote': 'Nach einem schließenden Anführungszeichen steht Text.',
  'files.problem.columnTwice': 'Die Spalte „{name}“ kommt zweimal vor.',
  'files.problem.noColumns':
    'Die erste Zeile muss die Spalten benennen, darunter eine mit den Einträgen.',
  'files.problem.noColumn':
    'Zelle {count} steht in einer Spalte ohne Namen; die Zeile wird ausgelassen.',
  'files.problem.badId': '„{id}“ kann keine Kennung sein; die Zeile wird ausgelassen.',
  'files.problem.badDone': '„{text}“ ist weder Ja noch Nein; die Zeile wird ausgelassen.',
  'files.problem.nul': 'In „{name}“ steht ein Zeichen, das kein Text haben kann; ausgelassen.',
  'files.problem.noItem': '„{text}“ ist kein Eintrag einer Liste; ausgelassen.',
  'files.problem.fieldsTooLarge': 'Ein Eintrag ist länger als {bytes} Byte; ausgelassen.',
  'files.problem.titleTooLong': 'Der Abschnittstitel „{text}…“ wird auf {bytes} Byte gekürzt.',
  'files.problem.tooManySections':
    'Eine Liste hat höchstens {count} Abschnitte; die übrigen werden ausgelassen.',

  // Exporting
  'export.menu': 'Exportieren …',
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
  'import.menu': 'Importieren …',
  'import.title': 'Importieren',
  'import.import': 'Importieren',
  'import.paste': 'Liste einsetzen',
  'import.placeholder': 'Eine Zeile für jeden Eintrag',
  'import.chooseFile': 'Datei auswählen …',
  'import.from': 'Aus {name}',
  'import.pasted': 'der Zwischenablage',
  'import.format': 'Format',
  'import.titleColumn': 'Spalte mit den Einträgen',
  'import.column': 'Spalte {number}',
  'import.target': 'Ziel',
  'import.addTo': 'Die Liste „{title}“',
  'import.makeNew': 'Eine neue Liste',
  'import.newName': 'Name der neuen Liste',
  'import.needsName': 'Gib der neuen Liste einen Namen.',
  'import.nothing': 'Es gibt nichts zu importieren.',
  'import.summary': '{items} in {sections}',
  'import.sections': { one: '{count} Abschnitt', other: '{count} Abschnitten' },
  'import.more': { one: 'und {count} weiterer', other: 'und {count} weitere' },
  'import.into': '{items} in „{section}“',
  'import.intoNew': '{items} in den neuen Abschnitt „{section}“',
  'import.line': 'Zeile {line}: {problem}',
  'import.moreProblems': { one: 'und {count} weiteres Problem', other: 'und {count} weitere Probleme' },
  'import.reading': 'Wird gelesen …',
  'import.tooLarge':
    'Diese Datei ist zu groß, um hier importiert zu werden: Verwende „lockstep import“.',
  'import.unreadable': 'Diese Datei lässt sich nicht lesen.',
  'import.running': 'Wird importiert',
  'import.progress': '{done} von {total} Einträgen',
  'import.stop': 'Stoppen',
  'import.stopped': 'Gestoppt: Es wurde nichts importiert',
  'import.unfinished': 'Ein Teil von „{title}“ liegt noch auf dem Server: Lösche diese Liste',
  'import.failed': 'Nicht importiert: {reason}',
  'import.added': { one: '{count} Eintrag hinzugefügt', other: '{count} Einträge hinzugefügt' },
  'import.addedInSteps':
    '{count} Einträge in {steps} Schritten hinzugefügt: „Rückgängig“ nimmt je einen Schritt zurück',

  // Finding and ordering lists
  'overview.menu': 'Mehr',
  'overview.search': 'Listen suchen',
  'overview.noMatch': 'Keine Liste hat das im Titel.',
  'overview.byTitle': 'Nach Titel sortieren',
  'overview.byRecent': 'Nach letzter Verwendung sortieren',
  'overview.pin': 'Oben anheften',
  'overview.unpin': 'Nicht mehr anheften',
  'overview.pinned': 'Angeheftet',
  'overview.unpinned': 'Nicht mehr angeheftet',
  'overview.options': '{title}: Optionen',
  'overview.delete': 'Liste löschen',
  'overview.server': 'Server',

  // A new version of the page
  'update.ready': 'Eine neue Version ist bereit',
  'update.reload': 'Neu laden',
  'update.later': 'Später',
};
