/** The values of the wire protocol: lists, rows, actions, change sets, presence, codes. */

/** 1-64 of `A-Za-z0-9._~-`, neither `.` nor `..`. Rows and sections have separate namespaces. */
export type Id = string;

/** The value of a field: any JSON except `null`. */
export type FieldValue =
  | string | number | boolean
  | readonly InnerValue[]
  | { readonly [name: string]: InnerValue };

/** A value inside the value of a field. */
export type InnerValue = FieldValue | null;

/** The fields of a row: clients show `title`, `detail` as its second line, `done` as a checkbox. */
export interface Fields {
  readonly [name: string]: FieldValue;
}

/** The rules of a list or a section; an absent rule forbids nothing. */
export interface Rules {
  /** False: rows can be neither updated nor deleted. */
  readonly editable?: boolean;
  readonly deletable?: boolean;
  /** False: rows of the section do not move, and none moves into it. */
  readonly reorderable?: boolean;
  /** False: no new rows. */
  readonly insertable?: boolean;
  /** `always`: drag handles are shown outside edit mode as well. */
  readonly handles?: 'edit' | 'always';
  /** Of a list: `section` keeps every row in its own section. */
  readonly moveScope?: 'list' | 'section';
  /** The label of the delete button; `{detail}` stands for that field. */
  readonly deleteTitle?: string;
  readonly maxRows?: number;
  /** For clients only: whether rows have a checkbox. A client that sets rules sends it back. */
  readonly kind?: 'check' | 'plain';
  /** For clients only: whether entering edit mode makes every text editable. */
  readonly editFields?: boolean;
}

/** The end of its section that a row is pinned to. */
export type Pin = 'top' | 'bottom';

/** The rules of a row. */
export interface RowRules {
  readonly editable?: boolean;
  readonly deletable?: boolean;
  readonly movable?: boolean;
  readonly pinned?: Pin;
}

/** Whose edit it was, and when. */
export interface Stamp {
  /** The public name of the client. */
  readonly client: string;
  /** The user, where authentication is on. */
  readonly user?: string;
  readonly revision: number;
  /** Unix milliseconds. */
  readonly at: number;
}

export interface Row extends RowRules {
  readonly id: Id;
  /** The edit that last changed the fields, where authors were asked for and it is known. */
  readonly by?: Stamp;
  /** The edit that inserted the row, likewise. */
  readonly added?: Stamp;
  /** Only the id is known, of a list of which only parts are held. */
  readonly absent?: true;
  readonly fields: Fields;
}

export interface Section {
  readonly id: Id;
  readonly title: string;
  readonly rules: Rules;
  readonly rows: readonly Row[];
}

/**
 * The rows of a section of which only parts are held, in place of an array. `at`, `filter`, `find`,
 * `forEach`, `map`, `slice`, `some` and `every` are those of arrays, over the rows that are held; a row
 * that is known by its id alone is `absent`.
 */
export interface SparseRows extends Iterable<Row> {
  readonly length: number;
  /** Ascending, with a gap between two of them. */
  readonly runs: readonly { readonly at: number; readonly rows: readonly Row[] }[];
  at(index: number): Row | undefined;
}

/**
 * The state of a list. A value: parts that did not change are `===` to those of the state before.
 */
export interface ListState {
  /** Only parts of it are held: the `rows` of its sections are `SparseRows`. */
  readonly partial?: true;
  readonly title: string;
  readonly rules: Rules;
  readonly sections: readonly Section[];
}

/** A list to create; the server makes ids that are absent. */
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

/** An entry of the overview of lists. */
export interface ListSummary {
  readonly list: Id;
  readonly title: string;
  readonly revision: number;
  readonly rows: number;
  /** How many of them have `done` as `true`; absent where the server does not know it. */
  readonly done?: number;
  /** The number of sessions that have it open. */
  readonly clients: number;
}

/** What a client may do with a list. */
export type Role = 'viewer' | 'editor' | 'owner';

/** Where rows go. An index counts in the section as it is after the move. */
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

/** The rules of a row as an update sets them: `null` removes one. */
export type RowRuleChanges = { [Rule in keyof RowRules]?: RowRules[Rule] | null };

/** One action of an edit. Setting rules and pins requires the role of an owner. */
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

/** A place that the rules did not allow: what was asked for, the place instead of it, and why. */
export type Clamp =
  & { readonly action: number; readonly why: 'scope' | 'bounds' | 'pinned' }
  & ({ readonly row: Id; readonly asked: Partial<RowPlace>; readonly to: IndexPath }
    | { readonly rows: readonly Id[]; readonly asked: Partial<RowPlace>; readonly to: IndexPath }
    | { readonly section: Id; readonly asked: Partial<SectionPlace>; readonly to: number });

/**
 * The changes of one edit, as a batch update takes them: deletions, updates and `from` count in the
 * list before the set, insertions and `to` in the list after it.
 */
export interface ChangeSet {
  /** The list's revision after the set. */
  readonly revision: number;
  /** The time of the commit in Unix milliseconds. */
  readonly at: number;
  /** The public name of the client that made it, and the id of the edit; absent in a folded set. */
  readonly client?: string;
  readonly intent?: number;
  /** The user, where authentication is on. */
  readonly user?: string;
  readonly undoes?: number;
  readonly redoes?: number;
  /** The revision whose state the set has made again. */
  readonly restores?: number;
  /** The edit was too large to be undone; earlier ones still can be. */
  readonly final?: boolean;
  /** The number of sets that it stands for. */
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

/** `transient`: the delete button of one row is revealed outside edit mode. */
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
  /** Its display name. */
  readonly name?: string;
}

/** Why an edit was rejected. */
export type RejectCode =
  | 'unknownList' | 'unknownRow' | 'unknownSection' | 'duplicateID'
  | 'editDisabled' | 'deleteDisabled' | 'moveDisabled' | 'insertDisabled'
  | 'sectionFull' | 'listFull' | 'conflict' | 'staleBase' | 'forbidden' | 'badAction' | 'tooLarge'
  | 'nothingToUndo' | 'nothingToRedo' | 'rateLimited' | 'unavailable';

/** What went wrong with a message or a session. */
export type ErrorCode =
  | 'notJSON' | 'notUTF8' | 'frameTooLarge' | 'binaryFrame' | 'helloExpected' | 'badHello'
  | 'replaced' | 'ended' | 'unauthorized' | 'shuttingDown' | 'slowConsumer' | 'unknownType'
  | 'badMessage' | 'unknownList' | 'listExists' | 'tooManyLists' | 'forbidden' | 'unavailable';

/** A code of this version, or one of a later server. */
export type Code = RejectCode | ErrorCode | (string & {});
