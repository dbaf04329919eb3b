/** The English texts of signing in, and of why the client has stopped. */

export const signInEn = {
  'signIn.title': 'Sign in',
  'signIn.token': 'Token',
  'signIn.needed': 'A token is needed here.',
  'signIn.malformed': 'This is no token.',
  'signIn.notSigned': 'The token is not signed with a key of this server.',
  'signIn.expired': 'The token has expired: ask for a new one.',
  'signIn.notYetValid': 'The token is not valid yet.',
  'signIn.wrongAudience': 'The token is meant for another service.',
  'stopped.replaced': 'Lockstep is open in another window, which took over the connection.',
  'stopped.helloExpected':
    'The server and this page do not understand each other. Please reload the page.',
  'stopped.badHello':
    'The server and this page do not understand each other. Please reload the page.',
  'stopped.notJSON': 'The server could not read what this page sent.',
  'stopped.notUTF8': 'The server could not read what this page sent.',
  'stopped.binaryFrame': 'The server could not read what this page sent.',
  'stopped.frameTooLarge': 'A change was too large for the server.',
  'stopped.unauthorized': 'You are not signed in.',
  'stopped.ended': 'An operator ended this session.',
  'stopped.close1002': 'The server and this page do not speak the same protocol.',
  'stopped.close1003': 'The server refused what this page sent.',
  'stopped.close1007': 'The server could not read what this page sent.',
  'stopped.close1008': 'This connection was taken over by another window, or refused.',
  'stopped.close1009': 'A change was too large for the server.',
  'stopped.close4401': 'You are not signed in.',
  'stopped.close4403': 'An operator ended this session.',
};
