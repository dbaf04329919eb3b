/** What the user is doing on one list page. Pure. */

import { ListView } from './list-view.js';

/** Not part of the list; the others see it as presence. */
export class ScreenState {
  /** Which rows are shown. */
  view;
  editing = false;
  selecting = false;
  selected = new Set();
  /** `{anchor, ids}`: where the range begins that was selected last, and its rows; or `null`. */
  range = null;
  /** The row whose delete button is revealed. */
  revealed = null;
  /**
   * `{row, field, caret, section, opened, texts}`: the row whose texts are edited, the field that
   * has the caret (an offset, or its `end`; or else all is selected), the row's section, its texts when the
   * form opened, and those typed.
   */
  renaming = null;
  /** The section that has the form of a new row. */
  adding = null;
  /** The row below which that form stands; `null` for the end of the section. */
  addingBelow = null;
  /** The text in that form. */
  draft = '';
  /**
   * `{ids, lead, place, keyboard}`: the rows that are dragged, the one that was grabbed, the place
   * where a drop would put them, and whether the keyboard drags them.
   */
  drag = null;
  /**
   * `{section, index, above}`: the section that is dragged, the index where a drop would put it, and
   * the section above that place, or `null`.
   */
  sectionDrag = null;
  /** `{section, opened, text, caret}`: the section that is renamed, its title then, and what is typed. */
  retitling = null;
  selectedSections = new Set();
  /** The role of the user, `undefined` while it is not known. */
  role = undefined;
  /** The undecided conflicts, drafts of the kind `conflict`. */
  conflicts = [];
  /** The row that has, or would get, the keyboard focus. */
  active = null;

  constructor(view = new ListView()) {
    this.view = view;
  }

  /** Enters or leaves edit mode; resets everything but the active row. */
  toggleEditing() {
    const { editing } = this;
    this.reset();
    this.editing = !editing;
  }

  /** Leaves edit mode; resets everything but the active row. */
  reset() {
    this.editing = false;
    this.endSelecting();
    this.sectionDrag = null;
    this.revealed = null;
    this.renaming = null;
    this.adding = null;
    this.addingBelow = null;
    this.draft = '';
    this.drag = null;
  }

  toggleSelecting() {
    if (this.selecting) this.endSelecting();
    else this.selecting = true;
    this.revealed = null;
  }

  /** Nothing is selected, and taps select nothing. */
  endSelecting() {
    this.selecting = false;
    this.clearSelection();
  }

  clearSelection() {
    this.selected.clear();
    this.selectedSections.clear();
    this.range = null;
  }

  toggleSelected(row) {
    if (!this.selected.delete(row)) this.selected.add(row);
    this.range = { anchor: row, ids: [] };
  }

  toggleSection(section) {
    if (!this.selectedSections.delete(section)) this.selectedSections.add(section);
  }

  /** The rows that a drag of `row` moves: all selected ones, if it is among them. */
  draggedWith(row) {
    return this.selected.has(row) ? [...this.selected] : [row];
  }

  /**
   * Drops references to rows and sections that no longer exist; returns what that interrupted
   * (`adding`, `renaming`, `drag`). `isHeld` tells of a row whether it can be drawn, which it may not
   * although it exists.
   */
  keepOnly(hasRow, hasSection, isHeld = hasRow) {
    const interrupted = [];
    for (const row of this.selected) if (!hasRow(row)) this.selected.delete(row);
    for (const id of this.selectedSections) {
      if (!hasSection(id)) this.selectedSections.delete(id);
    }
    if (this.revealed && !isHeld(this.revealed)) this.revealed = null;
    if (this.active && !hasRow(this.active)) this.active = null;
    if (this.adding && !hasSection(this.adding)) {
      interrupted.push('adding');
      this.adding = null;
      this.addingBelow = null;
    }
    if (this.renaming && !isHeld(this.renaming.row)) {
      interrupted.push('renaming');
      this.renaming = null;
    }
    if (this.drag && !(isHeld(this.drag.lead) && this.drag.ids.every(hasRow))) {
      interrupted.push('drag');
      this.drag = null;
    }
    return interrupted;
  }

  /** The state as a presence message has it; at most 100 selected rows. */
  get presence() {
    const transient = this.revealed !== null && !this.editing;
    return {
      mode: this.editing ? 'active' : transient ? 'transient' : 'inactive',
      selected: this.selected.size > 0 ? [...this.selected].slice(0, 100) : undefined,
      dragging: this.drag?.lead,
      editing: this.renaming
        ? { row: this.renaming.row, field: this.renaming.field } : undefined,
    };
  }
}

/**
 * The row of `list` nearest to `row` for which `exists` is true: the next one, or else the
 * previous; `null` where there is none. O(rows).
 */
export function neighbourOf(list, row, exists) {
  const all = list.sections.flatMap((section) => section.rows.map((one) => one.id));
  const at = all.indexOf(row);
  if (at < 0) return null;
  return all.slice(at + 1).find(exists) ?? all.slice(0, at).findLast(exists) ?? null;
}
