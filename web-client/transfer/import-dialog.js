/** Importing: has the server read a file or a pasted text, and asks what is to be made of it. */

import { randomId } from '../package/client.js';
import { askInDialog, labelled } from '../dialogs/dialog.js';
import { attribute, h, text } from '../elements/dom.js';
import { titleProblem } from '../screen/refusals.js';
import { nameOf } from '../screen/row-texts.js';
import { translate } from '../texts/texts.js';
import { fitsOneEdit, placesIn } from './addition-plan.js';
import { FileReading } from './file-reading.js';
import { ImportPreview, isNothing, SHOWN_ROWS } from './import-preview.js';
import { fileRefusal, formatName, FORMATS } from './import-words.js';

/** The files that are offered to choose from. */
const ACCEPTED = '.json,.csv,.tsv,.tab,.txt,.md,.markdown,.taskpaper,.opml,.xml,.ics,text/*';
/** The longest text, in characters, that a field shows without making the browser slow. */
const LONGEST_FIELD = 100_000;
/** Bytes of a file, at most: servers take no more. */
const LARGEST_FILE = 16 * 1024 * 1024;
/** Milliseconds from a change of the text to its reading, and from there to the note about it. */
const TYPING = 300;
const PATIENCE = 400;

const picker = (name, options = []) => h('select', { class: 'dialog-input', name },
  options.map(([value, label]) => h('option', { value }, label)));

