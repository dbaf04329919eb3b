/** What lists, edits and change sets are made of, as the wire protocol has them. */

/** 1-64 of `A-Za-z0-9._~-`, neither `.` nor `..`. Rows and sections have separate namespaces. */
export type Id = string;

/** A value of a field; any JSON but `null`. */
export type FieldValue =
  | string | number | boolean
  | readonly InnerValue[]
  | { readonly [name: string]: InnerValue };

/** A value inside of a field's value. */
export type InnerValue = FieldValue | null;

/** The fields of a row: clients show `title`, `detail` as its second line, `done` as a checkbox. */
export interface Fields {
  readonly [name: string]: FieldValue;
}

/** The rules of a list or a section; what is absent forbids nothing. */
export interface Rules {
  /** False: rows can be neither updated nor deleted. */
  readonly editable?: boolean;
  readonly deletable?: boolean;
  /** False: rows do not move, and none moves in. */
  readonly reorderable?: boolean;
  /** False: no new rows. */
  readonly insertable?: boolean;
  /** `always`: drag handles are shown outside edit mode too. */
  readonly handles?: 'edit' | 'always';
  /** Of a list: `section` keeps every row in its own section. */
  readonly moveScope?: 'list' | 'section';
  /** What the delete button says; `{detail}` stands for that field. */
  readonly deleteTitle?: string;
  readonly maxRows?: number;
  /** For clients alone: whether rows have a checkbox. Who sets rules sends it back. */
  readonly kind?: 'check' | 'plain';
  /** For clients alone: whether entering edit mode turns every text into a field. */
  readonly editFields?: boolean;
}

/** The band of its section that a row stands in. */
export type Pin = 'top' | 'bottom';

/** The rules of a row. */
export interface RowRules {
  readonly editable?: boolean;
  readonly deletable?: boolean;
  readonly movable?: boolean;
  readonly pinned?: Pin;
}

export interface Row extends RowRules {
  readonly id: Id;
  readonly fields: Fields;
}

export interface Section {
  readonly id: Id;
  readonly title: string;
  readonly rules: Rules;
  readonly rows: readonly Row[];
}

/** A list as it is: a value, in which what did not change is `===` to what it was. */
export interface ListState {
  readonly title: string;
  readonly rules: Rules;
  readonly sections: readonly Section[];
}

/** A list that is to be made; ids that are absent are made by the server. */
export interface NewList {
  list: Id;
  title?: string;
  rules?: Rules;
  sections?: readonly {
    id?: Id;
    title?: string;
    rules?: Rules;
    rows?: readonly (RowRules & { id?: Id; fields: Fields })[];
  }[];
}

/** One list among those that a client may see. */
export interface ListSummary {
  readonly list: Id;
  readonly title: string;
  readonly revision: number;
  readonly rows: number;
  /** Sessions that have it open. */
  readonly clients: number;
}

/** What one may do with a list. */
export type Role = 'viewer' | 'editor' | 'owner';

/** Where rows go. An index counts as after a move. */
export type RowPlace =
  | { section: Id; index: number }
  | { section: Id; at?: 'start' | 'end' }
  | { before: Id }
  | { after: Id };

/** Where sections go. */
export type SectionPlace =
  | { index: number }
  | { at: 'start' | 'end' }
  | { before: Id }
  | { after: Id };

/** A rule of a row as an update sets it: `null` takes it off. */
export type RowRuleChanges = { [Rule in keyof RowRules]?: RowRules[Rule] | null };

/** One action of an edit. Rules and pins need the role of an owner. */
export type Action =
  | ({ op: 'insertRow'; row?: Id; fields: Fields; to?: RowPlace } & RowRules)
  | ({ op: 'updateRow'; row: Id; fields?: { readonly [name: string]: InnerValue };
       ifRevision?: number } & RowRuleChanges)
  | { op: 'deleteRows'; rows: readonly Id[] }
  | { op: 'moveRow'; row: Id; to?: RowPlace }
  | { op: 'moveRows'; rows: readonly Id[]; to?: RowPlace }
  | { op: 'insertSection'; section?: Id; title: string; rules?: Rules; to?: SectionPlace }
  | { op: 'updateSection'; section: Id; title?: string; rules?: Rules }
  | { op: 'deleteSections'; sections: readonly Id[] }
  | { op: 'moveSection'; section: Id; to?: SectionPlace }
  | { op: 'updateList'; title?: string; rules?: Rules };

