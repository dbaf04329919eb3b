import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const FOLDER = fileURLToPath(new URL('../../../web-client', import.meta.url));
const modules = readdirSync(FOLDER, { recursive: true })
  .filter((file) => file.endsWith('.js') && !/^(docs|api)\//u.test(file));
/** The folder of a module; a module at the top is a room of its own. */
const roomOf = (file) => (file.includes('/') ? posix.dirname(file).split('/')[0] : file);

/** For each room the rooms that its modules import from, with one import that does. */
function arrows() {
  const found = new Map(modules.map((file) => [roomOf(file), new Map()]));
  for (const file of modules) {
    const text = readFileSync(`${FOLDER}/${file}`, 'utf8');
    for (const [, path] of text.matchAll(/(?:from|import)\s*\(?'(\.[^']+)'/gu)) {
      const other = posix.join(posix.dirname(file), path);
      if (roomOf(other) !== roomOf(file)) {
        found.get(roomOf(file)).set(roomOf(other), `${file} imports ${other}`);
      }
    }
  }
  return found;
}

/** The imports that lead from a room back to itself; empty: there is no circle. */
function circle(graph) {
  const done = new Set();
  const visit = (room, way) => {
    const begun = way.findIndex(([passed]) => passed === room);
    if (begun >= 0) return way.slice(begun).map(([, why]) => why);
    if (done.has(room)) return [];
    for (const [next, why] of graph.get(room) ?? []) {
      const found = visit(next, [...way, [room, why]]);
      if (found.length > 0) return found;
    }
    done.add(room);
    return [];
  };
  for (const room of graph.keys()) {
    const found = visit(room, []);
    if (found.length > 0) return found;
  }
  return [];
}

test('no folder of the page stands in a circle with others', () => {
  assert.deepEqual(circle(arrows()), []);
});

test('a circle is told by the imports that make it', () => {
  const graph = new Map([
    ['a', new Map([['b', 'a/1.js imports b/1.js']])], ['b', new Map([['a', 'b/2.js imports a/2.js']])],
  ]);
  assert.deepEqual(circle(graph), ['a/1.js imports b/1.js', 'b/2.js imports a/2.js']);
});
