/** The types of `client.js`, the client library of a Lockstep server. */

import type {
  Action, ChangeSet, Clamp, Code, Id, ListState, ListSummary, NewList, Peer, Presence, Role, Stamp,
} from './protocol.js';

export type {
  Action, ChangeSet, Clamp, Code, ErrorCode, Fields, FieldValue, Id, IndexPath, InnerValue,
  ListState, ListSummary, Mode, NewList, Peer, Pin, Presence, RejectCode, Role, Row, RowPlace,
  RowRuleChanges, RowRules, Rules, Section, SectionPlace, Stamp,
} from './protocol.js';

/**
 * A random id of `length` characters (16 if absent), five bits each: no other client makes the
 * same.
 */
export declare function randomId(length?: number): string;

/** Named events, each with the type of its listeners. */
export interface Emitter<Events extends { [Name in keyof Events]: (...details: any[]) => void }> {
  /** Calls `listener` on every `name` event; returns the function that stops it. */
  on<Name extends keyof Events>(name: Name, listener: Events[Name]): () => void;
  emit<Name extends keyof Events>(name: Name, ...details: Parameters<Events[Name]>): void;
}

/** The limits of a server; those that it has not sent are absent. Bytes are of UTF-8 JSON. */
export interface Limits {
  /** Bytes of one frame from a client. */
  readonly frameBytes: number;
  /** Bytes of one change set; those of undo, redo and restore may have `undoBytes`. */
  readonly setBytes?: number;
  /** Unanswered edits of a list. */
  readonly inFlight: number;
  /** Actions of one edit. */
  readonly actions: number;
  /** Bytes of the fields of one row. */
  readonly fieldsBytes?: number;
  /** Lists that a session has open at the same time. */
  readonly lists?: number;
  /** Rows, sections and bytes of a list. */
  readonly rows?: number;
  readonly sections?: number;
  readonly windowRows?: number;
  readonly listBytes?: number;
  readonly titleBytes?: number;
  /** The number of edits that undo reaches back, and the bytes of their change sets together. */
  readonly undo?: number;
  readonly undoBytes?: number;
  readonly headSeconds?: number;
  readonly queueBytes?: number;
  readonly stallSeconds?: number;
  readonly rememberDays?: number;
}

/** `waiting`: it reconnects by itself; `stopped`: it does not. */
export type ClientState = 'connecting' | 'online' | 'waiting' | 'stopped';

/** The events of a client. */
export interface ClientEvents {
  /** The state has changed; `reason` says why it is `stopped`. */
  state: (state: ClientState, reason: string | null) => void;
  /** Nothing was heard for so long that the connection may be dead, or it is heard again. */
  silent: (isSilent: boolean) => void;
  /** The overview that `askForLists` has asked for. */
  lists: (lists: ListSummary[]) => void;
  /** `create` has succeeded. */
  created: (list: Id) => void;
  /** An error that is not about an open list; `list` is the one that it names, if it does. */
  problem: (code: Code, message: string, list?: Id) => void;
  /** The server needs a token, or another one: see `signIn`. */
  unauthorized: (message: string) => void;
  /** The token of `renew` is taken; it ends at `until`, in Unix milliseconds. */
  renewed: (until: number) => void;
  /** The server has answered an edit of one of its lists. */
  answered: (list: OpenList) => void;
  /** An edit of one of its lists was rejected, and is undone locally. */
  rejected: (list: OpenList, edit: Edit, code: Refusal, message: string) => void;
  /** An edit with `ifTitle` that was sent already replaces this title of someone else. */
  replaced: (list: OpenList, edit: Edit, title: string) => void;
  /** One of its lists was deleted; `lost` edits of it, `edits`, were never applied. */
  gone: (list: OpenList, code: Code, lost: number, edits: readonly Edit[]) => void;
}

