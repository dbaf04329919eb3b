/** `reference_program.py` on docs/examples/reference-client.mjs. */

import { webcrypto } from 'node:crypto';
import * as fs from 'node:fs';
import { createInterface } from 'node:readline';

import { Client, apply, digest, fileStore } from '../../../docs/examples/reference-client.mjs';
import { WebSocket } from './web_socket.mjs';

globalThis.crypto ??= webcrypto;
const put = (line) => fs.writeSync(1, `${JSON.stringify(line)}\n`);
const parsed = (path) => JSON.parse(fs.readFileSync(path, 'utf8'));

/** Tells, too, of each `open` and each edit that it sends, and whether the edit is stored by then. */
class Observed extends Client {
  longestPause = 300;

  send(message) {
    if (message.type === 'open') put({ told: 'open', since: message.since ?? null });
    if (message.id !== undefined) {
      const stored = parsed(process.argv[4]).edits.some(({ id }) => id === message.id);
      put({ told: 'sent', id: message.id, stored });
    }
    super.send(message);
  }
}

function run(url, list, file, plan) {
  const client = new Observed({ url, list, store: fileStore(fs, file), WebSocket, tell });
  const edits = parsed(plan);

  function tell(told, first, answer) {
    if (told === 'changed') {
      const { epoch, revision, title, rules, sections } = client.copy;
      put({ told, copy: { epoch, revision, title, rules, sections } });
    } else if (told === 'stopped') {
      put({ told, code: first });
      process.exit();
    } else {
      put({ told, id: first.id, answer });
    }
  }

  client.connect();
  createInterface({ input: process.stdin }).on('line', (line) => {
    while (client.kept.highestId < Number(line)) client.edit(edits[client.kept.highestId]);
  });
}

/** Prints what `apply` makes of each list and change set, or null where it does not fit. */
function applyAll(cases) {
  for (const [copy, change] of parsed(cases)) {
    let fits = true;
    try {
      apply(copy, change);
    } catch {
      fits = false;
    }
    put(fits ? { copy, digest: digest(copy) } : { copy: null });
  }
}

if (process.argv.length === 3) applyAll(process.argv[2]);
else run(...process.argv.slice(2));
