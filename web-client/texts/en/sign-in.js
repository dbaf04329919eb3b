/** The English texts of signing in. */

export const signInEn = {
  'signIn.title': 'Sign in',
  'signIn.token': 'Token',
  'signIn.needed': 'A token is needed here.',
  'signIn.malformed': 'This is no token.',
  'signIn.notSigned': 'The token is not signed with a key of this server.',
  'signIn.expired': 'The token has expired: ask for a new one.',
  'signIn.notYetValid': 'The token is not valid yet.',
  'signIn.wrongAudience': 'The token is meant for another service.',
};