/** The options of a client. */
export interface ClientOptions {
  /** `ws://HOST:PORT/ws` or `wss://…`. */
  url: string;
  /** The secret of the client: a random id that one client uses at a time. */
  key: string;
  /** The display name. */
  name?: string;
  /** Where the server requires authentication. */
  token?: string;
  /** Stores unanswered edits over restarts. */
  queue?: EditQueue;
  /** Caches lists. */
  cache?: ListCache;
  /**
   * Calls `work` with the next frame: while edits wait for their answers, `change` is emitted once in a frame. At once if
   * absent.
   */
  frame?: (work: () => void) => void;
  /** Makes sockets; a `WebSocket` if absent. */
  makeSocket?: (url: string, subprotocol: string) => Socket;
  /** The time in Unix milliseconds. */
  now?: () => number;
  timers?: Timers;
  /** Milliseconds to wait before the next attempt, of which so many are a round of all addresses. */
  backOff?: { next(round?: number): number; reset(): void };
  /** Numbers in 0..<1, for the order of addresses. */
  random?: () => number;
  /**
   * Milliseconds without a frame until a ping is sent, and as many again until the socket is
   * dropped.
   */
  quiet?: number;
}

/**
 * Connects and reconnects, keeps open lists up to date, and has every edit applied at most once.
 */
export declare class Client implements Emitter<ClientEvents> {
  constructor(options: ClientOptions);
  state: ClientState;
  /** Why it is `stopped`. */
  reason: string | null;
  /** The code of the fatal error that stopped it, if there was one. */
  reasonCode: Code | null;
  /** Whether it is `online` and nothing was heard for so long that the connection may be dead. */
  get isSilent(): boolean;
  /** Whether it was online before, and is not for certain, or not yet, again. */
  get isReconnecting(): boolean;
  /** The code with which the server closed the connection for good, or `null`. */
  get closeCode(): number | null;
  /** Whether the last attempt to connect failed or the connection was lost. */
  offline: boolean;
  key: string;
  name: string | undefined;
  token: string | undefined;
  cache: ListCache | undefined;
  /** How many edits of all lists the server has not answered. */
  get waiting(): number;
  /** Whether answers to some of them are overdue: the server cannot say whether they are stored. */
  get overdue(): boolean;
  /** The limits of the server, as far as it has sent them. */
  get limits(): Limits;
  /** What the server has of the optional parts of the protocol, by the names in its `welcome`. */
  get features(): string[];
  /** The public name of this client, once the server has sent it. */
  get me(): string | null;
  /** The headers that authenticate HTTP requests. */
  get headers(): { Authorization?: string };
  /** Where `path` is over HTTP at the server that it is connected to, or tries to reach. */
  locate(path: string): string;
  connect(): void;
  /** Connects at once, in any state: the network is back, or the user asked for it. */
  reconnect(): void;
  /**
   * The machine may have slept, or the network may be another one: has the connection checked, and
   * where there is none, the next attempt made now.
   */
  wake(): void;
  /** Disconnects until `reconnect`: there is no network. */
  suspend(): void;
  /** Reconnects with another token. */
  signIn(token: string): void;
  /** Goes on with another token of the same user, without a new connection; `false`: it cannot. */
  renew(token: string): boolean;
  disconnect(): void;
  /** The list `id`; opens it, if it is not open. */
  open(id: Id, how?: { around?: readonly PlaceInList[] }): OpenList;
  /** Closes a list as soon as all of its edits are answered. */
  close(id: Id): void;
  /** Edits a list that need not be open; it is closed again if it was not. */
  editBriefly(
    id: Id, actions: readonly Action[], note?: unknown, ifTitle?: TitleBefore): OpenList;
  /**
   * These three return false where there is no connection, and `create` where a field nests too
   * deep.
   */
  askForLists(): boolean;
  create(list: NewList): boolean;
  delete(id: Id): boolean;
  /** Changes the display name and reconnects, as the server reads it once for each session. */
  rename(name: string): void;
  on<Name extends keyof ClientEvents>(name: Name, listener: ClientEvents[Name]): () => void;
  emit<Name extends keyof ClientEvents>(
    name: Name, ...details: Parameters<ClientEvents[Name]>): void;
}

/**
 * `unavailable`: the server cannot read the list now; the client asks for it again by itself.
 * `gone`: it is deleted, or does not exist; this is final.
 */
export type ListStatus = 'opening' | 'live' | 'unavailable' | 'offline' | 'gone';

/**
 * Why the list has changed: an edit of this client (`null`: some are to be sent again), change
 * sets, or all of it was replaced; or several of these, within a frame.
 */
export type ChangeCause =
  | { own: Edit | null } | { sets: readonly ChangeSet[] } | { whole: true } | { rows: true };

/**
 * Why an edit was rejected: a code of the server; `notApplied`, which the server says of an edit that is sent
 * again, where its first answer was lost with the connection; or `outcomeUnknown`, where the server has forgotten
 * whether it was applied and what is held of the list does not show it.
 */
