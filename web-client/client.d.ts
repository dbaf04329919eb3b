/** The types of `client.js`: a client of a Lockstep server, without any view. */

import type {
  Action, ChangeSet, Clamp, Code, Id, ListState, ListSummary, NewList, Peer, Presence, Role,
} from './protocol.js';

export type {
  Action, ChangeSet, Clamp, Code, ErrorCode, Fields, FieldValue, Id, IndexPath, InnerValue,
  ListState, ListSummary, Mode, NewList, Peer, Pin, Presence, RejectCode, Role, Row, RowPlace,
  RowRuleChanges, RowRules, Rules, Section, SectionPlace,
} from './protocol.js';

/** `length` (16 where absent) random characters of an alphabet of 32: an id that nobody else makes. */
export declare function randomId(length?: number): string;

/** Named events, each with the function that listens to it. */
export interface Emitter<Events extends { [Name in keyof Events]: (...details: any[]) => void }> {
  /** Calls `listener` on every `name` event; returns the function that stops it. */
  on<Name extends keyof Events>(name: Name, listener: Events[Name]): () => void;
  emit<Name extends keyof Events>(name: Name, ...details: Parameters<Events[Name]>): void;
}

/** What a server allows; absent what it has not said. Bytes are of UTF-8 JSON. */
export interface Limits {
  /** Of one frame from a client. */
  readonly frameBytes: number;
  /** Of one change set; those of undo, redo and restore may have `undoBytes`. */
  readonly setBytes?: number;
  /** Edits of a list without an answer. */
  readonly inFlight: number;
  /** Actions of one edit. */
  readonly actions: number;
  /** Of one row's fields. */
  readonly fieldsBytes?: number;
  /** Lists that are open at a time. */
  readonly lists?: number;
  /** Rows, sections and bytes of a list. */
  readonly rows?: number;
  readonly sections?: number;
  readonly listBytes?: number;
  readonly titleBytes?: number;
  /** How many edits undo reaches back, and how many bytes they may take together. */
  readonly undo?: number;
  readonly undoBytes?: number;
  readonly headSeconds?: number;
  readonly queueBytes?: number;
  readonly stallSeconds?: number;
  readonly rememberDays?: number;
}

/** `waiting`: connects again by itself; `stopped`: does not. */
export type ClientState = 'connecting' | 'online' | 'waiting' | 'stopped';

/** What a client emits. */
export interface ClientEvents {
  /** The state, and the reason where it is a final one. */
  state: (state: ClientState, reason: string | null) => void;
  /** The answer to `askForLists`. */
  lists: (lists: ListSummary[]) => void;
  /** The list is there. */
  created: (list: Id) => void;
  /** An error about no list that is open. */
  problem: (code: Code, message: string) => void;
  /** A token is needed, or another one: `signIn`. */
  unauthorized: (message: string) => void;
  /** An edit of one of its lists was refused, and is taken back. */
  rejected: (list: OpenList, edit: Edit, code: Code, message: string) => void;
  /** One of its lists is deleted; with how many edits that were never made. */
  gone: (list: OpenList, code: Code, lost: number) => void;
}

/** What a client is made with. */
export interface ClientOptions {
  /** `ws://HOST:PORT/ws` or `wss://…`. */
  url: string;
  /** The client's secret: random, an id, and used by one client at a time. */
  key: string;
  /** What people are shown. */
  name?: string;
  /** Where the server asks for one. */
  token?: string;
  /** Keeps edits that were not answered, over restarts. */
  queue?: EditQueue;
  /** Keeps what lists were. */
  cache?: ListCache;
  /** Makes sockets; a `WebSocket` where it is absent. */
  makeSocket?: (url: string, subprotocol: string) => Socket;
  /** Unix milliseconds. */
  now?: () => number;
  timers?: Timers;
  /** How long to wait before connecting again, in milliseconds. */
  backOff?: { next(): number; reset(): void };
  /** Milliseconds of silence after which a ping is sent, and as many again until the socket is dropped. */
  quiet?: number;
}

/** Connects, opens lists, keeps them in step, and sees to it that every edit is made at most once. */
export declare class Client implements Emitter<ClientEvents> {
  constructor(options: ClientOptions);
  state: ClientState;
  /** Why it is stopped. */
  reason: string | null;
  /** Whether connecting failed, or the connection was lost, since it was there last. */
  offline: boolean;
  key: string;
  name: string | undefined;
  token: string | undefined;
  cache: ListCache | undefined;
  /** How many edits of all lists wait for their answers. */
  get waiting(): number;
  /** Whether the server cannot say of some edits of these whether they are stored. */
  get overdue(): boolean;
  /** What the server allows, as far as it has said. */
  get limits(): Limits;
  /** The public name of this client, once the server has said it. */
  get me(): string | null;
  /** What HTTP requests say about who asks. */
  get headers(): { Authorization?: string };
  connect(): void;
  /** Connects at once, whatever the state: the network is back, or the user asks. */
  reconnect(): void;
  /** Waits until `reconnect`: the network is known to be gone. */
  suspend(): void;
  /** Goes on as the one whom `token` is of. */
  signIn(token: string): void;
  disconnect(): void;
  /** The list named `id`, opened where it is not yet. */
  open(id: Id): OpenList;
  /** Stops following a list, as soon as all that was sent of it is answered. */
  close(id: Id): void;
  /** Edits a list and closes it again, where it was not open; edits wait for a connection. */
  editBriefly(id: Id, actions: readonly Action[]): OpenList;
  /** Each of these three: false where there is no connection, and `create` where a field nests too deep. */
  askForLists(): boolean;
  create(list: NewList): boolean;
  delete(id: Id): boolean;
  /** Takes another display name; the others see it from the next session on. */
  rename(name: string): void;
  on<Name extends keyof ClientEvents>(name: Name, listener: ClientEvents[Name]): () => void;
  emit<Name extends keyof ClientEvents>(
    name: Name, ...details: Parameters<ClientEvents[Name]>): void;
}

