/**
 * Ticks off every row whose title contains a word, and goes on doing so while others add rows:
 *
 *     node tick-off.js ws://127.0.0.1:8080/ws groceries milk
 *
 * It uses the client library alone, without any view, and runs wherever there is a `WebSocket`
 * (browsers; Node.js from version 22 on, version 20 with `--experimental-websocket`).
 */

import { Client, randomId } from '../package/client.js';

/** The actions that tick off the rows whose title contains `word`; empty where there are none. */
export function tickOffs(list, word) {
  return list.sections.flatMap((section) => section.rows)
    .filter(({ fields }) => fields.done === false && String(fields.title).includes(word))
    .map((row) => ({ op: 'updateRow', row: row.id, fields: { done: true } }));
}

/** Opens the list `id` and ticks off each such row once; calls `log` with what happens. */
export function tickOff(client, id, word, log) {
  const list = client.open(id);
  const asked = new Set();
  // `list.list` includes unanswered edits. A rejected one is undone there: without `asked` it would
  // be made again without end.
  list.on('change', () => {
    const actions = tickOffs(list.list, word).filter(({ row }) => !asked.has(row));
    if (actions.length === 0) return;
    for (const { row } of actions) asked.add(row);
    log(`ticking off ${actions.length}`);
    list.edit(actions);
  });
  list.on('rejected', (edit, code, message) => log(`refused: ${code}: ${message}`));
  list.on('gone', (code) => log(`gone: ${code}`));
  return list;
}

const [, script, url, id, word] = globalThis.process?.argv ?? [];
if (script && import.meta.url.endsWith('/tick-off.js') && script.endsWith('tick-off.js')) {
  const client = new Client({ url, key: randomId(24), name: 'Tick-off' });
  client.on('state', (state, reason) => console.log(state, reason ?? ''));
  tickOff(client, id, word, (line) => console.log(line));
  client.connect();
}
