/** Finds names of files without their extension in code or bold, as used in lists of rules or recipes. */
import { type Bundle, basename, dirname, extension, type Range, stem } from '../../skill/index.ts';
import type { Change } from './change.ts';

/** Minimum number of files, and at least half of the folder's, for a list to be an index of the folder. */
const MIN_LISTED = 3;
/** The start of a list item or table cell before the word. */
const ITEM = /^[ \t]*(?:[-*+]|\d+[.)]|\|)[ \t]+(?:\[[ x]\][ \t]+)?(?:`|\*\*|__)$/;
/** A word with several parts; a simple word in code may be anything. */
const COMPOUND = /[^\W_][-_][^\W_]/;

/**
 * Returns changes for the name of a file without its extension; `own` and `to` are relative to the skill. In an index of its
 * folder it means the file; elsewhere it may be a package or an option, so the user is asked.
 */
export function stemWords(text: string, bundle: Bundle, own: string, to: string): readonly Change[] {
  const name = stem(basename(own));
  const newName = stem(basename(to));
  if (name === newName || name.length < 3 || extension(own) !== extension(to)) return [];
  const places = findMarked(text, name);
  if (places.length === 0 || [...bundle.files].filter((file) => stem(basename(file)) === name).length > 1) return [];
  const isIndexed = places.some((range) => isItem(text, range)) && isIndex(text, bundle, dirname(own));
  return places.flatMap((range): readonly Change[] => {
    if (isIndexed && isItem(text, range)) return [{ range, text: newName }];
    const doubt = `\`${name}\` may not mean this file`;
    return COMPOUND.test(name) ? [{ range, text: newName, doubt }] : [];
  });
}

/** Returns every range where a word is alone in code or bold. */
function findMarked(text: string, word: string): readonly Range[] {
  const found: Range[] = [];
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + word.length)) {
    const end = at + word.length;
    if (/[`*_]/.test(text[at - 1] ?? '') && text[end] === text[at - 1]) found.push({ start: at, end });
  }
  return found;
}

function isItem(text: string, { start }: Range): boolean {
  return ITEM.test(text.slice(text.lastIndexOf('\n', start - 1) + 1, start).slice(-40));
}

/** A word at the start of a list item or a table row. */
const LISTED = /^[ \t]*(?:[-*+]|\d+[.)]|\|)[ \t]+(?:\[[ x]\][ \t]+)?(?:`([\w.-]{1,100})`|\*\*([\w.-]{1,100})\*\*)/gm;

/** Returns true if a text lists most of the files of a folder by their names without extension. */
function isIndex(text: string, { files }: Bundle, folder: string): boolean {
  const listed = new Set([...text.matchAll(LISTED)].map((match) => match[1] ?? match[2] ?? ''));
  const names = [...files].filter((file) => dirname(file) === folder).map((file) => stem(basename(file)));
  const found = names.filter((name) => listed.has(name)).length;
  return found >= MIN_LISTED && found * 2 >= names.length;
}