/** A section's index and a row's index in it. */
export type IndexPath = readonly [section: number, row: number];

/** A place that the rules did not allow: what was asked, what became of it, and why. */
export type Clamp =
  & { readonly action: number; readonly why: 'scope' | 'bounds' | 'pinned' }
  & ({ readonly row: Id; readonly asked: Partial<RowPlace>; readonly to: IndexPath }
    | { readonly rows: readonly Id[]; readonly asked: Partial<RowPlace>; readonly to: IndexPath }
    | { readonly section: Id; readonly asked: Partial<SectionPlace>; readonly to: number });

/**
 * What one edit changed, as a batch update takes it: deletions, updates and `from` count in the list
 * before the set, insertions and `to` in the list after it.
 */
export interface ChangeSet {
  /** The list's revision after the set. */
  readonly revision: number;
  /** Unix milliseconds. */
  readonly at: number;
  /** The public name of who made it, and the id of the edit; absent in a folded set. */
  readonly client?: string;
  readonly intent?: number;
  /** Where authentication is on. */
  readonly user?: string;
  readonly undoes?: number;
  readonly redoes?: number;
  /** Its edit was too large to be undone; earlier ones still can be. */
  readonly final?: boolean;
  /** How many sets it stands for. */
  readonly folds: number;
  readonly clamped: readonly Clamp[];
  readonly deletedSections?: readonly { section: Id; at: number }[];
  readonly insertedSections?: readonly { section: Id; at: number; title: string; rules: Rules }[];
  readonly movedSections?: readonly { section: Id; from: number; to: number }[];
  readonly updatedSections?: readonly { section: Id; at: number; title?: string; rules?: Rules }[];
  readonly deletedRows?: readonly { row: Id; at: IndexPath }[];
  readonly insertedRows?: readonly ({ row: Id; at: IndexPath; fields: Fields } & RowRules)[];
  readonly movedRows?: readonly { row: Id; from: IndexPath; to: IndexPath }[];
  readonly updatedRows?: readonly ({ row: Id; at: IndexPath;
    fields: { readonly [name: string]: InnerValue } } & RowRuleChanges)[];
  readonly updatedList?: { title?: string; rules?: Rules };
}

/** `transient`: one row is swiped open. */
export type Mode = 'inactive' | 'active' | 'transient';

/** What a client is doing in a list. */
export interface Presence {
  readonly mode: Mode;
  readonly selected?: readonly Id[];
  readonly dragging?: Id | null;
  readonly editing?: { readonly row: Id; readonly field: string } | null;
}

/** Another client that has the list open. */
export interface Peer extends Presence {
  /** Its public name. */
  readonly client: string;
  /** What people are shown. */
  readonly name?: string;
}

/** Why an edit was refused. */
export type RejectCode =
  | 'unknownList' | 'unknownRow' | 'unknownSection' | 'duplicateID'
  | 'editDisabled' | 'deleteDisabled' | 'moveDisabled' | 'insertDisabled'
  | 'sectionFull' | 'listFull' | 'conflict' | 'staleBase' | 'forbidden' | 'badAction' | 'tooLarge'
  | 'nothingToUndo' | 'nothingToRedo' | 'rateLimited' | 'unavailable';

/** What went wrong with a message or a session. */
export type ErrorCode =
  | 'notJSON' | 'notUTF8' | 'frameTooLarge' | 'binaryFrame' | 'helloExpected' | 'badHello'
  | 'replaced' | 'unauthorized' | 'shuttingDown' | 'slowConsumer' | 'unknownType' | 'badMessage'
  | 'unknownList' | 'listExists' | 'tooManyLists' | 'forbidden' | 'unavailable';

/** A code of this version, or one of a later server. */
export type Code = RejectCode | ErrorCode | (string & {});
