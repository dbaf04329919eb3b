/** What the texts of a form stand for. Pure. */

/** The value that `text`, which is not empty, stands for in a field of `kind`. */
export function valueOf(text, kind) {
  if (kind === 'yesNo') return text === 'true';
  return kind === 'number' ? Number(numeral(text)) : text;
}

/** A number as JSON has it: people also write a comma for the point. */
export const numeral = (text) => (text.includes('.') ? text : text.replace(',', '.')).trim();
