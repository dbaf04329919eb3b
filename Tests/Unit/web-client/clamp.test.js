import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

import {
  applyActions, deleteTitle, editingStyle, mayAdd, mayMove, targetPlace,
} from '../../../web-client/package/list-model.js';
import { listOf, row } from './lists.js';

/** Every list of up to two sections with pins and scopes, every row, every proposed place. */
function* smallCases() {
  for (const moveScope of ['list', 'section']) {
    for (const open of [true, false]) {
      for (const one of ['', 'a', 'p^ a', 'p^ a b q_']) {
        for (const two of ['', 'd', 'r^ d s_']) {
          yield listOf({ one, two }, { moveScope }, { two: { reorderable: open } });
        }
      }
    }
  }
}

test('a clamped place, proposed again, is kept and reports nothing', () => {
  let cases = 0;
  for (const list of smallCases()) {
    for (const section of list.sections) {
      for (const { id } of section.rows) {
        for (let index = -2; index < 7; index += 1) {
          for (const target of ['one', 'two']) {
            const clamped = targetPlace(list, [id], { section: target, index });
            if (clamped.refused) continue;
            const again = targetPlace(list, [id], clamped);
            const { section: at, index: place } = clamped;
            assert.deepEqual(again, { section: at, index: place });
            cases += 1;
          }
        }
      }
    }
  }
  assert.ok(cases > 1000);
});

test('the clamped place of a drag is where the drop puts the row', () => {
  for (const list of smallCases()) {
    for (const { id } of list.sections[0].rows) {
      for (let index = -1; index < 6; index += 1) {
        const clamped = targetPlace(list, [id], { section: 'two', index });
        const { list: after } = applyActions(list, [
          { op: 'moveRow', row: id, to: { section: 'two', index } }]);
        const at = after.sections.find((section) => section.id === clamped.section);
        assert.equal(at.rows[clamped.index].id, id);
      }
    }
  }
});

test('scope goes before bounds', () => {
  const list = listOf({ one: 'a b', two: 'c' }, { moveScope: 'section' });
  assert.deepEqual(targetPlace(list, ['a'], { section: 'two', index: 99 }),
    { section: 'one', index: 1, why: 'scope' });
});

test('a row that may not move is refused, and named', () => {
  const list = listOf({ one: [row('a', { movable: false })] });
  assert.equal(targetPlace(list, ['a'], { section: 'one', index: 0 }).refused, 'a');
  assert.equal(mayMove(list, list.sections[0], list.sections[0].rows[0]), false);
});

test('a section narrows the list and a row narrows the section', () => {
  const list = listOf({ one: [row('a'), row('b', { editable: true })] }, { editable: false },
    { one: { editable: true } });
  const [section] = list.sections;
  assert.deepEqual(section.rows.map((one) => editingStyle(list, section, one)), ['none', 'none']);
});

const TITLES = [
  [{}, {}, 'Delete'],
  [{ deleteTitle: 'Trash ({detail})' }, {}, 'Trash (Tom)'],
  [{ deleteTitle: 'Trash' }, { deleteTitle: '{detail}: {detail}' }, 'Tom: Tom'],
  [{ deleteTitle: 'Skip ({detail})' }, {}, 'Skip', {}],
  [{ deleteTitle: 'Skip {detail} now' }, {}, 'Skip now', { detail: ' ' }],
  [{ deleteTitle: '{detail}' }, {}, 'Delete', { title: 'a' }],
];
for (const [rules, sectionRules, title, fields = { detail: 'Tom' }] of TITLES) {
  test(`the delete button says ${title} for ${JSON.stringify(fields)}`, () => {
    const list = listOf({ one: [row('a', { fields })] }, rules, { one: sectionRules });
    assert.equal(deleteTitle(list, list.sections[0], list.sections[0].rows[0]), title);
  });
}

const ROOM = [
  [{}, {}, true], [{ insertable: false }, { insertable: true }, false], [{}, { maxRows: 2 }, false],
  [{}, { maxRows: 3 }, true], [{ maxRows: 3 }, {}, false], [{ maxRows: 4 }, {}, true],
];
for (const [rules, sectionRules, may] of ROOM) {
  const named = JSON.stringify([rules, sectionRules]);
  test(`a new row ${may ? 'fits' : 'does not fit'} under the rules ${named}`, () => {
    const list = listOf({ one: 'a b', two: 'c' }, rules, { one: sectionRules });
    assert.equal(mayAdd(list, list.sections[0]), may);
    const { rejected } = applyActions(list, [
      { op: 'insertRow', row: 'n', fields: {}, to: { section: 'one' } }]);
    assert.equal(rejected === undefined, may);
  });
}

test('the sample playlist takes songs up next and nowhere else', () => {
  const list = JSON.parse(readFileSync(new URL('../../../config/lists/road-trip-mix.json', import.meta.url), 'utf8'));
  assert.deepEqual(list.sections.filter((section) => mayAdd(list, section)).map(({ title }) => title), ['Up next']);
});
