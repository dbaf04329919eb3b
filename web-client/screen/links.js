/** The links in a text. Pure. */

/** Where a link may begin, and all that could belong to it. */
const CANDIDATE = /(?<![\p{L}\p{N}_.@/-])(?:https?:\/\/|mailto:|www\.)[^\s<>"“”„«»‹›]+/giu;
/** What ends a sentence rather than a link. */
const PUNCTUATION = /[.,;:!?'’…*_~|]/u;
/** Characters; what is longer is no link that a browser would follow. */
const LONGEST = 2048;
const BRACKETS = { ')': '(', ']': '[', '}': '{' };

/**
 * The parts of `text`, in order: `{text}`, and for a link `{text, href}`. Links are addresses with
 * `http`, `https` or `mailto`, and those that begin with `www.`. O(length of the text).
 */
export function linkParts(text) {
  const parts = [];
  let from = 0;
  for (const { 0: found, index } of text.matchAll(CANDIDATE)) {
    const shown = withoutEnd(found);
    const href = addressOf(shown);
    if (href === null) continue;
    if (index > from) parts.push({ text: text.slice(from, index) });
    parts.push({ text: shown, href });
    from = index + shown.length;
  }
  if (from < text.length) parts.push({ text: text.slice(from) });
  return parts;
}

/** The address of the whole `text` where that is one link, else `null`. */
export function linkOf(text) {
  const [part, ...others] = linkParts(text.trim());
  return others.length === 0 ? part?.href ?? null : null;
}

/** A candidate without the punctuation and the closing brackets that belong to the text around. */
function withoutEnd(candidate) {
  const open = { '(': 0, '[': 0, '{': 0 };
  for (const character of candidate) {
    if (character in open) open[character] += 1;
    else if (character in BRACKETS) open[BRACKETS[character]] -= 1;
  }
  let end = candidate.length;
  for (; end > 0; end -= 1) {
    const last = candidate[end - 1];
    const bracket = BRACKETS[last];
    if (bracket && open[bracket] < 0) open[bracket] += 1;
    else if (!PUNCTUATION.test(last)) break;
  }
  return candidate.slice(0, end);
}

/** The address that a link leads to, or `null` where it is none. */
function addressOf(shown) {
  if (shown.length > LONGEST) return null;
  if (/^mailto:/iu.test(shown)) return /^mailto:[^@]+@[^@]+$/iu.test(shown) ? shown : null;
  const bare = /^www\./iu.test(shown);
  if (bare && !/^www\.[^./]+\.[^./]/iu.test(shown)) return null;
  const address = bare ? `https://${shown}` : shown;
  return URL.canParse(address) ? address : null;
}
