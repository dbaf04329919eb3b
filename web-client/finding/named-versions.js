/** The named versions of a list on its history page: made, chosen and deleted. */

import { fetchInTime } from '../package/client/list-requests.js';
import { askInDialog, askText } from '../dialogs/dialog.js';
import { h } from '../elements/dom.js';
import { toast } from '../elements/notices.js';
import { formatTime, translate } from '../texts/texts.js';

/** The most bytes of a name. */
const MOST_BYTES = 200;

export class NamedVersions {
  #client;
  #list;
  #show;
  #isRead = false;

  /** For an `OpenList` of `client`; `show(version)` shows one, `{name, revision, at}`. */
  constructor(client, list, show) {
    this.#client = client;
    this.#list = list;
    this.#show = show;
    this.rows = h('ul', { role: 'list', 'aria-label': translate('versions.label') });
    this.button = h('button', {
      type: 'button', class: 'restore', 'data-action': 'name-version', hidden: true,
      onclick: () => this.#make(),
    }, translate('versions.name'));
    this.element = h('div', { class: 'versions', hidden: true }, this.button, this.rows);
    /** The revision that is named; `undefined`: the newest. */
    this.revision = undefined;
  }

  /** Shows them where the server has them, and asks for them once. */
  draw() {
    this.element.hidden = !this.#client.features.includes('versions');
    this.button.hidden = !this.#mayEdit;
    if (this.element.hidden || this.#isRead || this.#list.role === undefined) return;
    this.#isRead = true;
    this.#read();
  }

  get #mayEdit() { return this.#list.role === 'editor' || this.#list.role === 'owner'; }

  async #ask(method, name = '', body = undefined) {
    const path = `/api/lists/${encodeURIComponent(this.#list.id)}/versions${name}`;
    const headers = { ...this.#client.headers };
    if (body) headers['Content-Type'] = 'application/json';
    const answer = await fetchInTime(this.#client.locate(path),
      { method, headers, body: body && JSON.stringify(body) }).catch(() => ({ status: 0 }));
    if (answer.ok) return answer;
    toast(translate({ 409: 'versions.taken', 410: 'earlier.gone' }[answer.status]
      ?? 'versions.failed'), 'error');
    return null;
  }

  async #read() {
    const answer = await this.#ask('GET');
    if (!answer) return;
    const { versions } = await answer.json();
    this.rows.replaceChildren(...versions.map((version) => this.#row(version)));
  }

  #row(version) {
    const { name, at } = version;
    return h('li', {},
      h('button', {
        type: 'button', class: 'restore', 'data-action': 'show-version', dir: 'auto',
        onclick: () => this.#show(version),
      }, `${name} · ${formatTime(at)}`),
      this.#mayEdit ? h('button', {
        type: 'button', class: 'restore', 'data-action': 'delete-version',
        'aria-label': translate('versions.deleteOne', { name }),
        onclick: () => this.#delete(name),
      }, translate('versions.delete')) : null);
  }

  async #make() {
    const { revision } = this;
    const name = await askText({
      title: translate('versions.name'), label: translate('versions.nameLabel'),
      button: translate('dialog.save'), maximum: MOST_BYTES,
      check: (text) => (new TextEncoder().encode(text).length > MOST_BYTES
        ? translate('versions.tooLong') : ''),
    });
    if (name && await this.#ask('POST', '', { name, revision })) await this.#read();
  }

  async #delete(name) {
    const sure = await askInDialog({
      title: translate('versions.ask', { name }), confirm: translate('versions.delete'),
      danger: true, answer: () => true,
    });
    if (!sure || !await this.#ask('DELETE', `/${encodeURIComponent(name)}`)) return;
    await this.#read();
    this.button.focus({ preventScroll: true });
  }
}
