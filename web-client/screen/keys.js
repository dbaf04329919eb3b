/**
 * The keys of the page: the table that the dialog of keys shows. Who makes a module take a key adds
 * it here; a test compares the table with the modules. Pure.
 */

/**
 * The groups, in order: `title` and `does` are keys of the catalogue. Of an entry, `keys` has the
 * ways to press it, each an array of keys that are pressed together, named as `KeyboardEvent.key`
 * has them, but for `Mod` (⌘ or Ctrl), `Space`, and letters in upper case.
 */
export const KEY_GROUPS = [
  {
    title: 'keys.walking',
    entries: [
      { keys: [['ArrowUp'], ['ArrowDown']], does: 'keys.walk' },
      { keys: [['Home'], ['End']], does: 'keys.ends' },
      { keys: [['N']], does: 'keys.add' },
      { keys: [['/'], ['Mod', 'F']], does: 'keys.search' },
      { keys: [['F8']], does: 'keys.toast' },
      { keys: [['?']], does: 'keys.keys' },
    ],
  },
  {
    title: 'keys.item',
    entries: [
      { keys: [['Space']], does: 'keys.tick' },
      { keys: [['Enter']], does: 'keys.rename' },
      { keys: [['Shift', 'Enter']], does: 'keys.insertBelow' },
      { keys: [['Alt', 'ArrowUp'], ['Alt', 'ArrowDown']], does: 'keys.move' },
      { keys: [['Delete'], ['Backspace']], does: 'keys.delete' },
      { keys: [['ContextMenu'], ['Shift', 'F10']], does: 'keys.menu' },
      { keys: [['I'], ['Alt', 'Enter']], does: 'keys.details' },
      { keys: [['Mod', 'C'], ['Mod', 'X']], does: 'keys.copy' },
      { keys: [['Mod', 'V']], does: 'keys.paste' },
      { keys: [['Shift', 'Space']], does: 'keys.select' },
      { keys: [['Mod', 'A']], does: 'keys.selectAll' },
    ],
  },
  {
    title: 'keys.pickedUp',
    entries: [
      { keys: [['ArrowUp'], ['ArrowDown']], does: 'keys.step' },
      { keys: [['PageUp'], ['PageDown']], does: 'keys.stepByPage' },
      { keys: [['Home'], ['End']], does: 'keys.stepToEnd' },
      { keys: [['Space'], ['Enter']], does: 'keys.drop' },
      { keys: [['Escape']], does: 'keys.cancel' },
    ],
  },
  {
    title: 'keys.typing',
    entries: [
      { keys: [['Enter']], does: 'keys.save' },
      { keys: [['Tab']], does: 'keys.nextField' },
      { keys: [['Shift', 'Enter']], does: 'keys.newLine' },
      { keys: [['Backspace']], does: 'keys.closeEmpty' },
      { keys: [['Escape']], does: 'keys.discard' },
    ],
  },
  {
    title: 'keys.everywhere',
    entries: [
      { keys: [['Mod', 'Z']], does: 'keys.undo' },
      { keys: [['Mod', 'Shift', 'Z'], ['Mod', 'Y']], does: 'keys.redo' },
      { keys: [['Mod', 'P']], does: 'keys.print' },
    ],
  },
];

/** The keys that are written as they are, or as a sign; the others have a name in the catalogue. */
const SIGNS = { ArrowUp: '↑', ArrowDown: '↓' };
const NAMED = new Set([
  'Alt', 'Backspace', 'ContextMenu', 'Delete', 'End', 'Enter', 'Escape', 'Home', 'PageDown', 'PageUp', 'Shift',
  'Space', 'Tab',
]);

/**
 * What stands on a key; `name` is that of the table, `isApple` tells whether the keyboard has ⌘.
 * `translate` is that of the texts.
 */
export function keyCap(name, isApple, translate) {
  if (name === 'Mod') return isApple ? '⌘' : translate('keys.names.Control');
  return SIGNS[name] ?? (NAMED.has(name) ? translate(`keys.names.${name}`) : name);
}
