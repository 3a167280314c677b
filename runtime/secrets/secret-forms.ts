/** The forms in which a secret can occur in a text, see `find-secrets.ts`. Pure. */

/** Minimum length of a secret. Redacting shorter ones would blank out ordinary words. */
export const MIN_SECRET_LENGTH = 6;

/** Minimum length of a fragment that is treated as part of a token: a third of the token, within these bounds. */
const MIN_FRAGMENT_LENGTH = 10;
const MAX_FRAGMENT_LENGTH = 20;
/** Minimum length of a secret that is also searched for in fragments. */
const MIN_TOKEN_LENGTH = 16;
/** Minimum length of a secret that may be split: the letters of a shorter one occur in sequence in ordinary text. */
const MIN_SPLIT_LENGTH = 10;

/** One form in which a secret can occur in a text, without any separators between its parts. */
export interface SecretForm {
  readonly codes: Uint16Array;
  /** Minimum number of its characters that must be present. */
  readonly minLength: number;
  /** True if the secret must not extend over more than `span` characters. */
  readonly contiguous: boolean;
  readonly span: number;
}

/** Returns the forms of a secret; none if it is too short. */
export function formsOf(secret: string): readonly SecretForm[] {
  if (secret.length < MIN_SECRET_LENGTH) return [];
  const pieces = looksLikeToken(secret);
  const written = new Set<string>([
    secret,
    escapeNonAscii(secret),
    ...percentForms(secret),
    ...base64Forms(secret),
    ...hexForms(secret),
  ]);
  const forms: SecretForm[] = [];
  const known = new Set<string>();
  for (const text of written) {
    const { codes, length } = compactText(text);
    const key = codes.subarray(0, length).join();
    if (length < 3 || known.has(key)) continue;
    known.add(key);
    const piece = Math.min(MAX_FRAGMENT_LENGTH, Math.max(MIN_FRAGMENT_LENGTH, Math.ceil(length / 3)));
    forms.push({
      codes: codes.slice(0, length),
      minLength: pieces ? Math.min(length, piece) : length,
      contiguous: length < MIN_SPLIT_LENGTH,
      // The literal length, or more if it contains quotes or is escaped several times.
      span: text.length * (length === text.length ? 1 : 8),
    });
  }
  return forms;
}

/** True for random text, a fragment of which does not occur by chance: not a path, an address or words. */
function looksLikeToken(secret: string): boolean {
  if (secret.length < MIN_TOKEN_LENGTH || /^(?:[./~\\]|[a-z]:[\\/]|\w+:\/\/)/i.test(secret)) return false;
  if (secret.startsWith('-----BEGIN')) return true;
  return !/\s/.test(secret.trim()) && /\d/.test(secret) && /[a-z]/i.test(secret);
}

/** Percent-encodes a secret once and twice, as in URLs and in forms. */
function percentForms(secret: string): readonly string[] {
  const bytes = Buffer.from(secret);
  // Converted through bytes, because a lone surrogate cannot be encoded.
  const once = encodeURIComponent(bytes.toString());
  const lower = (text: string): string => text.replace(/%[0-9A-F]{2}/g, (code) => code.toLowerCase());
  const all = once.replace(/[!'()*]/g, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`);
  const form = all.replaceAll('%20', '+');
  return [once, all, form, encodeURIComponent(once)].flatMap((text) => [text, lower(text)]);
}

/** Returns the parts of the base64 encoding that do not depend on the data before and after the secret. */
function base64Forms(secret: string): readonly string[] {
  const bytes = Buffer.from(secret);
  return [0, 1, 2].flatMap((before) => {
    const whole = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64');
    const core = whole.slice(Math.ceil((before * 8) / 6), Math.floor(((before + bytes.length) * 8) / 6));
    return [core, core.replaceAll('+', '-').replaceAll('/', '_'), encodeURIComponent(core)];
  });
}

function hexForms(secret: string): readonly string[] {
  const hex = Buffer.from(secret).toString('hex');
  return [hex, hex.toUpperCase()];
}

/** Escapes non-ASCII characters as in ASCII-only JSON (Python's default). Other JSON escapes are removed by compacting. */
function escapeNonAscii(text: string): string {
  return text.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

const BACKSLASH = 92;

/** True for separators: white space, quotes, commas, brackets and invisible characters. */
function isSeparator(code: number): boolean {
  if (code <= 32 || code === 127) return true;
  if (code < 127) return code === 34 || code === 39 || code === 44 || code === 91 || code === 93 || code === 96;
  return code <= 160 || (code >= 0x200b && code <= 0x200f) || code === 0x2028 || code === 0x2029 || code === 0xfeff;
}

/** True for n, r and t, which form an escape after a backslash. */
function isEscaped(code: number): boolean {
  return code === 110 || code === 114 || code === 116;
}

/**
 * Removes everything that may separate the parts of a secret: white space, line ends (also as JSON escapes, nested or not),
 * quotes, commas, brackets and backslashes. `places` maps the remaining characters to their offsets in the text; `length` is
 * the number of them, and `hasEscapes` is true if a backslash is followed by u or x.
 */
export function compactText(text: string): {
  readonly codes: Uint16Array;
  readonly places: Int32Array;
  readonly length: number;
  readonly hasEscapes: boolean;
} {
  const codes = new Uint16Array(text.length);
  const places = new Int32Array(text.length);
  let length = 0;
  let hasEscapes = false;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === BACKSLASH) {
      const next = text.charCodeAt(i + 1);
      if (isEscaped(next)) i++;
      else if (next === 117 || next === 120) hasEscapes = true;
      continue;
    }
    if (isSeparator(code)) continue;
    codes[length] = code;
    places[length] = i;
    length++;
  }
  return { codes, places, length, hasEscapes };
}
