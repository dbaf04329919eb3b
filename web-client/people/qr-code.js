/**
 * QR codes (ISO/IEC 18004): byte mode, error correction level M, versions 1 to 10. Pure.
 *
 * A code is an array of rows of modules, `true` for dark. The order is that of the standard: bits,
 * blocks with their error correction, the fixed patterns, the bits in zigzag, the mask.
 */

/** By version: codewords of error correction of a block, blocks, and codewords in all. */
const VERSIONS = [
  [10, 1, 26], [16, 1, 44], [26, 1, 70], [18, 2, 100], [24, 2, 134], [16, 4, 172], [18, 4, 196],
  [22, 4, 242], [22, 5, 292], [26, 5, 346],
];
/** By version, the rows and columns of the centres of alignment patterns. */
const ALIGNMENTS = [
  [], [6, 18], [6, 22], [6, 26], [6, 30], [6, 34], [6, 22, 38], [6, 24, 42], [6, 26, 46],
  [6, 28, 50],
];
const BYTE_MODE = 0b0100;
const PADDING = [0xec, 0x11];

/** The QR code of `text` in its UTF-8 form; `null` where it is longer than 213 bytes. */
export function qrCode(text) {
  const bytes = new TextEncoder().encode(text);
  const version = VERSIONS.findIndex((_, at) => bytes.length <= capacityOf(at + 1)) + 1;
  if (version === 0) return null;
  const codewords = withErrorCorrection(dataOf(bytes, version), version);
  const drawn = Array.from({ length: 8 }, (_, mask) => draw(codewords, version, mask));
  const penalties = drawn.map(penaltyOf);
  return drawn[penalties.indexOf(Math.min(...penalties))];
}

/** The codewords of a version that hold data. */
function dataLength(version) {
  const [correction, blocks, total] = VERSIONS[version - 1];
  return total - correction * blocks;
}

const lengthBits = (version) => (version < 10 ? 8 : 16);

/** The bytes that a version holds. */
const capacityOf = (version) => Math.floor((dataLength(version) * 8 - 4 - lengthBits(version)) / 8);

/** The codewords of the data: mode, length, bytes, end, padding. */
function dataOf(bytes, version) {
  const bits = [];
  const add = (value, count) => {
    for (let at = count - 1; at >= 0; at -= 1) bits.push((value >> at) & 1);
  };
  add(BYTE_MODE, 4);
  add(bytes.length, lengthBits(version));
  for (const byte of bytes) add(byte, 8);
  const length = dataLength(version);
  add(0, Math.min(4, length * 8 - bits.length));
  while (bits.length % 8 !== 0) bits.push(0);
  const data = [];
  for (let at = 0; at < bits.length; at += 8) {
    data.push(bits.slice(at, at + 8).reduce((byte, bit) => byte * 2 + bit, 0));
  }
  for (let at = 0; data.length < length; at += 1) data.push(PADDING[at % 2]);
  return data;
}

/** A product in the field of 256 elements that the codes use. */
function multiply(a, b) {
  let product = 0;
  for (let bit = 7; bit >= 0; bit -= 1) {
    product = (product << 1) ^ ((product >> 7) * 0x11d);
    product ^= ((b >> bit) & 1) * a;
  }
  return product;
}

/** The generator polynomial of so many codewords of error correction, without its first one. */
function generatorOf(length) {
  const generator = [...new Array(length - 1).fill(0), 1];
  let root = 1;
  for (let at = 0; at < length; at += 1) {
    for (let j = 0; j < length; j += 1) {
      generator[j] = multiply(generator[j], root) ^ (generator[j + 1] ?? 0);
    }
    root = multiply(root, 2);
  }
  return generator;
}

/** The codewords of error correction of a block: the remainder of a division of polynomials. */
function correctionOf(block, generator) {
  const remainder = new Array(generator.length).fill(0);
  for (const byte of block) {
    const factor = byte ^ remainder.shift();
    remainder.push(0);
    generator.forEach((one, at) => { remainder[at] ^= multiply(one, factor); });
  }
  return remainder;
}

/** Splits the data into blocks and interleaves them with their error correction. */
function withErrorCorrection(data, version) {
  const [correction, count] = VERSIONS[version - 1];
  const short = Math.floor(data.length / count);
  const longer = data.length % count;
  const blocks = [];
  for (let at = 0; blocks.length < count;) {
    const length = short + (blocks.length >= count - longer ? 1 : 0);
    blocks.push(data.slice(at, at + length));
    at += length;
  }
  const generator = generatorOf(correction);
  const corrections = blocks.map((block) => correctionOf(block, generator));
  const columns = (rows, length) => Array.from({ length }, (_, at) => rows.map((row) => row[at]))
    .flat().filter((byte) => byte !== undefined);
  return [...columns(blocks, short + 1), ...columns(corrections, correction)];
}

