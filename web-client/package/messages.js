/**
 * The messages of the wire protocol, version 1, encoded and decoded; no other module knows their
 * form.
 */

import { own } from './model/records.js';

/** The WebSocket subprotocol that the client offers. */
export const SUBPROTOCOL = 'lockstep.v1';

/** The limits until the server's `welcome` has sent its own. */
export const DEFAULT_LIMITS = { inFlight: 128, actions: 1000, frameBytes: 262_144 };

/** How deep arrays and objects may nest in the value of a field that is sent. */
const FIELD_DEPTH = 16;

/** `object` without the members that are `undefined` or `null`. */
const present = (object) => Object.fromEntries(
  Object.entries(object).filter(([, value]) => value !== undefined && value !== null));

export const hello = ({ key, name, token }) => present({ type: 'hello', client: key, name, token });

export const renewal = (token) => ({ type: 'token', token });

/**
 * Opens a list; with a revision and its epoch, asks only for the sets since; with a window, where
 * all of it would be sent, only for the rows there; with `authors`, for who wrote each row that comes.
 */
export const openList = (list, { since, epoch, window, authors } = {}) => present({
  type: 'open', list, since: epoch === undefined ? undefined : since, epoch, window,
  authors: authors || undefined,
});

/** Asks for rows of an open list: `around` a place, `ranges` or `ids`; with `only`, for their ids. */
export const askRows = (list, query) => present({ type: 'rows', list, ...query });

/** Asks for the digests of ranges of an open list. */
export const checkRows = (list, ranges) => ({ type: 'check', list, ranges });

/** Looks for a text in an open list, from a path on. */
export const findText = (list, { text, fields, limit, from }) => present(
  { type: 'find', list, text, fields, limit, from });

export const closeList = (list) => ({ type: 'close', list });
export const listLists = () => ({ type: 'lists' });
export const ping = (n) => ({ type: 'ping', n });
export const deleteList = (list) => ({ type: 'delete', list });

export const createList = ({ list, title, rules, sections }) => present(
  { type: 'create', list, title, rules, sections });

/** An edit, undo, redo or restore; the same each time it is sent. */
export const pendingEdit = (list, { kind, id, base, epoch, actions, revision, skip }) => present({
  type: kind, list, id, base: kind === 'edit' ? base : undefined, epoch,
  actions: kind === 'edit' ? actions : undefined,
  revision: kind === 'restore' ? revision : undefined,
  skip: skip ? true : undefined,
});

export const presence = (list, { mode, selected, dragging, editing }) => present({
  type: 'presence', list, mode, selected, dragging, editing,
});

/**
 * Asks what those who run the server may know: `get` is `figures`, `lists`, `sessions` or `hooks`;
 * of lists and sessions `limit` from number `from` on, sorted `by` a column, with `text` in them.
 */
export const askServer = (n, { get, by, text, from, limit }) => present(
  { type: 'admin', n, get, by, text, from, limit });

/** Ends the session of a client, by its public name. */
export const endSession = (n, client) => ({ type: 'admin', n, end: client });

/** The text of a frame: one message, or an array of several. */
export function encodeFrame(messages) {
  return JSON.stringify(messages.length === 1 ? messages[0] : messages);
}

/** The size in bytes of a frame with this one message. */
export const frameBytes = (message) => new TextEncoder().encode(encodeFrame([message])).length;

/** Whether `value` nests deeper than `depth` arrays and objects. */
const isDeeper = (value, depth) => typeof value === 'object' && value !== null
  && (depth === 0 || Object.values(value).some((inner) => isDeeper(inner, depth - 1)));

/** The name of the first field of `rows` that nests deeper than servers accept, or `undefined`. */
export const deepField = (rows) => rows.flatMap(({ fields }) => Object.entries(fields ?? {}))
  .find(([, value]) => isDeeper(value, FIELD_DEPTH))?.[0];

/** The message about a field that nests too deep. */
export const tooDeep = (field) => `the field ${field} nests deeper than ${FIELD_DEPTH}`;

const isMessage = (value) => typeof value?.type === 'string';

