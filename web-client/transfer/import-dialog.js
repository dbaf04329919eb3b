/** Importing: takes a file or a pasted text, shows what it would make, and does it when asked. */

import { askInDialog, labelled } from '../dialogs/dialog.js';
import { attribute, h, text } from '../elements/dom.js';
import { placesIn } from '../files/import-plan.js';
import { decodeText, FORMATS, formatOf, readList, sizeOf } from '../files/read-list.js';
import { inSlices } from '../files/slices.js';
import { titleProblem } from '../screen/refusals.js';
import { translate } from '../texts/texts.js';
import { ImportPreview } from './import-preview.js';

/** The files that are offered to choose from. */
const ACCEPTED = '.json,.csv,.tsv,.md,.markdown,.txt,application/json,text/*';
/** The longest text, in characters, that a field shows without making the browser slow. */
const LONGEST_FIELD = 100_000;
/** Bytes of a file, at most: all of it is held in memory. */
const LARGEST_FILE = 64 * 1024 * 1024;

const picker = (name, options = []) => h('select', { class: 'dialog-input', name },
  options.map(([value, label]) => h('option', { value }, label)));

/** The title of a list that a file makes: the name of the file without its ending. */
const titleOf = (name) => name.replace(/\.[^.]*$/u, '').trim();

