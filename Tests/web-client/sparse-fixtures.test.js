/** The fixtures of lists of which only parts are held, which the Swift client's model runs too. */

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

import {
  applyChangeSet, CountError, countsOf, heldRanges, rangeDigests, sparseList, withRuns,
} from '../../web-client/list-model.js';

const CASES = JSON.parse(
  readFileSync(new URL('../Fixtures/editing/sparse.json', import.meta.url), 'utf8'));

/** What a list holds, in the form of `expect`; `revision` is not the model's. */
function picture(list, revision) {
  const ranges = heldRanges(list);
  const runs = ranges.map(({ at, rows }) => (
    { at, ids: list.sections[at[0]].rows.slice(at[1], at[1] + rows).map(({ id }) => id) }));
  const held = ranges.flatMap(({ at, rows }) => (
    list.sections[at[0]].rows.slice(at[1], at[1] + rows)));
  return {
    revision,
    counts: countsOf(list),
    top: list.sections.map(({ rows }) => rows.top),
    bottom: list.sections.map(({ rows }) => rows.bottom),
    runs,
    holes: held.filter((row) => row.absent).map(({ id }) => id),
    digests: rangeDigests(list, ranges),
  };
}

/** The list after a message of the server. */
function after(list, { type, sets, counts, runs, missing }) {
  if (type === 'rows') return withRuns(list, runs, missing);
  return sets.reduce((next, set, index) => (
    applyChangeSet(next, set, index === sets.length - 1 ? counts : undefined)), list);
}

/** The fields of what is held; `undefined` for a hole. */
const fieldsOf = (rows) => rows.map(({ fields, absent }) => (absent ? undefined : fields));

for (const { name, outline, start, steps } of CASES) {
  test(`parts of a list, ${name}`, () => {
    let list = sparseList(outline);
    let revision = 0;
    assert.deepEqual(picture(list, revision), start);
    for (const { message, expect, held } of steps) {
      if (expect === 'mismatch') {
        assert.throws(() => after(list, message), CountError);
        continue;
      }
      list = after(list, message);
      revision = message.sets?.at(-1)?.revision ?? revision;
      assert.deepEqual(picture(list, revision), expect);
      for (const { at: [s, r], rows } of held ?? []) {
        const own = list.sections[s].rows.slice(r, r + rows.length);
        assert.deepEqual(fieldsOf(own), rows.map(({ fields }) => fields));
      }
    }
  });
}
