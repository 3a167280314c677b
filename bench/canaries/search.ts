/**
 * Searches written data for a secret. Independent of the redaction code: it decodes the encodings that the product
 * creates.
 */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';

export interface Leak {
  readonly where: string;
  /** `piece`: at least `PIECE` consecutive characters of it. */
  readonly kind: 'whole' | 'piece';
  readonly around: string;
}

/** Number of characters of a token that count as a piece of it. */
const PIECE = 12;

/** Returns the form in which `text` contains the secret, if any. */
export function leakIn(text: string, secret: string): Omit<Leak, 'where'> | undefined {
  // A password of several words is secret only as a whole.
  const token = !secret.includes(' ');
  const needles = [...new Set([secret, squeeze(secret)])];
  const pieces = token
    ? needles.flatMap((one) =>
        Array.from({ length: Math.max(0, one.length - PIECE + 1) }, (_, at) => one.slice(at, at + PIECE)),
      )
    : [];
  for (const reading of readingsOf(text)) {
    for (const one of needles) if (reading.includes(one)) return { kind: 'whole', around: around(reading, one) };
    for (const piece of pieces) if (reading.includes(piece)) return { kind: 'piece', around: around(reading, piece) };
  }
  return undefined;
}

function around(text: string, part: string): string {
  const at = text.indexOf(part);
  return JSON.stringify(text.slice(Math.max(0, at - 60), at + part.length + 30));
}

/** Returns the text in all its possible decodings. */
function readingsOf(text: string): Set<string> {
  const readings = new Set<string>([text]);
  for (const one of [text, ...jsonTexts(text)]) {
    readings.add(one);
    const flat = squeeze(one);
    readings.add(flat);
    for (const decoded of [one, flat].flatMap(decodings)) readings.add(decoded).add(squeeze(decoded));
  }
  return readings;
}

function decodings(text: string): string[] {
  const out: string[] = [];
  let percent = text;
  for (let level = 0; level < 3; level++) {
    percent = percent.replaceAll('+', ' ').replace(/(?:%[0-9a-f]{2})+/gi, (bytes) => {
      return Buffer.from(bytes.replaceAll('%', ''), 'hex').toString('utf8');
    });
    out.push(percent);
  }
  for (const source of [text, out[0] ?? '']) {
    for (const [run] of source.matchAll(/[\w+/-]{10,}/g)) {
      if (run.length > 20_000) continue;
      for (let at = 0; at < 4; at++) out.push(Buffer.from(run.slice(at), 'base64').toString('utf8'));
      for (const [hex] of run.matchAll(/[0-9a-f]{16,}/gi))
        for (let at = 0; at < 2; at++) out.push(Buffer.from(hex.slice(at), 'hex').toString('utf8'));
    }
  }
  return out;
}

/** Returns the strings in each line of JSON, separately and concatenated, and those that are JSON themselves. */
function jsonTexts(text: string): string[] {
  const out: string[] = [];
  const read = (source: string, depth: number): void => {
    if (depth > 4 || !/^[[{"]/.test(source.trim())) return;
    let value: unknown;
    try {
      value = JSON.parse(source);
    } catch {
      return;
    }
    const texts: string[] = [];
    const walk = (one: unknown): void => {
      if (typeof one === 'string') texts.push(one);
      else if (typeof one === 'number') texts.push(String(one));
      else if (typeof one === 'object' && one !== null) {
        if (!Array.isArray(one)) texts.push(...Object.keys(one).filter((key) => key.length > 12));
        Object.values(one).forEach(walk);
      }
    };
    walk(value);
    out.push(texts.join(''));
    for (const one of texts) {
      out.push(one);
      read(one, depth + 1);
    }
  };
  read(text, 0);
  for (const line of text.split('\n')) read(line, 0);
  return [...new Set(out)];
}

function squeeze(text: string): string {
  return text.replace(/\\[nrt]|[\s"'`,[\]\\\u200b\u2028]+/g, '');
}

/** Returns all files below `folder` except `excluded`, in which the secret was planted. */
export function filesBelow(folder: string, excluded: ReadonlySet<string>): readonly string[] {
  const out: string[] = [];
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (excluded.has(path)) continue;
    if (entry.isDirectory()) out.push(...filesBelow(path, excluded));
    else if (entry.isFile()) out.push(path);
  }
  return out;
}

/** Returns the secrets found in any of these files or outputs. */
export function leaks(
  folder: string,
  excluded: ReadonlySet<string>,
  outputs: Readonly<Record<string, string>>,
  secrets: readonly string[],
): readonly Leak[] {
  const found: Leak[] = [];
  const search = (where: string, text: string): void => {
    for (const secret of secrets) {
      const leak = leakIn(text, secret);
      if (leak !== undefined) found.push({ where, ...leak });
    }
  };
  for (const path of filesBelow(folder, excluded)) {
    // Compiled code is large and our own, so it is searched without decoding.
    const bytes = readFileSync(path);
    const where = relative(folder, path);
    if (statSync(path).size > 400_000 || bytes.includes(0)) {
      for (const secret of secrets) if (bytes.includes(secret)) found.push({ where, kind: 'whole', around: '' });
    } else search(where, bytes.toString('utf8'));
  }
  for (const [where, text] of Object.entries(outputs)) search(where, text);
  return found;
}