/**
 * The messages of a received frame; values that are no messages are left out. Throws on bad JSON.
 */
export function decodeFrame(text) {
  const value = JSON.parse(text);
  return (Array.isArray(value) ? value : [value]).filter(isMessage).map(decoded);
}

const DECODERS = {
  welcome: (m) => ({
    client: m.client, user: m.user, limits: m.limits ?? {}, server: m.server,
    features: m.features ?? [], servers: m.servers,
  }),
  renewed: (m) => ({ until: m.until }),
  opened: (m) => ({ epoch: m.epoch, revision: m.revision, lastId: m.lastId ?? 0, role: m.role }),
  snapshot: (m) => ({
    epoch: m.epoch,
    revision: m.revision,
    state: {
      title: m.title ?? '', rules: m.rules ?? {}, sections: (m.sections ?? []).map(section),
    },
    part: m.part ?? 0,
    parts: m.parts ?? 1,
  }),
  catchup: (m) => ({
    epoch: m.epoch, revision: m.revision, sets: (m.sets ?? []).map(changeSet), counts: m.counts,
  }),
  changes: (m) => ({ sets: (m.sets ?? []).map(changeSet), counts: m.counts }),
  ack: (m) => ({
    id: m.id, revision: m.revision, outcome: m.outcome, applied: m.applied,
    clamped: m.clamped ?? [],
  }),
  reject: (m) => ({
    id: m.id, code: m.code, message: m.message ?? m.code, action: m.action,
    retryAfter: m.retryAfter,
  }),
  error: (m) => ({
    id: m.id, n: m.n, code: m.code, message: m.message ?? m.code, fatal: m.fatal === true,
    retryAfter: m.retryAfter,
  }),
  outline: (m) => ({
    epoch: m.epoch,
    revision: m.revision,
    outline: {
      title: m.title ?? '',
      rules: m.rules ?? {},
      sections: (m.sections ?? []).map(countedSection),
      runs: (m.runs ?? []).map(run),
    },
  }),
  rows: (m) => ({
    n: m.n, revision: m.revision, runs: (m.runs ?? []).map(run), missing: m.missing ?? [],
  }),
  checked: (m) => ({ n: m.n, revision: m.revision, digests: m.digests ?? [] }),
  found: (m) => ({
    n: m.n,
    revision: m.revision,
    rows: (m.rows ?? []).map((found) => ({ at: found.at, row: row(found.row) })),
    next: m.next,
  }),
  head: (m) => ({ revision: m.revision, digest: m.digest }),
  presence: (m) => ({ clients: m.clients ?? [], left: m.left ?? [] }),
  closed: (m) => ({ code: m.code }),
  lists: (m) => ({ lists: m.lists ?? [] }),
  created: (m) => ({ epoch: m.epoch }),
  pong: (m) => ({ n: m.n }),
  admin: ({ type, list, ...answer }) => answer,
};

function decoded(message) {
  const { type, list } = message;
  return { type, list, ...own(DECODERS, type)?.(message) };
}

function section({ id, title, rules, rows }) {
  return { id, title: title ?? '', rules: rules ?? {}, rows: (rows ?? []).map(row) };
}

/** A section of which the number of rows is told, not the rows. */
function countedSection({ id, title, rules, rows, top, bottom }) {
  return {
    id, title: title ?? '', rules: rules ?? {}, rows: rows ?? 0, top: top ?? 0, bottom: bottom ?? 0,
  };
}

/** A run of rows; one without fields is known by its id alone. */
const run = ({ at, rows }) => (
  { at, rows: rows.map((one) => (one.fields ? row(one) : { ...row(one), absent: true })) });

function row({ id, fields, editable, deletable, movable, pinned, by, added }) {
  return present({ id, fields: fields ?? {}, editable, deletable, movable, pinned, by, added });
}

/** A change set with its defaults filled in; its entries stay as `applyChangeSet` takes them. */
export function changeSet(set) {
  return { ...set, folds: set.folds ?? 1, clamped: set.clamped ?? [] };
}

/** Decodes the body of `GET /api/lists/ID`. */
export const decodeSnapshot = (body) => DECODERS.snapshot(body);
