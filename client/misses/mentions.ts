/** Finds where a skill's text names a bundled file, which is what led a model to read or run it. */
import type { TextRange } from '../editor/recorded-words.ts';

/** A character that continues a name, so that a match next to it is part of a longer one. */
const NAME_CHARACTER = /[\p{L}\p{N}_-]/u;
/** Maximum number of mentions, to bound the cost of a text that repeats one word a million times. */
const MAX_MENTIONS = 1_000;

/**
 * Returns the mentions of a path in order: of the full path, or if there are none, of the file name only.
 * @param path relative to the skill, as the model wrote it
 * @param lines the lines of the text, without line endings
 */
export function findMentions(path: string, lines: readonly string[]): readonly TextRange[] {
  const fullPath = path.replace(/^(\.\/)+/, '');
  const name = fullPath.split('/').at(-1) ?? '';
  for (const text of new Set([fullPath, /\.\w+$/.test(name) ? name : ''])) {
    const mentions = text === '' ? [] : findOccurrences(text, lines, text === name);
    if (mentions.length > 0) return mentions;
  }
  return [];
}

function findOccurrences(text: string, lines: readonly string[], anyFolder: boolean): readonly TextRange[] {
  const found: TextRange[] = [];
  for (const [line, content] of lines.entries()) {
    for (let at = content.indexOf(text); at !== -1; at = content.indexOf(text, at + text.length)) {
      if (found.length >= MAX_MENTIONS) return found;
      const end = at + text.length;
      if (isWholePath(content, at, end, anyFolder)) found.push({ line, column: at, endLine: line, endColumn: end });
    }
  }
  return found;
}

function isWholePath(content: string, at: number, end: number, anyFolder: boolean): boolean {
  const before = content.slice(0, at);
  const after = content.slice(end);
  if (NAME_CHARACTER.test(before.slice(-1)) || /^[\p{L}\p{N}_/-]|^\.[\p{L}\p{N}]/u.test(after)) return false;
  return anyFolder || !before.endsWith('/') || /(^|[^./\p{L}\p{N}_-])\.\/$/u.test(before);
}