/** The form of the dialog. */
class ImportForm {
  #client;
  /** The list that is open, a function; `null` where a new list is made. */
  #open;
  #reading;
  /** Why the file that was chosen is not read at all, a sentence; empty for none. */
  #unread = '';
  #waiting = 0;
  #stops;
  #field = h('textarea', {
    class: 'dialog-input import-text', rows: '5', name: 'import-text', dir: 'auto', autofocus: true,
    autocomplete: 'off', enterkeyhint: 'enter', placeholder: translate('import.placeholder'),
  });
  #file = h('input', { type: 'file', accept: ACCEPTED, hidden: true, name: 'file' });
  #name = h('p', { class: 'dialog-note', hidden: true });
  #format = picker('format', [['', translate('import.recognised')],
    ...FORMATS.map((name) => [name, formatName(name)])]);
  #column = picker('title-column');
  #title = h('input', {
    type: 'text', class: 'dialog-input', name: 'title', autocomplete: 'off', dir: 'auto',
    enterkeyhint: 'go',
  });
  #target = picker('target', [['open', ''], ['new', '']]);
  #tooMuch = h('p', { class: 'dialog-note', role: 'status' });
  #preview = new ImportPreview();
  #formatField = labelled(translate('import.format'), this.#format);
  #columnField = labelled(translate('import.titleColumn'), this.#column);
  #titleField = labelled(translate('import.newName'), this.#title);
  #targetField = labelled(translate('import.target'), this.#target);

  constructor({ client, open }) {
    this.#client = client;
    this.#open = open;
    // Of what goes into one edit every row is needed.
    this.#reading = new FileReading(client, () => (open ? client.limits.actions : SHOWN_ROWS),
      () => this.#draw());
    this.#title.maxLength = client.limits.titleBytes ?? 120;
    const choose = h('button', {
      type: 'button', class: 'button', 'data-action': 'choose-file',
      onclick: () => this.#file.click(),
    }, translate('import.chooseFile'));
    this.content = h('div', { class: 'dialog-fields' },
      labelled(translate('import.paste'), this.#field), choose, this.#file, this.#name,
      this.#formatField, this.#columnField, this.#preview.element, this.#tooMuch,
      this.#targetField, this.#titleField);
    if (open) {
      text(this.#target.options[0],
        translate('import.addTo', { title: nameOf(open().title) }));
    }
    this.#listen();
    this.#draw();
  }

  /** Takes a file. */
  async takeFile(file) {
    this.#field.value = '';
    this.#show(file.name);
    this.#takeNothing();
    if (file.size > LARGEST_FILE) {
      this.#takeNothing(translate('import.tooLarge'));
      return;
    }
    try {
      const bytes = new Uint8Array(await file.arrayBuffer());
      if (bytes.length > 0) this.#take(bytes, file.name);
      else this.#takeNothing(translate('import.nothing'));
    } catch {
      this.#takeNothing(translate('import.unreadable'));
    }
  }

  /** Why nothing can be imported yet, as a sentence; empty where it can. */
  problem() {
    const { contents } = this.#reading;
    const hindrance = this.#hindrance;
    if (hindrance !== '') return hindrance;
    if (this.#reading.isEmpty) return translate('import.nothing');
    if (!contents) return translate('import.reading');
    const { lists } = contents;
    const adds = this.#adds;
    if (lists.every((list) => (adds ? list.rows === 0 : isNothing(list)))) {
      return translate('import.nothing');
    }
    // An edit waits for a connection, lists do not.
    if (!adds && this.#client.offline) return translate('import.offline');
    if (adds || lists.length > 1) return '';
    const title = this.#title.value.trim();
    return title === '' ? translate('import.needsName') : titleProblem(title, this.#client.limits);
  }

  /** What is to be done: see `askImport`. */
  answer() {
    const { bytes, query, contents: { lists } } = this.#reading;
    if (this.#adds) return { lists };
    return { bytes, query, count: lists.length, title: this.#title.value.trim() };
  }

  /** Stops reading and listening. */
  leave() {
    clearTimeout(this.#waiting);
    this.#reading.leave();
    for (const stop of this.#stops) stop();
  }

  /** Whether what was read can go to the open list, in one edit. */
  get #fits() {
    const { contents } = this.#reading;
    return this.#open !== null && contents !== null
      && fitsOneEdit(this.#open(), contents.lists, this.#client.limits, randomId);
  }

  get #adds() { return this.#target.value === 'open' && this.#fits; }

  /** What keeps the text from being read, a sentence; empty for nothing. */
  get #hindrance() {
    const { offline, state, features } = this.#client;
    const { contents, refusal } = this.#reading;
    if (contents) return '';
    if (offline) return translate('import.offline');
    if (state === 'online' && !features.includes('files')) return translate('import.notOffered');
    return refusal ? fileRefusal(refusal) : this.#unread;
  }

  #listen() {
    this.#field.addEventListener('input', () => {
      this.#show('');
      this.#take(new TextEncoder().encode(this.#field.value), '', TYPING);
    });
    this.#field.addEventListener('paste', (event) => {
      const pasted = event.clipboardData?.getData('text/plain') ?? '';
      if (pasted.length <= LONGEST_FIELD) return;
      event.preventDefault();
      this.#field.value = '';
      this.#show(translate('import.pasted'));
      const bytes = new TextEncoder().encode(pasted);
      if (bytes.length > LARGEST_FILE) this.#takeNothing(translate('import.tooLarge'));
      else this.#take(bytes, '');
    });
    this.#file.addEventListener('change', () => {
      const [file] = this.#file.files;
      if (file) this.takeFile(file);
      // The same file can be chosen again after it was changed.
      this.#file.value = '';
    });
    this.#format.addEventListener('change', () => this.#choose(
      { format: this.#format.value || undefined, titleColumn: undefined }));
    this.#column.addEventListener('change', () => this.#choose(
      { titleColumn: this.#column.value }));
    this.#target.addEventListener('change', () => this.#draw());
    this.#title.addEventListener('input', () => { this.#title.dataset.typed = ''; });
    this.#stops = [this.#client.on('state', () => {
      if (this.#client.state === 'online' && this.#reading.refusal?.code === 'offline') {
        this.#reading.read();
      }
      this.#draw();
    })];
  }

  /** Names the file that is read; an empty name is that of what is in the field. */
  #show(name) {
    text(this.#name, name === '' ? '' : translate('import.from', { name }));
    attribute(this.#name, 'hidden', name === '');
  }

  #take(bytes, name, delay) {
    this.#unread = '';
    this.#format.value = '';
    this.#reading.take(bytes, name, delay);
    this.#wait();
  }

  /** Takes nothing in place of a file that is not read; says why, if that is known. */
  #takeNothing(why = '') {
    this.#take(new Uint8Array(), '');
    this.#unread = why;
    this.#draw();
  }

  #choose(choice) {
    this.#reading.choose(choice);
    this.#wait();
  }

  /** Shows what was read before until there is an answer, or until that takes long. */
  #wait() {
    clearTimeout(this.#waiting);
    if (this.#reading.isEmpty) this.#draw();
    else this.#waiting = setTimeout(() => this.#draw(), TYPING + PATIENCE);
  }

  #draw() {
    clearTimeout(this.#waiting);
    const { contents, isEmpty } = this.#reading;
    if (contents) {
      this.#offerChoices(contents);
      this.#preview.update(contents,
        this.#adds ? placesIn(this.#open(), contents.lists, randomId) : undefined);
    } else {
      const hindrance = this.#hindrance;
      const reading = isEmpty ? '' : translate('import.reading');
      this.#preview.wait(hindrance || reading, { refusal: hindrance !== '' });
    }
    this.#arrange();
  }

  /** Fills the fields with what was read. */
  #offerChoices({ format, lists, table }) {
    if (![...this.#format.options].some(({ value }) => value === format)) {
      this.#format.append(h('option', { value: format }, formatName(format)));
    }
    this.#format.value = format;
    this.#column.replaceChildren(...(table?.columns ?? []).map(
      (name) => h('option', { value: name, selected: name === table.title }, name)));
    if (this.#title.dataset.typed === undefined) this.#title.value = lists[0]?.title ?? '';
    text(this.#target.options[1], lists.length > 1
      ? translate('import.makeNewLists', { count: lists.length }) : translate('import.makeNew'));
  }

  /** Shows the fields that the text and the target have a use for. */
  #arrange() {
    const { isEmpty, query, contents } = this.#reading;
    const { lists = [], table } = contents ?? {};
    const fits = this.#fits;
    const asksColumn = table && (table.guessed || query.titleColumn !== undefined);
    const isTooMuch = contents !== null && this.#open !== null && !fits;
    text(this.#tooMuch, isTooMuch ? this.#tooMuchSentence(lists) : '');
    for (const [element, isShown] of [
      [this.#formatField, !isEmpty], [this.#columnField, asksColumn],
      [this.#targetField, fits], [this.#titleField, lists.length === 1 && !this.#adds],
      [this.#tooMuch, isTooMuch],
      [this.#preview.element, !isEmpty || this.#hindrance !== '']]) {
      attribute(element, 'hidden', !isShown);
    }
  }

  #tooMuchSentence(lists) {
    const { actions } = this.#client.limits;
    const rows = lists.reduce((sum, list) => sum + list.rows, 0);
    return rows > actions ? translate('import.tooManyItems', { number: actions })
      : translate('import.tooMuch');
  }
}

/**
 * Asks for a file or a text and what to do with it. Resolves to `{lists}`, whose rows go to the
 * open list, to `{bytes, query, count, title}`, a file that makes `count` lists and the title of a
 * single one, or to `null`. `open()` is the open list, where there is one that can be edited; `file`
 * is taken at once.
 */
export async function askImport({ client, open = null, file }) {
  const form = new ImportForm({ client, open });
  const asked = askInDialog({
    title: translate('import.title'), content: form.content, confirm: translate('import.import'),
    check: () => form.problem(), answer: () => form.answer(),
  });
  if (file) form.takeFile(file);
  return asked.finally(() => form.leave());
}