/**
 * `unavailable`: there, but the server cannot read it now; it is asked for again by itself. `gone`:
 * deleted, or not there; it does not come back.
 */
export type ListStatus = 'opening' | 'live' | 'unavailable' | 'offline' | 'gone';

/** Why a list is another one: an own edit (`null`: some were put off), sets, or all of it came. */
export type ChangeCause =
  | { own: Edit | null } | { sets: readonly ChangeSet[] } | { whole: true };

/** What an open list emits. */
export interface OpenListEvents {
  change: (cause: ChangeCause) => void;
  /** Some edit is answered. */
  answered: () => void;
  /** An edit was refused, and is taken back. */
  rejected: (edit: Edit, code: Code, message: string) => void;
  /** Edits were refused for now; they are kept, and sent again under new ids. */
  delayed: (code: Code) => void;
  /** The server has left edits unanswered for so long that it cannot say what became of them; or not
   * any more. */
  overdue: (overdue: boolean) => void;
  /** An edit is made and cannot be undone; `undo` takes back the one before it. */
  final: (edit: Edit) => void;
  /** Places that the rules did not allow. */
  clamped: (entries: readonly Clamp[], edit: Edit) => void;
  /** Nothing was left to undo or redo. */
  nothing: (kind: 'undo' | 'redo') => void;
  presence: () => void;
  status: (status: ListStatus) => void;
  /** With how many edits that were never made. */
  gone: (code: Code, lost: number) => void;
}

/** One list that is kept open: what the server said, with one's own unanswered edits on top. */
export interface OpenList extends Emitter<OpenListEvents> {
  readonly id: Id;
  readonly status: ListStatus;
  readonly role: Role | undefined;
  /** The list with one's own edits; `null` until it came. */
  readonly list: ListState | null;
  /** The list as the server said. */
  readonly confirmed: ListState | null;
  readonly revision: number;
  readonly epoch: string | undefined;
  /** The others that have it open, by name. */
  readonly others: Peer[];
  /** How many edits wait for their answers. */
  readonly waiting: number;
  /** Whether edits are held back because the server refused some for now. */
  readonly delayed: boolean;
  /** Whether the server has left edits unanswered for so long that it cannot say what became of them. */
  readonly overdue: boolean;
  /** What people are shown of one of the others. */
  nameOf(client: string): string | undefined;
  /** Applies `actions` here at once and sends them; returns the edit's id, or 0 (not possible). */
  edit(actions: readonly Action[], note?: unknown): number;
  undo(): number;
  redo(): number;
  /** Tells the others what one is doing. */
  show(presence: Presence): void;
  /** For a cache: shows what was kept from an earlier time, until the server says something. */
  recall(kept: { state: ListState; revision: number; epoch: string | undefined }): void;
  /** For the client: asks for the list, since what is held or anew. */
  open(how?: { anew?: boolean }): void;
  /** For the client: the session is lost. */
  lost(): void;
  /** For the client: the list is not followed any more. */
  closed(): void;
  /** For the client: takes a message about this list. */
  take(message: { readonly type: string }): void;
}

/** An edit, undo or redo of one's own. */
export interface Edit {
  readonly kind: 'edit' | 'undo' | 'redo';
  /** Absent where it was never sent. */
  readonly id?: number;
  readonly base?: number;
  readonly epoch?: string;
  readonly actions?: readonly Action[];
  /** What `edit` was given with it. */
  readonly note?: unknown;
  /** When it was made, in Unix milliseconds. */
  readonly at?: number;
}

/** Keeps the edits of one client key that were not answered. */
export interface EditQueue {
  load(list: Id): { entries: Edit[]; lastId: number } | undefined;
  save(list: Id, entries: Edit[], lastId: number): void;
}

/** Keeps what lists were: calls `recall` with that, and listens to `change` and `gone`. */
export interface ListCache {
  attach(list: OpenList): void | Promise<void>;
}

export interface Timers {
  set(callback: () => void, ms: number): unknown;
  clear(timer: any): void;
}

/** What is used of a `WebSocket`. */
export interface Socket {
  readonly readyState: number;
  onopen: ((event: any) => void) | null;
  onmessage: ((event: any) => void) | null;
  onclose: ((event: any) => void) | null;
  onerror: ((event: any) => void) | null;
  send(text: string): void;
  close(): void;
}
