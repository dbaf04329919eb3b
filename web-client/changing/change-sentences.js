/** Change sets in words, and the titles of rows for them. Pure; loaded with what is needed now and then. */

import { nameOf } from '../screen/row-texts.js';
import { translate } from '../texts/texts.js';

/**
 * What a change set did, as a sentence: `Ana moved “Milk”`. `name` is that of who did it, `null`
 * for this user; `titleOf` gives the title of a row, or `undefined`, and `timeOf` the time of a
 * revision in words, or `undefined`.
 */
export function changeSentence(set, name, titleOf, timeOf) {
  const what = set.restores === undefined ? describeChange(set, titleOf)
    : describeRestore(timeOf?.(set.restores));
  return name === null ? translate('change.byYou', { what })
    : translate('change.by', { name, what });
}

/**
 * What a change set did, without its subject, as the catalogue's `change.by` takes it:
 * `moved “Milk” and added “Tea”`.
 */
export function describeChange(set, titleOf = () => undefined) {
  const parts = PARTS.filter(([key]) => set[key]?.length > 0)
    .map(([key, describe]) => describe(set[key], titleOf));
  const { title } = set.updatedList ?? {};
  if (title !== undefined) parts.push(translate('change.renamedList', { title }));
  else if (set.updatedList) parts.push(translate('change.changedRules'));
  const what = parts.length === 0 ? translate('change.nothing')
    : parts.reduce((first, second) => translate('change.and', { first, second }));
  if (set.undoes !== undefined) return translate('change.undoes', { what });
  return set.redoes !== undefined ? translate('change.redoes', { what }) : what;
}

const describeRestore = (time) => (time === undefined ? translate('change.restoresEarlier')
  : translate('change.restores', { time }));

/**
 * A part about rows: with the title of the one row, `change.KINDRow`, if that is known; else with
 * their number, `change.KINDRows`.
 */
function rows(kind, entries, titleOf) {
  const title = entries.length === 1 ? titleOf(entries[0].row) : undefined;
  return title === undefined ? translate(`change.${kind}Rows`, { count: entries.length })
    : translate(`change.${kind}Row`, { title: nameOf(title) });
}

function updates(entries, titleOf) {
  if (entries.length > 1) return rows('changed', entries, titleOf);
  const [{ fields = {} }] = entries;
  if (typeof fields.title === 'string') {
    return translate('change.renamedRow', { title: nameOf(fields.title) });
  }
  const ticks = typeof fields.done === 'boolean';
  return rows(!ticks ? 'changed' : fields.done ? 'ticked' : 'unticked', entries, titleOf);
}

/** The parts of a change set, in the order in which they are described. */
const PARTS = [
  ['insertedRows', (entries) => rows('added', entries, () => entries[0].fields?.title)],
  ['deletedRows', (entries, titleOf) => rows('deleted', entries, titleOf)],
  ['movedRows', (entries, titleOf) => rows('moved', entries, titleOf)],
  ['updatedRows', updates],
  ['insertedSections', ([{ title }]) => (title
    ? translate('change.addedSection', { title }) : translate('change.addedUntitledSection'))],
  ['deletedSections', ({ length }) => translate('change.deletedSections', { count: length })],
  ['movedSections', ({ length }) => translate('change.movedSections', { count: length })],
  ['updatedSections', ([{ title }]) => (title === undefined
    ? translate('change.changedSection') : translate('change.renamedSection', { title }))],
];
