/** A QR code as an image: dark modules on a light ground, in every theme. */

import { translate } from '../texts/texts.js';
import { qrCode } from './qr-code.js';

const SVG = 'http://www.w3.org/2000/svg';
/** Light modules around the code, as readers need them. */
const QUIET = 4;

/** The QR code of `text` as an SVG element; `null` where the text is too long for one. */
export function qrPicture(text) {
  const code = qrCode(text);
  if (!code) return null;
  const size = code.length + 2 * QUIET;
  const svg = document.createElementNS(SVG, 'svg');
  svg.setAttribute('viewBox', `0 0 ${size} ${size}`);
  svg.setAttribute('class', 'qr-code');
  svg.setAttribute('role', 'img');
  svg.setAttribute('aria-label', translate('people.qrCode'));
  const path = document.createElementNS(SVG, 'path');
  path.setAttribute('d', code.flatMap((row, y) => row.map((dark, x) => (
    dark ? `M${x + QUIET} ${y + QUIET}h1v1h-1z` : ''))).join(''));
  svg.append(path);
  return svg;
}
