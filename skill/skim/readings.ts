/** The possible readings of a word: all paths that a reference at any position could derive from it. */

import { bareTargets, namesFile } from '../documents/found-paths.ts';
import type { Reference } from '../model/model.ts';
import { commandTokens } from '../references/commands.ts';
import { fenceTargets } from '../references/fences.ts';
import {
  BUNDLE_FOLDERS,
  containsFileExtension,
  FILE_EXTENSIONS,
  hasFileExtension,
  parseTarget,
} from '../references/target.ts';
import { defined } from '../text/defined.ts';

/** The part of a reference that follows from the word alone. */
export type Reading = Pick<Reference, 'path' | 'base' | 'anchor' | 'excuse' | 'target'> & { readonly linked: boolean };

/** Cached, since words repeat. An empty list means that the word cannot be a reference. */
const caches = { linked: new Map<string, readonly Reading[]>(), other: new Map<string, readonly Reading[]>() };
const MAX_CACHED = 50_000;

/** Marks the 12-bit hash of each word. A word whose hash is not marked is not among them. */
function marksOf(words: Iterable<string>): Uint8Array {
  const marks = new Uint8Array(4096);
  for (const word of words) {
    let number = 0;
    for (let at = 0; at < word.length; at++) number = next(number, word.charCodeAt(at));
    marks[number] = 1;
  }
  return marks;
}

const next = (number: number, code: number): number => (number * 33 + (code | 32)) & 4095;
const FOLDER_MARKS = marksOf(BUNDLE_FOLDERS);
const EXTENSION_MARKS = marksOf(FILE_EXTENSIONS);

const SLASH = 47;
const DOT = 46;

/**
 * A quick test on the characters of a simple word that is not a link's target. Returns true if it may have readings.
 * Four out of five words have none, and most of them are recognized without slicing the text. Must agree with `read`
 * below.
 */
export function mayHaveReadings(text: string, start: number, end: number): boolean {
  let folder = 0;
  let slashed = false;
  for (let at = start; at < end; at++) {
    const code = text.charCodeAt(at);
    if (code === SLASH) {
      const after = at + 1 < end ? text.charCodeAt(at + 1) : SLASH;
      if (after === SLASH || (!slashed && FOLDER_MARKS[folder] === 1)) return true;
      slashed = true;
    } else if (code === DOT) {
      // A part to normalize, or trailing dots after a slash.
      const after = at + 1 < end ? text.charCodeAt(at + 1) : SLASH;
      if (after === SLASH && (slashed || at + 1 < end)) return true;
      let extension = 0;
      for (let inner = at + 1; inner < end; inner++) {
        const one = text.charCodeAt(inner);
        if (one === SLASH || one === DOT || one === 45) break;
        extension = next(extension, one);
      }
      if (EXTENSION_MARKS[extension] === 1) return true;
    }
    if (!slashed) folder = next(folder, code);
  }
  return false;
}

/** Returns all readings of a word. `simple` and `linked` are as in `PathWord`. */
export function readingsOf(word: string, simple: boolean, linked: boolean): readonly Reading[] {
  const cache = linked ? caches.linked : caches.other;
  const cached = cache.get(word);
  if (cached !== undefined) return cached;
  // Copied, since a slice would retain the entire text.
  const copy = ` ${word}`.slice(1);
  const readings = read(copy, simple, linked);
  if (cache.size >= MAX_CACHED) cache.clear();
  cache.set(copy, readings);
  return readings;
}

/** Addresses that cannot contain the start of another path. */
const ADDRESS = /^https?:\/\/[\w./:~%@-]*$/i;
const NONE: readonly Reading[] = [];

/**
 * Returns true if a simple word with a `/` may be a path accepted by `namesFile`. Three out of four are not (`and/or`,
 * `application/json`), and this takes a tenth of the time of parsing them.
 */
function mayNameFile(word: string): boolean {
  // A part to normalize, or a folder.
  if (word.includes('./') || word.includes('//') || /\/\.*$/.test(word)) return true;
  // eslint-disable-next-line regexp/no-super-linear-move -- reads a word of at most 110 units
  return BUNDLE_FOLDERS.has(word.slice(0, word.indexOf('/'))) || hasFileExtension(word.replace(/\.+$/, ''));
}

function read(word: string, simple: boolean, linked: boolean): readonly Reading[] {
  if (!simple && ADDRESS.test(word)) return NONE;
  // A file name has an extension or is a link's target.
  if (!linked && !word.includes('/') && !containsFileExtension(word)) return NONE;
  if (simple && !linked && word.includes('/') && !mayNameFile(word)) return NONE;
  const readings = new Map<string, Reading>();
  const add = (raw: string, form: 'link' | 'code' | 'bare'): void => {
    const parts = parseTarget(raw, 0, form);
    if (!parts || !namesFile(parts, form)) return;
    const { path, base, anchor, excuse, target } = parts;
    const key = `${path} ${base.kind} ${anchor?.name} ${excuse} ${form === 'link'}`;
    readings.set(key, defined({ path, base, target, linked: form === 'link', anchor, excuse }));
  };
  const raws = new Set([word]);
  if (!simple) {
    // HTML may connect two words.
    for (const part of word.includes('<') ? [word, ...word.split(/<[^<>]*>|[<>]/)] : [word])
      for (const { raw } of bareTargets(part)) raws.add(raw);
    for (const { text } of fenceTargets(word)) raws.add(text);
    for (const { text } of commandTokens(word)) raws.add(text);
    // Without the angle brackets of a link's target.
    if (linked) raws.add(word.replace(/^<|>$/g, ''));
  } else if (!word.includes('/')) for (const { raw } of bareTargets(word)) raws.add(raw);
  for (const raw of raws) {
    if (linked) add(raw, 'link');
    add(raw, 'bare');
    // Including the trailing punctuation.
    if (/[.,;:!?]$/.test(raw)) add(raw, 'code');
  }
  return [...readings.values()];
}
