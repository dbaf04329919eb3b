/** The German texts of signing in. */

export const signInDe = {
  'signIn.title': 'Anmelden',
  'signIn.token': 'Token',
  'signIn.needed': 'Hier ist ein Token nötig.',
  'signIn.malformed': 'Das ist kein Token.',
  'signIn.notSigned': 'Das Token ist nicht mit einem Schlüssel dieses Servers signiert.',
  'signIn.expired': 'Das Token ist abgelaufen: Bitte um ein neues.',
  'signIn.notYetValid': 'Das Token gilt noch nicht.',
  'signIn.wrongAudience': 'Das Token ist für einen anderen Dienst bestimmt.',
};
