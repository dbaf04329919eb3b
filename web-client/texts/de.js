/** The texts in German. */

export const de = {
  // The page
  'page.lists': 'Listen',
};
