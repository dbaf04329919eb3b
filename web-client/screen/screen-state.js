/** What one person is doing on one list: never part of the list, told to others as presence. */
export class ScreenState {
  editing = false;
  selecting = false;
  selected = new Set();
  /** The row whose delete button is revealed. */
  revealed = null;
  /** `{row, field}`: the row whose texts are fields now, and the field with the caret. */
  renaming = null;
  /** The section whose "(add new)" row is a field. */
  adding = null;
  /** The text that this field starts with. */
  draft = '';
  /** `{ids, lead, place, why, keyboard}`: the rows that are held, and where they would land. */
  drag = null;
  /** The row that the keyboard is on. */
  active = null;

  /** Edit or Done. Entering closes what was swiped open, leaving forgets everything. */
  toggleEditing() {
    const { editing } = this;
    this.forget();
    this.editing = !editing;
  }

  /** Leaves edit mode, and lets go of everything. */
  forget() {
    this.editing = false;
    this.selecting = false;
    this.selected.clear();
    this.revealed = null;
    this.renaming = null;
    this.adding = null;
    this.draft = '';
    this.drag = null;
  }

  toggleSelecting() {
    this.selecting = !this.selecting;
    this.selected.clear();
    this.revealed = null;
  }

  toggleSelected(row) {
    if (!this.selected.delete(row)) this.selected.add(row);
  }

  /** The rows that go along when `row` is taken: all selected ones, if it is among them. */
  heldWith(row) {
    return this.selected.has(row) ? [...this.selected] : [row];
  }

  /** Forgets rows and sections that are gone; returns what was interrupted. */
  keepOnly(hasRow, hasSection) {
    const interrupted = [];
    for (const row of this.selected) if (!hasRow(row)) this.selected.delete(row);
    if (this.revealed && !hasRow(this.revealed)) this.revealed = null;
    if (this.active && !hasRow(this.active)) this.active = null;
    if (this.adding && !hasSection(this.adding)) {
      interrupted.push('adding');
      this.adding = null;
    }
    if (this.renaming && !hasRow(this.renaming.row)) {
      interrupted.push('renaming');
      this.renaming = null;
    }
    if (this.drag && !this.drag.ids.every(hasRow)) {
      interrupted.push('drag');
      this.drag = null;
    }
    return interrupted;
  }

  /** What the others are told. */
  get presence() {
    const transient = this.revealed !== null && !this.editing;
    return {
      mode: this.editing ? 'active' : transient ? 'transient' : 'inactive',
      selected: this.selected.size > 0 ? [...this.selected].slice(0, 100) : undefined,
      dragging: this.drag?.lead,
      editing: this.renaming ?? undefined,
    };
  }
}
