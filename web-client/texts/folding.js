/**
 * Texts made alike for comparing them: under Unicode's compatibility composition (NFKC) and full case
 * folding, as the server compares. What is stored stays as it was written. Pure.
 */

const ASCII = /^[\0-\x7f]*$/u;
/** Accents of Latin, Greek and Cyrillic letters, points of Hebrew and Arabic ones. */
const ACCENTS = /[\u0300-\u036f\u0591-\u05bd\u05bf-\u05c7\u0610-\u061a\u064b-\u065f\u0670]/gu;
/**
 * What composition keeps together: a character, and the marks, syllable parts and half-width marks
 * after it. Parts that are folded one by one give the whole, folded.
 */
const PARTS = /.[\p{M}\p{Default_Ignorable_Code_Point}\u1160-\u11ff\u3131-\u318e\uff9e-\uffdc]*/gsu;

/**
 * Folds the case of a text that is not ASCII. Upper case spells out what has no other (`ß` as `SS`);
 * of lower case first, as `ẞ` has one. A sigma at the end of a word is another letter there.
 */
const cased = (text) => text.toLowerCase().toUpperCase().toLowerCase().replaceAll('ς', 'σ');

/** What shows nothing, such as a soft hyphen: the server takes it out, too. */
const IGNORABLE = /\p{Default_Ignorable_Code_Point}/gu;
const composed = (text) => text.normalize('NFKC').replace(IGNORABLE, '').normalize('NFKC');

/** `text` for comparing: letter case, and how characters are encoded, do not count. */
export function caseFolded(text) {
  if (ASCII.test(text)) return text.toLowerCase();
  return composed(cased(composed(text)));
}

/** `text` for searching: accents of letters do not count, either. */
export function folded(text) {
  if (ASCII.test(text)) return text.toLowerCase();
  return composed(cased(text.normalize('NFKD').replace(ACCENTS, '')));
}

/**
 * `text` folded for searching, with where each of its code units comes from: `{plain, starts,
 * ends}`, the character of unit `n` being that from `starts[n]` to before `ends[n]` in `text`.
 */
export function foldedWithOrigins(text) {
  let plain = '';
  const starts = [];
  const ends = [];
  for (const { 0: part, index } of text.matchAll(PARTS)) {
    const units = folded(part);
    for (let unit = 0; unit < units.length; unit += 1) {
      starts.push(index);
      ends.push(index + part.length);
    }
    plain += units;
  }
  return { plain, starts, ends };
}