/** The form of the dialog, and what was read of its text. */
class ImportForm {
  #limits;
  /** The list that is open, a function; `null` where a new list is made. */
  #open;
  /** What was chosen or pasted: `{text, name}`. */
  #source = { text: '', name: '' };
  /** Stops the reading that is under way. */
  #stop = new AbortController();
  #read = null;
  #field = h('textarea', {
    class: 'dialog-input import-text', rows: '5', name: 'import-text', dir: 'auto', autofocus: true,
    autocomplete: 'off', placeholder: translate('import.placeholder'),
  });
  #file = h('input', { type: 'file', accept: ACCEPTED, hidden: true, name: 'file' });
  #name = h('p', { class: 'dialog-note', hidden: true });
  #format = picker('format', FORMATS.map((name) => [name, translate(`files.${name}`)]));
  #column = picker('title-column');
  #title = h('input', {
    type: 'text', class: 'dialog-input', name: 'title', autocomplete: 'off', dir: 'auto',
  });
  #target = picker('target');
  #preview = new ImportPreview();
  #formatField = labelled(translate('import.format'), this.#format);
  #columnField = labelled(translate('import.titleColumn'), this.#column);
  #titleField = labelled(translate('import.newName'), this.#title);
  #targetField = labelled(translate('import.target'), this.#target);

  constructor({ limits, open }) {
    this.#limits = limits;
    this.#open = open;
    this.#title.maxLength = limits.titleBytes ?? 120;
    const choose = h('button', {
      type: 'button', class: 'button', 'data-action': 'choose-file',
      onclick: () => this.#file.click(),
    }, translate('import.chooseFile'));
    this.content = h('div', { class: 'dialog-fields' },
      labelled(translate('import.paste'), this.#field), choose, this.#file, this.#name,
      this.#formatField, this.#columnField, this.#preview.element, this.#targetField,
      this.#titleField);
    if (open) {
      const into = translate('import.addTo', { title: open().title || translate('page.untitled') });
      for (const [value, label] of [['open', into], ['new', translate('import.makeNew')]]) {
        this.#target.append(h('option', { value }, label));
      }
    }
    this.#listen();
    this.#arrange();
  }

  /** Takes a file. */
  async takeFile(file) {
    if (file.size > LARGEST_FILE) {
      this.#take('', file.name);
      this.#preview.wait(translate('import.tooLarge'));
      return;
    }
    this.#preview.wait(translate('import.reading'));
    try {
      this.#take(decodeText(await file.arrayBuffer()), file.name);
    } catch {
      this.#preview.wait(translate('import.unreadable'));
    }
  }

  /** Why nothing can be imported yet, as a sentence; empty where it can. */
  problem() {
    if (!this.#read) return translate('import.reading');
    const { rows, sections } = sizeOf(this.#read);
    if (rows === 0 && (sections === 0 || this.#adds)) return translate('import.nothing');
    if (!this.#adds && this.#title.value.trim() === '') return translate('import.needsName');
    return this.#adds ? '' : titleProblem(this.#title.value.trim(), this.#limits);
  }

  /** What is to be done: `{read, title}`; without a title it is added to the open list. */
  answer() {
    return { read: this.#read, title: this.#adds ? undefined : this.#title.value.trim() };
  }

  /** Stops reading. */
  leave() { this.#stop.abort(); }

  get #adds() { return this.#open !== null && this.#target.value === 'open'; }

  #listen() {
    this.#field.addEventListener('input', () => this.#take(this.#field.value, ''));
    this.#field.addEventListener('paste', (event) => {
      const pasted = event.clipboardData?.getData('text/plain') ?? '';
      if (pasted.length <= LONGEST_FIELD) return;
      event.preventDefault();
      this.#take(pasted, translate('import.pasted'));
    });
    this.#file.addEventListener('change', () => {
      const [file] = this.#file.files;
      if (file) this.takeFile(file);
      // The same file can be chosen again after it was changed.
      this.#file.value = '';
    });
    this.#format.addEventListener('change', () => this.#readAgain());
    this.#column.addEventListener('change', () => this.#readAgain(Number(this.#column.value)));
    this.#target.addEventListener('change', () => {
      this.#arrange();
      this.#draw();
    });
    this.#title.addEventListener('input', () => { this.#title.dataset.typed = ''; });
  }

  /** Takes a text; `name` is that of its file, or empty for what is in the field. */
  #take(taken, name) {
    this.#source = { text: taken, name };
    if (name !== '') {
      this.#field.value = '';
      text(this.#name, translate('import.from', { name }));
    }
    this.#name.hidden = name === '';
    this.#format.value = formatOf(taken, name);
    this.#readAgain();
  }

  /** Reads the text in the chosen format, in slices; a later call replaces an earlier one. */
  async #readAgain(titleColumn) {
    this.#stop.abort();
    this.#stop = new AbortController();
    const { signal } = this.#stop;
    this.#read = null;
    this.#arrange();
    if (this.#source.text.trim() === '') {
      this.#preview.wait('');
      return;
    }
    if (this.#source.text.length > LONGEST_FIELD) this.#preview.wait(translate('import.reading'));
    const read = await inSlices(readList(this.#source.text, {
      format: this.#format.value, titleColumn, limits: this.#limits,
    }), { signal });
    if (signal.aborted) return;
    this.#read = read;
    this.#offerColumns(read);
    const { name } = this.#source;
    if (this.#title.dataset.typed === undefined) this.#title.value = read.title || titleOf(name);
    this.#arrange();
    this.#draw();
  }

  #offerColumns({ choices = [], titleColumn }) {
    this.#column.replaceChildren(...choices.map((choice, index) => h('option', {
      value: index, selected: index === titleColumn,
    }, choice || translate('import.column', { number: index + 1 }))));
  }

  #draw() {
    if (!this.#read) return;
    const places = this.#adds
      ? placesIn(this.#open(), this.#read.sections, () => '') : undefined;
    this.#preview.update(this.#read, places);
  }

  /** Shows the fields that the text and the target have a use for. */
  #arrange() {
    const any = this.#source.text.trim() !== '';
    this.#formatField.hidden = !any;
    this.#columnField.hidden = !any || this.#column.options.length === 0;
    this.#targetField.hidden = !any || this.#open === null;
    this.#titleField.hidden = !any || this.#adds;
    attribute(this.#preview.element, 'hidden', !any);
  }
}

/**
 * Asks for a file or a text and what to do with it: resolves to `{read, title}`, without a title
 * where it goes to the open list, or to `null`. `open()` is that list, where there is one that can
 * be edited; `file` is taken at once.
 */
export async function askImport({ limits, open = null, file }) {
  const form = new ImportForm({ limits, open });
  const asked = askInDialog({
    title: translate('import.title'), content: form.content, confirm: translate('import.import'),
    check: () => form.problem(), answer: () => form.answer(),
  });
  if (file) form.takeFile(file);
  return asked.finally(() => form.leave());
}
