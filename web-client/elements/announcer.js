/** Tells screen readers what happened. */

const region = () => document.getElementById('announcer');

/** Says `message`, also when it is the same as before. */
export function announce(message) {
  const line = document.createElement('p');
  line.textContent = message;
  region().replaceChildren(line);
}
