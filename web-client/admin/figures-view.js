/** What `lockstep top` shows of a server, in groups. */

import { attribute, h, text } from '../elements/dom.js';
import { translate } from '../texts/texts.js';
import { bytes, count, duration, flow, microseconds, percent, rate } from './quantities.js';

/** Edits of every outcome in a second; not known before the second sample. */
const edits = (f) => (f.appliedPerSecond === undefined ? undefined : f.appliedPerSecond
  + f.noopsPerSecond + f.duplicatesPerSecond + f.rejectedPerSecond);

/** The note with a text of the catalogue, where the figures of it are known. */
const note = (key, values) => (
  Object.values(values).includes(undefined) ? '' : translate(key, values));

const p99 = (value) => note('admin.p99', {
  value: value === undefined ? undefined : microseconds(value),
});

const answers = (f) => (f.appliedPerSecond === undefined ? '' : translate('admin.answers', {
  applied: rate(f.appliedPerSecond), noops: rate(f.noopsPerSecond),
  duplicates: rate(f.duplicatesPerSecond), rejected: rate(f.rejectedPerSecond),
}));

const turns = (f) => [
  note('admin.longest', {
    value: f.turnMicrosecondsMax === undefined ? undefined : microseconds(f.turnMicrosecondsMax),
  }),
  f.longTurns > 0 ? translate('admin.longTurns', { count: f.longTurns }) : '',
].filter(Boolean).join('; ');

const cluster = (f) => {
  if (f.natsReachable === undefined) return '';
  if (!f.natsReachable) return translate('admin.natsAway');
  return translate('admin.streams', { count: f.streams, bytes: bytes(f.streamBytes) });
};

const appends = (f) => note('admin.appendsNote', {
  retries: f.retriesPerSecond, elections: f.elections, reconnects: f.reconnects,
});

/**
 * The groups: a text of the catalogue (none for what matters most), and the figures with their
 * texts, values and notes. `isShown` is of figures that some servers do not have.
 */
const GROUPS = [
  ['', [
    ['sessions', (f) => count(f.sessions), (f) => note('admin.sockets', { count: f.sockets })],
    ['edits', (f) => rate(edits(f)), answers],
    ['delivery', (f) => microseconds(f.deliveryMicrosecondsP50),
      (f) => p99(f.deliveryMicrosecondsP99)],
    ['cpu', (f) => percent(f.cpuPercent), () => translate('admin.ofOneCore')],
  ]],
  ['admin.groupClients', [
    ['lists', (f) => count(f.lists), (f) => note('admin.inMemory', { count: f.listsLoaded })],
    ['deliveries', (f) => rate(f.deliveriesPerSecond)],
    ['windows', (f) => rate(f.outlinesPerSecond),
      (f) => note('admin.queries', { count: f.queriesPerSecond })],
    ['received', (f) => flow(f.receivedBytesPerSecond)],
    ['sent', (f) => flow(f.sentBytesPerSecond)],
    ['queued', (f) => bytes(f.queueBytes)],
    ['refused', (f) => rate(f.refusedPerSecond)],
  ]],
  ['admin.groupStoring', [
    ['commits', (f) => rate(f.commitsPerSecond)],
    ['commit', (f) => microseconds(f.commitMicrosecondsP50), (f) => p99(f.commitMicrosecondsP99)],
    ['journal', (f) => f.engine, cluster, (f) => f.engine !== undefined],
    ['errors', (f) => rate(f.journalErrorsPerSecond),
      (f) => (f.journalErrorsPerSecond > 0 ? translate('admin.logSays') : '')],
    ['appends', (f) => rate(f.appendsPerSecond), appends,
      (f) => f.appendsPerSecond !== undefined],
    ['conflicts', (f) => rate(f.conflictsPerSecond), undefined,
      (f) => f.appendsPerSecond !== undefined],
  ]],
  ['admin.groupProcess', [
    ['lag', (f) => microseconds(f.lagMicrosecondsP50), (f) => p99(f.lagMicrosecondsP99)],
    ['turns', (f) => microseconds(f.turnMicrosecondsP99), turns],
    ['memory', (f) => bytes(f.residentBytes)],
    ['held', (f) => bytes(f.ledgerBytes), () => translate('admin.heldNote')],
    ['files', (f) => count(f.openFiles)],
    ['up', (f) => duration(f.upSeconds)],
  ]],
];

/** One figure: its name, its value and a note. */
class Figure {
  #value = h('span', { class: 'figure-value' });
  #note = h('span', { class: 'figure-note' });
  element;

  constructor([name, value, describe = () => '', isShown = () => true]) {
    Object.assign(this, { value, describe, isShown });
    this.element = h('div', { class: 'figure', 'data-figure': name },
      h('dt', {}, translate(`admin.figure.${name}`)), h('dd', {}, this.#value, this.#note));
  }

  update(figures) {
    this.element.hidden = !this.isShown(figures);
    if (this.element.hidden) return;
    text(this.#value, this.value(figures));
    text(this.#note, this.describe(figures));
    attribute(this.#note, 'hidden', this.#note.textContent === '');
  }
}

export class FiguresView {
  name = 'figures';
  /** Nothing beside the figures, which are always asked for. */
  question = null;
  #figures = [];
  element;

  constructor() {
    this.element = h('div', { class: 'figure-groups' },
      GROUPS.map(([title, figures]) => this.#group(title, figures)));
  }

  /** What the figures are of. */
  scope() { return translate('admin.thisServer'); }

  showStatus({ figures }) {
    for (const figure of this.#figures) figure.update(figures);
  }

  #group(title, figures) {
    const made = figures.map((figure) => new Figure(figure));
    this.#figures.push(...made);
    const list = h('dl', { class: 'figures' }, made.map(({ element }) => element));
    return title
      ? h('section', { class: 'figure-group' },
        h('h2', { class: 'section-title' }, translate(title)), list)
      : h('div', { class: 'figure-group main-figures' }, list);
  }
}
