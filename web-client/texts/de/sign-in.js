/** The German texts of signing in, and of why the client has stopped. */

export const signInDe = {
  'signIn.title': 'Anmelden',
  'signIn.token': 'Token',
  'signIn.needed': 'Hier ist ein Token nötig.',
  'signIn.malformed': 'Das ist kein Token.',
  'signIn.notSigned': 'Das Token ist nicht mit einem Schlüssel dieses Servers signiert.',
  'signIn.expired': 'Das Token ist abgelaufen: Bitte um ein neues.',
  'signIn.notYetValid': 'Das Token gilt noch nicht.',
  'signIn.wrongAudience': 'Das Token ist für einen anderen Dienst bestimmt.',
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
  'stopped.ended': 'Diese Sitzung wurde von der Verwaltung des Servers beendet.',
  'stopped.close1002': 'Der Server und diese Seite sprechen nicht dasselbe Protokoll.',
  'stopped.close1003': 'Der Server hat abgelehnt, was diese Seite gesendet hat.',
  'stopped.close1007': 'Der Server konnte nicht lesen, was diese Seite gesendet hat.',
  'stopped.close1008':
    'Diese Verbindung wurde von einem anderen Fenster übernommen oder abgelehnt.',
  'stopped.close1009': 'Eine Änderung war zu groß für den Server.',
  'stopped.close4401': 'Du bist nicht angemeldet.',
  'stopped.close4403': 'Diese Sitzung wurde von der Verwaltung des Servers beendet.',
};
