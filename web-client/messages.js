/** The messages of the wire protocol, version 1: the one module that knows their shapes. */

/** The subprotocol that a socket offers. */
export const SUBPROTOCOL = 'lockstep.v1';

/** What a server allows until its `welcome` says otherwise. */
export const DEFAULT_LIMITS = { inFlight: 128, actions: 1000, frameBytes: 262_144 };

/** Arrays and objects that may stand inside one another in a field's value that is sent. */
const FIELD_DEPTH = 16;

const given = (object) => Object.fromEntries(
  Object.entries(object).filter(([, value]) => value !== undefined && value !== null));

export const hello = ({ key, name, token }) => given({ type: 'hello', client: key, name, token });

/** Opens a list; with a revision and its epoch, only what came since is asked for. */
export const openList = (list, since, epoch) => (
  epoch === undefined ? { type: 'open', list } : { type: 'open', list, since, epoch });

export const closeList = (list) => ({ type: 'close', list });
export const listLists = () => ({ type: 'lists' });
export const ping = (n) => ({ type: 'ping', n });
export const deleteList = (list) => ({ type: 'delete', list });

export const createList = ({ list, title, rules, sections }) => given(
  { type: 'create', list, title, rules, sections });

/** A pending edit, undo or redo as it is sent, the first time and again. */
export const pendingEdit = (list, { kind, id, base, epoch, actions }) => given({
  type: kind, list, id, base: kind === 'edit' ? base : undefined, epoch,
  actions: kind === 'edit' ? actions : undefined,
});

export const presence = (list, { mode, selected, dragging, editing }) => given({
  type: 'presence', list, mode, selected, dragging, editing,
});

/** The frame that carries one message, or several as an array. */
export function encodeFrame(messages) {
  return JSON.stringify(messages.length === 1 ? messages[0] : messages);
}

/** How many bytes a message takes in a frame of its own. */
export const frameBytes = (message) => new TextEncoder().encode(encodeFrame([message])).length;

/** Whether `value` nests deeper than `room` arrays and objects. */
const isDeeper = (value, room) => typeof value === 'object' && value !== null
  && (room === 0 || Object.values(value).some((inner) => isDeeper(inner, room - 1)));

/** The first field of inserted or updated rows that nests deeper than a server takes, if there is one. */
export const deepField = (rows) => rows.flatMap(({ fields }) => Object.entries(fields ?? {}))
  .find(([, value]) => isDeeper(value, FIELD_DEPTH))?.[0];

export const tooDeep = (field) => `the field ${field} nests deeper than ${FIELD_DEPTH}`;

const isMessage = (value) => typeof value?.type === 'string';

/** The messages of a received frame; those that make no sense are left out. */
export function decodeFrame(text) {
  const value = JSON.parse(text);
  return (Array.isArray(value) ? value : [value]).filter(isMessage).map(decoded);
}

const DECODERS = {
  welcome: (m) => ({ client: m.client, user: m.user, limits: m.limits ?? {}, server: m.server }),
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
    id: m.id, code: m.code, message: m.message ?? m.code, fatal: m.fatal === true,
    retryAfter: m.retryAfter,
  }),
  head: (m) => ({ revision: m.revision, digest: m.digest }),
  presence: (m) => ({ clients: m.clients ?? [], left: m.left ?? [] }),
  closed: (m) => ({ code: m.code }),
  lists: (m) => ({ lists: m.lists ?? [] }),
  created: (m) => ({ epoch: m.epoch }),
  pong: (m) => ({ n: m.n }),
};

function decoded(message) {
  const { type, list } = message;
  return { type, list, ...DECODERS[type]?.(message) };
}

function section({ id, title, rules, rows }) {
  return { id, title: title ?? '', rules: rules ?? {}, rows: (rows ?? []).map(row) };
}

function row({ id, fields, editable, deletable, movable, pinned }) {
  return given({ id, fields: fields ?? {}, editable, deletable, movable, pinned });
}

/** A change set; its change entries keep the form that `applyChangeSet` takes. */
export function changeSet(set) {
  return { ...set, folds: set.folds ?? 1, clamped: set.clamped ?? [] };
}

/** The snapshot that `GET /api/lists/ID` answers with. */
export const decodeSnapshot = (body) => DECODERS.snapshot(body);

/** A page of `GET /api/lists/ID/changes`: sets, newest last, and names by client. */
export const decodeHistory = (body) => ({
  sets: (body.sets ?? []).map(changeSet), names: body.clients ?? {}, revision: body.revision,
});
