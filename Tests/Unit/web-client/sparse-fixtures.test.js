/** The fixtures of lists of which only parts are held, which the Swift client runs too. */

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

import {
  applyChangeSet, CountError, countsOf, heldRanges, rangeDigests, sparseList, withRuns,
} from '../../../web-client/package/list-model.js';
import { decodeFrame } from '../../../web-client/package/messages.js';

const cases = JSON.parse(
  readFileSync(new URL('../../Support/Fixtures/editing/sparse.json', import.meta.url), 'utf8'));

const decoded = (message) => decodeFrame(JSON.stringify(message))[0];

/** What is held, `{list, revision}`, after the message of a step. */
function taken({ list, revision }, message) {
  const { type, ...rest } = decoded(message);
  if (type === 'rows') return { list: withRuns(list, rest.runs, rest.missing), revision };
  const newer = rest.sets.filter((set) => set.revision > revision);
  return {
    list: newer.reduce((now, set) => applyChangeSet(
      now, set, set === rest.sets.at(-1) ? rest.counts : undefined), list),
    revision: newer.at(-1)?.revision ?? revision,
  };
}

const runsOf = (list) => list.sections.flatMap(({ rows }, s) => rows.runs.map(
  (run) => ({ at: [s, run.at], rows: run.rows })));

/** What is held, in the form of `expect`. */
function seen({ list, revision }) {
  const runs = runsOf(list);
  return {
    revision,
    counts: countsOf(list),
    top: list.sections.map(({ rows }) => rows.top),
    bottom: list.sections.map(({ rows }) => rows.bottom),
    runs: runs.map(({ at, rows }) => ({ at, ids: rows.map(({ id }) => id) })),
    holes: runs.flatMap(({ rows }) => rows.filter((row) => row.absent).map(({ id }) => id)),
    digests: rangeDigests(list, heldRanges(list)),
  };
}

const heldRow = ({ absent, ...row }) => (absent ? { id: row.id } : row);

for (const { name, outline, start, steps } of cases) {
  test(`sparse: ${name}`, () => {
    const { revision, outline: parts } = decoded(outline);
    let state = { list: sparseList(parts), revision };
    assert.deepEqual(seen(state), start);
    for (const { message, expect, held } of steps) {
      if (expect === 'mismatch') {
        assert.throws(() => taken(state, message), CountError);
        continue;
      }
      state = taken(state, message);
      assert.deepEqual(seen(state), expect);
      if (!held) continue;
      const rows = runsOf(state.list).map((run) => ({ ...run, rows: run.rows.map(heldRow) }));
      assert.deepEqual(rows, held);
    }
  });
}