export type Refusal = Code | 'notApplied' | 'outcomeUnknown';

/** The events of an open list. */
export interface OpenListEvents {
  change: (cause: ChangeCause) => void;
  /** The server has answered an edit. */
  answered: () => void;
  /** An edit was rejected, and is undone locally. */
  rejected: (edit: Edit, code: Refusal, message: string) => void;
  /** An edit with `ifTitle` that was sent already replaces this title of someone else. */
  replaced: (edit: Edit, title: string) => void;
  /** An edit was refused for now; it stays, and is sent again under a new id. */
  delayed: (code: Code) => void;
  /** Answers are overdue, or no longer: the server cannot say whether edits are stored. */
  overdue: (overdue: boolean) => void;
  /** An edit was applied and cannot be undone; `undo` undoes the one before it. */
  final: (edit: Edit) => void;
  /** The rules did not allow the places that an edit asked for. */
  clamped: (entries: readonly Clamp[], edit: Edit) => void;
  /** There was nothing left to undo or redo, or the list is as the one to restore. */
  nothing: (kind: 'undo' | 'redo' | 'restore') => void;
  /** Of edits that were made together, only the newest could be undone or redone. */
  partly: (kind: 'undo' | 'redo') => void;
  /** `undoStep` found that another edit is the next to undo. */
  overtaken: () => void;
  /** An edit, undo, redo or restore is about to be made; edits of the listener come before it. */
  making: () => void;
  /** The part of a list that is sent whole which has come, 0 to 1. */
  progress: (part: number) => void;
  /** Whether all rows are there: what `becomeWhole` waits for. */
  whole: (isWhole: boolean) => void;
  presence: () => void;
  status: (status: ListStatus) => void;
  /** The list was deleted, or does not exist; `lost` edits, `edits`, were never applied. */
  gone: (code: Code, lost: number, edits: readonly Edit[]) => void;
}

/** One list that is kept open: its confirmed state, with this client's unanswered edits on top. */
export interface OpenList extends Emitter<OpenListEvents> {
  readonly id: Id;
  readonly status: ListStatus;
  readonly role: Role | undefined;
  /**
   * The list with this client's unanswered edits; `null` until it has arrived. Where it is `partial`,
   * which it is only if it was opened with `around`, its `rows` are `SparseRows`.
   */
  readonly list: ListState | null;
  /** The list as the server has confirmed it. */
  readonly confirmed: ListState | null;
  readonly revision: number;
  readonly epoch: string | undefined;
  /** The other clients that have it open, sorted by name. */
  readonly others: Peer[];
  /** Whether every row is held. */
  readonly isWhole: boolean;
  /**
   * Of a list of which only parts are held: tells what is in view, and with `around()` the places to
   * open the list around next time. What is missing there is asked for; `change` with `rows` tells that it came.
   */
  see(spans: readonly RowSpan[], around: () => readonly PlaceInList[]): void;
  /** Has the rows sent that a `rows` message with these members asks for. */
  reach(query: object): Promise<void>;
  /**
   * Has every row sent; resolves with whether they are there: `false` without a connection, and once
   * `signal` aborts, after which parts of the list are held as before.
   */
  becomeWhole(signal?: AbortSignal): Promise<boolean>;
  /**
   * Asks who last changed the fields of a row and who inserted it, `undefined` where that is not
   * known; `null` where nothing tells. Needs `authors` in the client's `features`.
   */
  authorsOf(row: Id): Promise<{ by: Stamp | undefined; added: Stamp | undefined } | null>;
  /** Sends a `rows` or `find` message; the answer, or `null` where there is none. */
  ask(query: { readonly type: string }): Promise<object | null>;
  /** How many edits the server has not answered. */
  readonly waiting: number;
  /** Whether sending is paused after a transient refusal. */
  readonly delayed: boolean;
  /** Whether an edit in flight has had no answer for five to ten seconds. */
  readonly overdue: boolean;
  /** The display name of one of the others. */
  nameOf(client: string): string | undefined;
  /**
   * Applies `actions` locally and sends them; returns the id of the edit, 0 where it cannot be
   * sent. With `ifTitle`, an edit that waits for a connection is not sent but `rejected` with
   * `conflict` where that title has become another one meanwhile. `group` is the id of an earlier
   * edit together with which this one is undone and redone.
   */
  edit(actions: readonly Action[], note?: unknown, ifTitle?: TitleBefore, group?: number): number;
  /**
   * Undoes the newest edit, with those made together with it; returns the id of the last message, 0
   * while it waits for answers.
   */
  undo(): number;
  redo(): number;
  /** The list as the server has it, with the unanswered edits that were made after that of `step`. */
  after(step: number): ListState | null;
  /** Leaves the next step of `undo` or `redo` out; returns the id of the message. */
  skipStep(kind: 'undo' | 'redo'): number;
  /**
   * Has the server make the list again as it was at `revision`, in one edit that can be undone;
   * returns its id, 0 where it cannot be sent. Needs `restore` in the client's `features`; else it
   * is `rejected` with `unknownType`.
   */
  restore(revision: number): number;
  /** Whether there is, or may be, something to undo or redo. */
  readonly canUndo: boolean;
  readonly canRedo: boolean;
  /** The step that `undo` takes back: that of the newest edit made and not undone, if known. */
  readonly newestStep: number | undefined;
  /** Whether the edit of that step is not undone yet, as far as that is known. */
  mayUndo(step: number): boolean;
  /**
   * Undoes exactly the edit of that step, and those made together with it, once they are applied;
   * else emits `overtaken`.
   */
  undoStep(step: number): void;
  /** Sends this client's presence to the others. */
  show(presence: Presence): void;
  /** For a cache: takes a cached state, where the server has sent none yet. */
  recall(cached: { state: ListState; revision: number; epoch: string | undefined }): void;
  /** For the client: asks for the list from the revision held, or with `anew` for all of it. */
  open(how?: { anew?: boolean }): void;
  /** For the client: the session is lost. */
  lost(): void;
  /** For the client: the list is no longer followed. */
  closed(): void;
  /** For the client: handles a message about this list. */
  take(message: { readonly type: string }): void;
}

