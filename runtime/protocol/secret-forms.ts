/** How a secret can stand in a text: see `find-secrets.ts`. Pure. */

/** Shorter "secrets" would blank out ordinary words. */
export const SHORTEST_SECRET = 6;

/** Characters from which on a piece of a token is taken for the token: at least a third of it, and never few. */
const SHORTEST_PIECE = 10;
const LONGEST_PIECE = 20;
/** Characters of a secret from which on it may be looked for in pieces. */
const SHORTEST_TOKEN = 16;
/** Below this a secret must stand together: its letters come one after the other in ordinary words. */
const SHORTEST_APART = 10;

/** One way in which a secret can stand in a text, without all that may stand between its parts. */
export interface SecretForm {
  readonly codes: Uint16Array;
  /** Characters of it that have to be there. */
  readonly shortest: number;
  /** It has to stand in at most `span` characters. */
  readonly together: boolean;
  readonly span: number;
}

/** The forms of a secret; none where it is too short. */
export function formsOf(secret: string): readonly SecretForm[] {
  if (secret.length < SHORTEST_SECRET) return [];
  const pieces = looksLikeToken(secret);
  const written = new Set<string>([secret, inAscii(secret), ...encoded(secret), ...base64(secret), ...inHex(secret)]);
  const forms: SecretForm[] = [];
  const known = new Set<string>();
  for (const text of written) {
    const { codes, length } = squeezed(text);
    const key = codes.subarray(0, length).join();
    if (length < 3 || known.has(key)) continue;
    known.add(key);
    const piece = Math.min(LONGEST_PIECE, Math.max(SHORTEST_PIECE, Math.ceil(length / 3)));
    forms.push({
      codes: codes.slice(0, length),
      shortest: pieces ? Math.min(length, piece) : length,
      together: length < SHORTEST_APART,
      // As it is written, with its own quotes, or escaped several times over.
      span: text.length * (length === text.length ? 1 : 8),
    });
  }
  return forms;
}

/** A random text, a piece of which stands nowhere by chance: no path, no address, no words. */
function looksLikeToken(secret: string): boolean {
  if (secret.length < SHORTEST_TOKEN || /^(?:[./~\\]|[a-z]:[\\/]|\w+:\/\/)/i.test(secret)) return false;
  if (secret.startsWith('-----BEGIN')) return true;
  return !/\s/.test(secret.trim()) && /\d/.test(secret) && /[a-z]/i.test(secret);
}

/** Percent-encoded, once and twice, as addresses and as forms have it. */
function encoded(secret: string): readonly string[] {
  const bytes = Buffer.from(secret);
  // Through bytes: half a character cannot be encoded.
  const once = encodeURIComponent(bytes.toString());
  const lower = (text: string): string => text.replace(/%[0-9A-F]{2}/g, (code) => code.toLowerCase());
  const all = once.replace(/[!'()*]/g, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`);
  const form = all.replaceAll('%20', '+');
  return [once, all, form, encodeURIComponent(once)].flatMap((text) => [text, lower(text)]);
}

/** Of base64 what is the same whatever stands before and after the secret. */
function base64(secret: string): readonly string[] {
  const bytes = Buffer.from(secret);
  return [0, 1, 2].flatMap((before) => {
    const whole = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64');
    const core = whole.slice(Math.ceil((before * 8) / 6), Math.floor(((before + bytes.length) * 8) / 6));
    return [core, core.replaceAll('+', '-').replaceAll('/', '_'), encodeURIComponent(core)];
  });
}

function inHex(secret: string): readonly string[] {
  const hex = Buffer.from(secret).toString('hex');
  return [hex, hex.toUpperCase()];
}

/** As JSON in ASCII alone has it (Python's); how JSON escapes the rest is squeezed away. */
function inAscii(text: string): string {
  return text.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

const BACKSLASH = 92;

/** White space, quotes, commas, brackets, and what cannot be seen. */
function isBetween(code: number): boolean {
  if (code <= 32 || code === 127) return true;
  if (code < 127) return code === 34 || code === 39 || code === 44 || code === 91 || code === 93 || code === 96;
  return code <= 160 || (code >= 0x200b && code <= 0x200f) || code === 0x2028 || code === 0x2029 || code === 0xfeff;
}

/** n, r and t after a backslash. */
function isEscaped(code: number): boolean {
  return code === 110 || code === 114 || code === 116;
}

/**
 * A text without what may stand between the parts of a secret: white space, line ends (also as JSON writes them, however
 * often), quotes, commas, brackets, backslashes. `places` are those of the characters in the text; `length` counts them.
 */
export function squeezed(text: string): {
  readonly codes: Uint16Array;
  readonly places: Int32Array;
  readonly length: number;
} {
  const codes = new Uint16Array(text.length);
  const places = new Int32Array(text.length);
  let length = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === BACKSLASH) {
      if (isEscaped(text.charCodeAt(i + 1))) i++;
      continue;
    }
    if (isBetween(code)) continue;
    codes[length] = code;
    places[length] = i;
    length++;
  }
  return { codes, places, length };
}
