/** Icons: SVG paths in the colour of the text around them. */

const PATHS = {
  /** Keeps the place of an icon. */
  none: '',
  minus: 'M5 12h14',
  plus: 'M12 5v14M5 12h14',
  handle: 'M4 8h16M4 12h16M4 16h16',
  back: 'M15 5l-7 7 7 7',
  chevron: 'M9 6l6 6-6 6',
  undo: 'M9 14L4 9l5-5M4 9h9a6 6 0 0 1 0 12h-3',
  redo: 'M15 14l5-5-5-5M20 9h-9a6 6 0 0 0 0 12h3',
  check: 'M5 12.5l4.5 4.5L19 7.5',
  history: 'M12 7v5l3.5 2M21 12a9 9 0 1 1-2.6-6.3M21 3v4h-4',
  select: 'M4 6l1.5 1.5L8 5M4 12l1.5 1.5L8 11M4 18l1.5 1.5L8 17M12 6.5h8M12 12.5h8M12 18.5h8',
  all: 'M4 4h16v16H4zM8 12l3 3 5-6',
  filter: 'M4 6h16M7 12h10M10 18h4',
  section: 'M4 7h16M4 12h9M4 17h9M18 13v8M14 17h8',
  more: 'M5 12h.01M12 12h.01M19 12h.01',
  trash: 'M4 7h16M9 7V4h6v3M6 7l1 13h10l1-13',
  up: 'M12 19V5M6 11l6-6 6 6',
  down: 'M12 5v14M6 13l6 6 6-6',
  lock: 'M7 11V8a5 5 0 0 1 10 0v3M5 11h14v9H5z',
  share: 'M12 15V4M8 7.5L12 3.5l4 4M7 11H5v9h14v-9h-2',
  pin: 'M12 15v6M8 3h8M9 3v6l-3 4v2h12v-2l-3-4V3',
  pencil: 'M4 20l1-5L16 4l4 4L9 19zM14 6l4 4',
  search: 'M10.5 18a7.5 7.5 0 1 1 0-15 7.5 7.5 0 0 1 0 15zM16 16l5 5',
  close: 'M6 6l12 12M18 6L6 18',
  info: 'M12 11v5M12 8h.01M21 12a9 9 0 1 1-18 0a9 9 0 0 1 18 0',
  move: 'M4 6h7M4 12h7M4 18h7M15 12h6M18 9l3 3-3 3',
};

const SVG = 'http://www.w3.org/2000/svg';

/** Adds icons that are loaded lazily: SVG paths by name. */
export const addIcons = (paths) => { Object.assign(PATHS, paths); };

/** The icon `name`, hidden from screen readers: the control around it has a label. */
export function icon(name) {
  const svg = document.createElementNS(SVG, 'svg');
  svg.setAttribute('viewBox', '0 0 24 24');
  svg.setAttribute('class', `icon icon-${name}`);
  svg.setAttribute('aria-hidden', 'true');
  const path = document.createElementNS(SVG, 'path');
  path.setAttribute('d', PATHS[name]);
  svg.append(path);
  return svg;
}
