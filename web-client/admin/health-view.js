/** Whether a server is well: readiness, unreadable lists, backups, and the reach of NATS. */

import { arrange, attribute, h, text } from '../elements/dom.js';
import { fragmentOf } from '../environment.js';
import { formatTime, translate } from '../texts/texts.js';
import { bytes, duration } from './quantities.js';

/** Whether something needs the attention of those who run the server. */
export const needsAttention = ({ health, figures }) => !health.ready || health.unreadable.length > 0
  || health.backupFailures > 0 || figures.natsReachable === false;

/** One thing that is well or not: its title, a sentence, and reasons. */
class HealthRow {
  #words = h('p', { class: 'card-notes' });
  #reasons = h('ul', { class: 'health-reasons', hidden: true });
  element;

  constructor(name) {
    this.element = h('li', { class: 'card-row', 'data-health': name },
      h('span', { class: 'health-mark', 'aria-hidden': 'true' }),
      h('div', { class: 'card-words' },
        h('p', { class: 'card-title' }, translate(`admin.health.${name}`)), this.#words,
        this.#reasons));
  }

  /** `reasons` are elements, or nothing. */
  update(isWell, words, reasons = []) {
    attribute(this.element, 'data-well', isWell ? 'yes' : 'no');
    text(this.#words, words);
    arrange(this.#reasons, reasons);
    this.#reasons.hidden = reasons.length === 0;
  }
}

/** What is known of backups in words. */
function backupWords({ backedUp, backupFailures }) {
  const last = backedUp === undefined ? translate('admin.noBackup')
    : translate('admin.backedUp', {
      time: formatTime(backedUp), ago: duration((Date.now() - backedUp) / 1000),
    });
  if (backupFailures === 0) return last;
  return `${last} ${translate('admin.backupFailures', { count: backupFailures })}`;
}

export class HealthView {
  name = 'health';
  /** Nothing beside the figures, which are always asked for. */
  question = null;
  #rows = {
    ready: new HealthRow('ready'), unreadable: new HealthRow('unreadable'),
    backups: new HealthRow('backups'), nats: new HealthRow('nats'),
  };
  /** The lines of reasons and of lists, by what they say. */
  #lines = new Map();
  element;

  constructor() {
    this.element = h('ul', {
      class: 'cards', role: 'list', 'aria-label': translate('admin.health'),
    }, Object.values(this.#rows).map(({ element }) => element));
  }

  /** What the health is of. */
  scope() { return translate('admin.thisServer'); }

  showStatus({ health, figures }) {
    const { ready, unreadable, backups, nats } = this.#rows;
    const known = this.#lines;
    this.#lines = new Map();
    const line = (key, make) => {
      const element = known.get(key) ?? h('li', {}, make());
      this.#lines.set(key, element);
      return element;
    };
    ready.update(health.ready, translate(health.ready ? 'admin.isReady' : 'admin.isNotReady'),
      health.reasons.map((reason) => line(`reason ${reason}`, () => reason)));
    const lists = health.unreadable;
    unreadable.update(lists.length === 0, lists.length === 0 ? translate('admin.allReadable')
      : translate('admin.unreadableLists', { count: lists.length }),
    lists.map(({ list, reason }) => line(`list ${list} ${reason}`, () => [
      h('a', { href: `/${fragmentOf(list)}` }, list), ` – ${reason}`])));
    backups.update(health.backupFailures === 0, backupWords(health));
    nats.element.hidden = figures.natsReachable === undefined;
    if (figures.natsReachable !== undefined) {
      nats.update(figures.natsReachable, figures.natsReachable
        ? translate('admin.streams', { count: figures.streams, bytes: bytes(figures.streamBytes) })
        : translate('admin.natsAway'));
    }
  }
}
