/** The icons of menus and dialogs alone: they are loaded with these. */

import { addIcons } from './icons.js';

addIcons({
  list: 'M9 6h11M9 12h11M9 18h11M4 6h.01M4 12h.01M4 18h.01',
  settings: 'M4 8h8.5M17.5 8H20M4 16h2.5M11.5 16H20M15 5.5a2.5 2.5 0 1 1 0 5 2.5 2.5 0 1 1 0-5'
    + 'M9 13.5a2.5 2.5 0 1 1 0 5 2.5 2.5 0 1 1 0-5',
  copy: 'M9 9h11v11H9zM6 15H4V4h11v2',
  cut: 'M8 15.5L18 4M16 15.5L6 4M6.5 15a2.7 2.7 0 1 1 0 5.4 2.7 2.7 0 1 1 0-5.4M17.5 15a2.7 2.7 0 1 1 0 5.4 2.7 2.7 0 1 1 0-5.4',
  paste: 'M9 5H5v15h14V5h-4M9 3h6v4H9zM12 10.5v6M9 14l3 3 3-3',
  duplicate: 'M9 9h11v11H9zM6 15H4V4h11v2M14.5 12v5M12 14.5h5',
  refresh: 'M20 11a8 8 0 1 0-.7 4.5M20 4v6h-6',
  keyboard: 'M3 6h18v12H3zM7 10h.01M11 10h.01M15 10h.01M17.5 10h.01M8 14h8',
  print: 'M7 9V4h10v5M7 17H4V9h16v8h-3M7 14h10v6H7z',
  download: 'M12 4v11M7 10.5l5 5 5-5M4 20h16',
  upload: 'M12 16V5M7 9.5l5-5 5 5M4 20h16',
  link: 'M9 15l6-6M8 11l-2 2a4 4 0 0 0 6 6l2-2M16 13l2-2a4 4 0 0 0-6-6l-2 2',
  server: 'M4 4h16v7H4zM4 13h16v7H4zM8 7.5h.01M8 16.5h.01',
});
