import type { Json } from '../protocol/events.ts';

const MARK = '[redacted]';
/** Shorter "secrets" would blank out ordinary words. */
export const SHORTEST_SECRET = 6;

export interface Redactor {
  /** `text` with every known secret replaced. */
  text(text: string): string;
  /** `value` with every known secret in its strings and keys replaced; the same object where there is none. */
  json(value: Json): Json;
}

/** Replaces `secrets` (API keys in use), also where they stand percent-encoded, in base64, or in JSON that is a text. */
export function redactorOf(secrets: readonly string[]): Redactor {
  const forms = new Set<string>();
  for (const secret of secrets) {
    if (secret.length < SHORTEST_SECRET) continue;
    forms.add(secret);
    // Through bytes: half a character cannot be encoded.
    forms.add(encodeURIComponent(Buffer.from(secret).toString()));
    for (const form of inJson(secret)) forms.add(form);
    forms.add(Buffer.from(secret).toString('base64').replace(/=+$/, ''));
  }
  // The longest first, so that a form which holds another is replaced as a whole.
  const sorted = [...forms].sort((a, b) => b.length - a.length);
  const text = (value: string): string => {
    let out = value;
    for (const form of sorted) if (out.includes(form)) out = out.replaceAll(form, MARK);
    return out;
  };
  const json = (value: Json): Json => {
    if (sorted.length === 0) return value;
    if (typeof value === 'string') return text(value);
    if (Array.isArray(value)) return value.map(json);
    if (value === null || typeof value !== 'object') return value;
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [text(key), json(inner)]));
  };
  return { text, json };
}

/** Levels of JSON in a text of JSON that a secret is found below. */
const JSON_LEVELS = 3;

/** How a secret stands in JSON within a text: as JavaScript writes it, in ASCII alone (Python), with escaped slashes (PHP). */
function inJson(secret: string): readonly string[] {
  const writers: readonly ((json: string) => string)[] = [
    (json) => json,
    inAscii,
    (json) => json.replaceAll('/', '\\/'),
    (json) => inAscii(json).replaceAll('/', '\\/'),
  ];
  return writers.flatMap((write) => {
    const forms: string[] = [];
    let form = secret;
    for (let level = 0; level < JSON_LEVELS; level++) {
      form = write(JSON.stringify(form).slice(1, -1));
      forms.push(form);
    }
    return forms;
  });
}

function inAscii(json: string): string {
  return json.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** What may be secret in an address: its name and password, and the values of its query. */
export function secretsIn(address: string): readonly string[] {
  if (!URL.canParse(address)) return [];
  const { username, password, searchParams } = new URL(address);
  return [username, password, ...searchParams.values()]
    .flatMap((value) => [value, quietlyDecoded(value)])
    .filter((value) => value !== '');
}

function quietlyDecoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return '';
  }
}