/** A place of a row, as `open` takes it. */
export type PlaceInList = { readonly row: Id } | { readonly section: Id; readonly index: number };

/** Rows of a section, from index `start` to before `end`. */
export interface RowSpan {
  readonly section: Id;
  readonly start: number;
  readonly end: number;
}

/** The title that an edit replaces: of a section, or of the list. */
export interface TitleBefore {
  readonly section?: Id;
  readonly title: string;
}

/** An edit, undo, redo or restore of this client. */
export interface Edit {
  readonly kind: 'edit' | 'undo' | 'redo' | 'restore';
  /** Absent where it could not be sent. */
  readonly id?: number;
  /** What `undoStep` takes: the first `id`, also where it is sent again under another. */
  readonly step?: number;
  /** The id of an earlier edit together with which it is undone. */
  readonly group?: number;
  readonly base?: number;
  readonly epoch?: string;
  readonly actions?: readonly Action[];
  /** What `restore` was called with. */
  readonly revision?: number;
  /** The `note` that `edit` was called with. */
  readonly note?: unknown;
  /** The titles that it may replace, as long as it was not sent. */
  readonly ifTitle?: { readonly section?: Id; readonly titles: readonly string[] };
  /** When it was made, in Unix milliseconds. */
  readonly at?: number;
}

/** Stores the unanswered edits of one client key. */
export interface EditQueue {
  load(list: Id): { entries: Edit[]; lastId: number; steps?: StoredSteps } | undefined;
  save(list: Id, entries: Edit[], lastId: number, steps: StoredSteps): void;
}

/** What can be undone and redone, the next step last; `deeper`: there may be more below. */
export interface StoredSteps {
  readonly undo: readonly (number | undefined)[];
  readonly redo: readonly (number | undefined)[];
  readonly deeper: { readonly undo: boolean; readonly redo: boolean };
}

/** Caches lists: calls `recall` with the cached state, and listens to `change` and `gone`. */
export interface ListCache {
  attach(list: OpenList): void | Promise<void>;
}

export interface Timers {
  set(callback: () => void, ms: number): unknown;
  clear(timer: any): void;
}

/** The part of `WebSocket` that the client uses. */
export interface Socket {
  readonly readyState: number;
  onopen: ((event: any) => void) | null;
  onmessage: ((event: any) => void) | null;
  onclose: ((event: any) => void) | null;
  onerror: ((event: any) => void) | null;
  send(text: string): void;
  close(): void;
}
