/** Where a skill's text names a bundled file: the words that led a model to what it read or ran. */
import type { TextRange } from '../editor/recorded-words.ts';

/** Before and after a path: no part of a longer name or of another path. */
const WORD = /[\p{L}\p{N}_-]/u;
/** Places looked at, so that a text of one word a million times costs nothing much. */
const MOST = 1_000;

/**
 * The places that name a path, first to last: by the whole path, else by the file's name alone.
 * @param path relative to the skill, as the model wrote it
 * @param lines of the text, without their ends
 */
export function wordsNaming(path: string, lines: readonly string[]): readonly TextRange[] {
  const whole = path.replace(/^(\.\/)+/, '');
  const name = whole.split('/').at(-1) ?? '';
  for (const wanted of new Set([whole, /\.\w+$/.test(name) ? name : ''])) {
    const found = wanted === '' ? [] : placesOf(wanted, lines, wanted === name);
    if (found.length > 0) return found;
  }
  return [];
}

function placesOf(wanted: string, lines: readonly string[], anyFolder: boolean): readonly TextRange[] {
  const found: TextRange[] = [];
  for (const [line, content] of lines.entries()) {
    for (let at = content.indexOf(wanted); at !== -1; at = content.indexOf(wanted, at + wanted.length)) {
      if (found.length >= MOST) return found;
      const end = at + wanted.length;
      if (standsAlone(content, at, end, anyFolder)) found.push({ line, column: at, endLine: line, endColumn: end });
    }
  }
  return found;
}

function standsAlone(content: string, at: number, end: number, anyFolder: boolean): boolean {
  const before = content.slice(0, at);
  const after = content.slice(end);
  if (WORD.test(before.slice(-1)) || /^[\p{L}\p{N}_/-]|^\.[\p{L}\p{N}]/u.test(after)) return false;
  return anyFolder || !before.endsWith('/') || /(^|[^./\p{L}\p{N}_-])\.\/$/u.test(before);
}
