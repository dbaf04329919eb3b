/** The texts in English. */

export const en = {
  // The page
  'page.lists': 'Lists',
};
