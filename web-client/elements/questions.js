/** Questions in place: a text that another person changed while this one was typed. */

import { h } from './dom.js';

const VERBS = { title: 'Renamed meanwhile to', detail: 'Note changed meanwhile to' };

const choice = (action, label, { id }) => h('button', {
  type: 'button', class: 'question-choice', 'data-action': action, 'data-conflict': id,
}, label);

function question(conflict) {
  const { field, mine, theirs } = conflict;
  const said = theirs === '' ? 'Note removed meanwhile' : `${VERBS[field]} “${theirs}”`;
  const yours = mine === '' ? 'You removed it.' : `Yours: “${mine}”.`;
  return h('div', { class: 'question', role: 'group', 'aria-label': said, 'data-question': field },
    h('p', { class: 'question-words', dir: 'auto' }, `${said}. ${yours}`),
    choice('keep-mine', 'Keep mine', conflict), choice('keep-theirs', 'Keep theirs', conflict));
}

/** The questions about one row, section or list. */
export class QuestionsView {
  element = h('div', { class: 'questions', hidden: true });
  #shown = '';

  /** Shows `conflicts`, drafts of the kind `conflict`. */
  update(conflicts) {
    const json = JSON.stringify(conflicts);
    if (json === this.#shown) return;
    this.#shown = json;
    this.element.hidden = conflicts.length === 0;
    this.element.replaceChildren(...conflicts.map(question));
  }
}
