/** The German texts about filters, long lists and sections. */

export const findingDe = {
  'filter.choose': 'Filtern',
  'filter.label': 'Anzeigen',
  'filter.all': 'Alle',
  'filter.open': 'Offen',
  'filter.done': 'Erledigt',
  'filter.mine': 'Meine',
  'filter.shown': '{count} von {total} angezeigt',
  'filter.announced': { one: '{filter}: 1 Eintrag', other: '{filter}: {count} Einträge' },
  'filter.showCompleted': '{count} erledigte einblenden',
  'filter.completedHidden': 'Erledigte Einträge sind ausgeblendet',
  'filter.completedShown': 'Erledigte Einträge sind eingeblendet',

  // Listen, die zu lang sind, um ganz gesendet zu werden
  'long.loading': 'Alle Einträge werden geladen',
  'long.loaded': 'Alle Einträge sind da',
  'long.cancelled': 'Das Laden wurde abgebrochen',
  'progress.percent': '{what}: {percent} %',
  'long.paperHidden': {
    one: '1 von {total} Einträgen ist ausgeblendet und nicht gedruckt.',
    other: '{count} von {total} Einträgen sind ausgeblendet und nicht gedruckt.',
  },
  'long.paper': 'Nur {count} von {total} Einträgen sind hier gedruckt. Für alle wähle „Drucken“ im Menü der Liste.',
  'long.missing': { one: '{count} Eintrag ist nicht gedruckt', other: '{count} Einträge sind nicht gedruckt' },
  'long.notLoaded': 'Dazu sind alle Einträge der Liste nötig, die jetzt nicht geladen werden können. Versuche es wieder, wenn du online bist.',

  // Abschnitte
  'sections.select': 'Abschnitt {title} auswählen',
  'sections.items': 'Einträge von {title}',
  'sections.open': { one: '{count} offener Eintrag', other: '{count} offene Einträge' },
  'sections.countOpen': { one: '{count} Eintrag; offene zählen', other: '{count} Einträge; offene zählen' },
  'sections.count': 'Offene Einträge zählen',
  'sections.title': 'Name des Abschnitts',
  'sections.place': '{title}: Abschnitt {position} von {total}.',
  'sections.pickedUp': 'Aufgenommen. {place} Pfeiltasten bewegen, Leertaste legt ab, Escape bricht '
    + 'ab.',
};