/** The masks, by their number: which modules of the data are inverted. */
const MASKS = [
  (x, y) => (x + y) % 2 === 0, (x, y) => y % 2 === 0, (x) => x % 3 === 0,
  (x, y) => (x + y) % 3 === 0, (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2 === 0,
  (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
];

function draw(codewords, version, mask) {
  const size = version * 4 + 17;
  const code = Array.from({ length: size }, () => new Array(size).fill(null));
  drawPatterns(code, version);
  drawFormat(code, mask);
  if (version >= 7) drawVersion(code, version);
  drawData(code, codewords, MASKS[mask]);
  return code;
}

/** Draws a square pattern around a centre: dark where its rings say so. */
function drawRings(code, x, y, radius, isDark) {
  for (let dy = -radius; dy <= radius; dy += 1) {
    for (let dx = -radius; dx <= radius; dx += 1) {
      const inside = code[y + dy]?.[x + dx] !== undefined;
      if (inside) code[y + dy][x + dx] = isDark(Math.max(Math.abs(dx), Math.abs(dy)));
    }
  }
}

/** The finders in three corners, the alignment patterns, the two lines of timing. */
function drawPatterns(code, version) {
  const last = code.length - 1;
  for (const [x, y] of [[3, 3], [last - 3, 3], [3, last - 3]]) {
    drawRings(code, x, y, 4, (ring) => ring !== 2 && ring !== 4);
  }
  const centres = ALIGNMENTS[version - 1];
  for (const y of centres) {
    for (const x of centres) {
      if (code[y][x] === null) drawRings(code, x, y, 2, (ring) => ring !== 1);
    }
  }
  for (let at = 8; at < last - 7; at += 1) {
    code[6][at] = at % 2 === 0;
    code[at][6] = at % 2 === 0;
  }
}

/** `value` with `count` bits of a BCH code after it. */
function withCheckBits(value, count, polynomial) {
  let rest = value;
  for (let at = 0; at < count; at += 1) rest = (rest << 1) ^ ((rest >> (count - 1)) * polynomial);
  return (value << count) | rest;
}

/** The level (M is 0) and the mask, twice, and the module that is always dark. */
function drawFormat(code, mask) {
  const bits = withCheckBits(mask, 10, 0x537) ^ 0x5412;
  const last = code.length - 1;
  const isDark = (at) => ((bits >> at) & 1) === 1;
  for (let at = 0; at < 15; at += 1) {
    const near = at < 6 ? at : at < 8 ? at + 1 : 14 - at + (at === 8 ? 1 : 0);
    if (at < 8) code[near][8] = isDark(at);
    else code[8][near] = isDark(at);
    if (at < 8) code[8][last - at] = isDark(at);
    else code[last - 14 + at][8] = isDark(at);
  }
  code[last - 7][8] = true;
}

/** The version, twice, in codes that are large enough to need it. */
function drawVersion(code, version) {
  const bits = withCheckBits(version, 12, 0x1f25);
  for (let at = 0; at < 18; at += 1) {
    const dark = ((bits >> at) & 1) === 1;
    const [near, far] = [Math.floor(at / 3), code.length - 11 + (at % 3)];
    code[near][far] = dark;
    code[far][near] = dark;
  }
}

/** The codewords in columns of two modules, from the right, upwards and downwards in turn. */
function drawData(code, codewords, isInverted) {
  const last = code.length - 1;
  let at = 0;
  let upwards = true;
  for (let right = last; right > 0; right -= 2) {
    // The column of the timing pattern is left out.
    if (right === 6) right -= 1;
    for (let step = 0; step <= last; step += 1) {
      const y = upwards ? last - step : step;
      for (const x of [right, right - 1]) {
        if (code[y][x] !== null) continue;
        const bit = ((codewords[at >> 3] ?? 0) >> (7 - (at & 7))) & 1;
        code[y][x] = (bit === 1) !== isInverted(x, y);
        at += 1;
      }
    }
    upwards = !upwards;
  }
}

const FINDER_LIKE = /(?=10111010000|00001011101)/gu;

/** How hard a code is to read: long runs, squares, what looks like a finder, uneven shares. */
function penaltyOf(code) {
  const size = code.length;
  const lines = [
    ...code, ...code.map((_, x) => code.map((row) => row[x]))]
    .map((line) => line.map((dark) => (dark ? '1' : '0')).join(''));
  let penalty = 0;
  for (const line of lines) {
    for (const [run] of line.matchAll(/0{5,}|1{5,}/gu)) penalty += run.length - 2;
    penalty += 40 * [...line.matchAll(FINDER_LIKE)].length;
  }
  for (let y = 0; y < size - 1; y += 1) {
    for (let x = 0; x < size - 1; x += 1) {
      const dark = code[y][x];
      const isSquare = dark === code[y][x + 1] && dark === code[y + 1][x]
        && dark === code[y + 1][x + 1];
      if (isSquare) penalty += 3;
    }
  }
  const share = code.flat().filter(Boolean).length / (size * size);
  return penalty + 10 * Math.floor(Math.abs(share - 0.5) * 20);
}
