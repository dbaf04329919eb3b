/** The hooks of a server: what waits for each, why, and taking up a paused one. */

import { arrange, attribute, h, text } from '../elements/dom.js';
import { toast } from '../elements/notices.js';
import { translate } from '../texts/texts.js';
import { duration } from './quantities.js';

/** Texts by the states that the server has. */
const STATES = {
  sending: 'admin.hookSending', retrying: 'admin.hookRetrying', paused: 'admin.hookPaused',
};

const waitingOf = ({ sets, lists, seconds }) => (lists === 0 ? translate('admin.hookDone')
  : translate('admin.hookWaits', {
    time: duration(seconds), changes: translate('admin.behind', { count: sets }),
    lists: translate('admin.listCount', { count: lists }),
  }));

/** One hook. */
class HookRow {
  #state = h('span', { class: 'pill' });
  #url = h('span', { class: 'hook-url', dir: 'ltr' });
  #waiting = h('span');
  #counts = h('span');
  #error = h('span', { class: 'hook-error' });
  #resume;
  element;

  constructor(name) {
    this.#resume = h('button', {
      type: 'button', class: 'table-action', 'data-action': 'resume-hook',
      'aria-label': translate('admin.resumeOne', { name }),
    }, translate('admin.resume'));
    this.element = h('li', { class: 'card-row', 'data-hook': name },
      h('div', { class: 'card-words' },
        h('p', { class: 'card-title' }, h('span', {}, name), this.#state),
        h('p', { class: 'card-notes' }, this.#url, this.#waiting, this.#counts, this.#error)),
      this.#resume);
  }

  update(hook) {
    const { url, state, taken, failed, lastError } = hook;
    attribute(this.#state, 'data-state', state);
    text(this.#state, STATES[state] ? translate(STATES[state]) : state);
    text(this.#url, url);
    text(this.#waiting, waitingOf(hook));
    text(this.#counts, translate('admin.hookCounts', { taken, failed }));
    text(this.#error, lastError ? translate('admin.hookError', { error: lastError }) : '');
    this.#error.hidden = !lastError;
    this.#resume.hidden = state !== 'paused';
  }
}

export class HooksView {
  name = 'hooks';
  question = { get: 'hooks' };
  #rows = new Map();
  #list = h('ul', { class: 'cards', role: 'list' });
  #none = h('p', { class: 'page-message', hidden: true }, translate('admin.noHooks'));
  element = h('div', {}, this.#list, this.#none);

  /** `changed()` is called where a hook was taken up. */
  constructor(connection, changed) {
    Object.assign(this, { connection, changed });
    attribute(this.#list, 'aria-label', translate('admin.hooks'));
    this.element.addEventListener('click', (event) => {
      const button = event.target.closest('[data-action="resume-hook"]');
      if (button) this.#resume(button.closest('[data-hook]').dataset.hook);
    });
  }

  /** What the hooks are of. */
  scope() { return translate('admin.thisServer'); }

  /** Shows an answer; there is nothing more to ask for. */
  take({ hooks }) {
    const known = new Map();
    arrange(this.#list, hooks.map((hook) => {
      const row = this.#rows.get(hook.name) ?? new HookRow(hook.name);
      known.set(hook.name, row);
      row.update(hook);
      return row.element;
    }));
    this.#rows = known;
    this.#list.hidden = hooks.length === 0;
    this.#none.hidden = hooks.length > 0;
    return false;
  }

  async #resume(name) {
    const { headers } = this.connection;
    const path = `/api/hooks/${encodeURIComponent(name)}/resume`;
    const response = await fetch(path, { method: 'POST', headers }).catch(() => null);
    if (response?.ok) toast(translate('admin.resumed', { name }));
    else toast(translate('admin.notResumed', { name }), 'error');
    this.changed();
  }
}
