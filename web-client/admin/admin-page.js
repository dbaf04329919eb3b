/** The page about the server on screen: its bar, its sections, and what it asks for them. */

import { arrange, attribute, h, text } from '../elements/dom.js';
import { icon } from '../elements/icons.js';
import { StatusView } from '../elements/status-view.js';
import { stopSentence } from '../texts/stop-sentences.js';
import { translate } from '../texts/texts.js';
import { AccessView } from './access-view.js';
import { FiguresView } from './figures-view.js';
import { HealthView, needsAttention } from './health-view.js';
import { HooksView } from './hooks-view.js';
import { ListsView } from './lists-view.js';
import { Live } from './live.js';
import { clock, duration } from './quantities.js';
import { SessionsView } from './sessions-view.js';

/** Milliseconds after which figures are called old, though there is a connection. */
const OLD = 5000;

export class AdminPage {
  #live = new Live(() => this.#round());
  #sections;
  #shown;
  #links = new Map();
  #isVisible = true;
  /** The last answer with figures, and when it came; `null` before the first one. */
  #status = null;
  #takenAt = 0;
  #subtitle = h('p', { class: 'subtitle' });
  #age = h('p', { class: 'admin-age', role: 'status' });
  #problem = h('p', { class: 'admin-problem', role: 'alert', hidden: true });
  #scope = h('p', { class: 'admin-scope' });
  #place = h('div', { class: 'admin-section' });
  #message = h('p', { class: 'page-message' }, translate('page.opening'));
  #access = h('div');
  #content;
  element;

  constructor(connection, signIn) {
    Object.assign(this, { connection, signIn });
    this.#sections = this.#makeSections();
    this.status = new StatusView(connection, (show, ...why) => show(stopSentence(...why)));
    const sections = h('nav', { class: 'tabs', 'aria-label': translate('admin.sections') },
      this.#sections.map((section) => this.#link(section)));
    this.#content = h('div', { hidden: true },
      sections, this.#scope, this.#problem, this.#place);
    this.element = h('div', { class: 'screen' },
      h('header', { class: 'nav' },
        h('a', { class: 'nav-button back', href: '/' },
          icon('back'), h('span', { class: 'back-label' }, translate('page.lists'))),
        this.status.element, this.status.notice),
      h('main', { class: 'page admin' },
        h('div', { class: 'heading' },
          h('h1', { class: 'large-title' }, translate('admin.server')), this.#subtitle, this.#age),
        this.#content, this.#message, this.#access));
    document.title = translate('page.title', { name: translate('admin.server') });
    connection.on('state', () => this.#follow());
    connection.on('silent', () => this.#draw());
    setInterval(() => this.#draw(), 1000);
  }

  /** Shows the section that an address fragment names. */
  show(hash) {
    this.#shown = this.#sections.find(({ name }) => `#${name}` === hash) ?? this.#sections[0];
    for (const [name, link] of this.#links) {
      attribute(link, 'aria-current', name === this.#shown.name ? 'page' : null);
    }
    this.#problem.hidden = true;
    arrange(this.#place, [this.#shown.element]);
    attribute(this.#place, 'data-section-shown', this.#shown.name);
    this.#draw();
    this.#live.soon();
  }

  /** Asks for nothing while nobody looks. */
  setVisible(isVisible) {
    this.#isVisible = isVisible;
    this.#follow();
  }

  #makeSections() {
    const { connection } = this;
    const changed = () => this.#live.soon();
    return [
      new FiguresView(), new ListsView(changed), new SessionsView(connection, changed),
      new HooksView(connection, changed), new HealthView(),
    ];
  }

  #link({ name }) {
    const link = h('a', { class: 'tab', href: `#${name}`, 'data-tab': name },
      translate(`admin.${name}`),
      name === 'health' ? h('span', { class: 'tab-mark', hidden: true },
        h('span', { class: 'unseen' }, translate('admin.attention'))) : null);
    this.#links.set(name, link);
    return link;
  }

  #follow() {
    if (this.connection.state === 'online' && this.#isVisible) this.#live.start();
    else this.#live.stop();
    this.#draw();
  }

  async #round() {
    const section = this.#shown;
    const { question } = section;
    try {
      this.#take(await this.connection.ask({ get: 'figures' }));
      if (!question) return;
      const answer = await this.connection.ask(question);
      if (section.take(answer, question)) this.#live.soon();
      this.#problem.hidden = true;
    } catch (refusal) {
      this.#refused(refusal);
    }
  }

  #take(status) {
    this.#status = status;
    this.#takenAt = Date.now();
    this.#access.replaceChildren();
    for (const section of this.#sections) section.showStatus?.(status);
    const mark = this.#links.get('health').querySelector('.tab-mark');
    mark.hidden = !needsAttention(status);
    this.#draw();
  }

  #refused({ code, message }) {
    if (code === 'lost') return;
    if (code !== 'forbidden') {
      text(this.#problem, translate('admin.notAnswered', { message }));
      this.#problem.hidden = false;
      return;
    }
    // Nobody learns more here: what was shown goes with the right to it.
    this.#live.stop();
    this.#status = null;
    this.#access.replaceChildren(new AccessView(message, () => this.signIn.ask(message)).element);
    this.#sections = this.#makeSections();
    this.show(location.hash);
  }

  #draw() {
    const status = this.#status;
    const { state } = this.connection;
    this.status.update();
    this.#content.hidden = !status;
    const isRefused = this.#access.childElementCount > 0;
    this.#message.hidden = Boolean(status) || isRefused || state === 'stopped';
    text(this.#message, translate(state === 'waiting' ? 'admin.away' : 'page.opening'));
    text(this.#scope, status ? this.#shown.scope(status.servers) : '');
    text(this.#subtitle, status ? translate('admin.about', {
      server: status.server, version: status.figures.version,
      time: duration(status.figures.upSeconds),
    }) : '');
    text(this.#age, status ? this.#ageWords(state) : '');
  }

  /** How old the figures are, where they are; empty where they are live. */
  #ageWords(state) {
    const isOld = Date.now() - this.#takenAt > OLD;
    if (state === 'online' && !isOld) return '';
    return translate(state === 'online' ? 'admin.old' : 'admin.notConnected', {
      time: clock(this.#takenAt),
    });
  }
}
