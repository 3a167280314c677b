/**
 * Finds words in a skill's texts that name a moved path and that no rule reads as a path: a file's name in a list of its
 * folder's files, a folder with `/` in a sentence, an absolute path through the skill's folder, the folder of a pattern.
 */
import {
  basename,
  dirname,
  isForOthers,
  lineAround,
  type Range,
  relative,
  type SkillDocument,
  within,
} from '../../skill/index.ts';
import { COMMON_NAMES } from '../rules/reference/reference-bare.ts';
import type { Occurrence } from '../targets/target.ts';
import type { SkillEntry } from '../workspace/skill-entry.ts';
import type { Change } from './change.ts';
import { isRun, moduleWords } from './code-words.ts';
import type { PathMove } from './rename-context.ts';
import { stemWords } from './stems.ts';

/** Maximum number of occurrences of one name in a text. */
const MAX_OCCURRENCES = 500;

/** Maximum distance between a name and a preceding folder that applies to it, such as in a list's heading; in UTF-16 units. */
const MAX_DISTANCE = 6_000;

/** Returns the changes in a document of the moved file's skill. `occurrences`: all occurrences in the document. */
export function wordsFor(
  entry: SkillEntry,
  document: SkillDocument,
  occurrences: readonly Occurrence[],
  move: PathMove,
): readonly Change[] {
  const own = within(entry.root, move.from);
  const to = within(entry.root, move.to);
  if (own === undefined || own === '' || to === undefined) return [];
  const taken = occurrences.filter(({ kind }) => kind !== 'guess' && kind !== 'missing').map(({ range }) => range);
  const isFree = ({ start, end }: Range): boolean => !taken.some((one) => one.start < end && start < one.end);
  const find = move.isFolder ? folderWords : fileWords;
  const modules = moduleWords(document.text, entry.bundle, { own, to, isFolder: move.isFolder });
  const stems = move.isFolder ? [] : stemWords(document.text, entry.bundle, own, to);
  const words: Change[] = [];
  for (const one of [...find(entry, document, own, to), ...modules, ...stems])
    if (isFree(one.range) && !words.some(({ range }) => overlap(range, one.range))) words.push(one);
  return words;
}

function fileWords(entry: SkillEntry, document: SkillDocument, own: string, to: string): readonly Change[] {
  const name = basename(own);
  const isOnly = [...entry.bundle.files].filter((file) => basename(file) === name).length === 1;
  const isPlain = isOnly && !COMMON_NAMES.test(name) && !isForOthers(own);
  return placesOf(document.text, name).flatMap((range): readonly Change[] => {
    const whole = rangeThroughSkill(entry, document.text, range, own);
    if (whole) return [{ range: whole, text: to }];
    const path = wholePath(document.text, range, own);
    if (path) return [{ range: path, text: withSeparators(document.text, path, to) }];
    if (isOnly && basename(to) !== name && isRun(document.text, range)) return [{ range, text: basename(to) }];
    if (basename(to) === name || /[\w/\\.@%+-]$/.test(textBefore(document.text, range))) return [];
    return isPlain && isFolderNear(document, range, own) ? [{ range, text: basename(to) }] : [];
  });
}

function folderWords(entry: SkillEntry, document: SkillDocument, own: string, to: string): readonly Change[] {
  const { text } = document;
  return placesOf(text, own).flatMap((range): readonly Change[] => {
    const whole = rangeThroughSkill(entry, text, range, own);
    if (whole) return [{ range: whole, text: to }];
    const head = textBefore(text, range);
    // After another folder, it is part of a different path.
    if (/[\w@%+~$}>)\]-]\/?$|(?<![.])\.$/.test(head.replace(/(?:^|[^\w.])\.\/$/, ' '))) return [];
    const next = text.slice(range.end, range.end + 80);
    if (!next.startsWith('/')) return own.includes('/') && !/^[\w.-]*\w/.test(next) ? [{ range, text: to }] : [];
    const isMeant = !/^\/[\w.-]/.test(next) || isPattern(entry, own, next) || isBundled(entry, own, next);
    return isMeant ? [{ range, text: to }] : [];
  });
}

/** Returns true if the text after a folder is the path of something in it, with any extension. */
function isBundled({ bundle }: SkillEntry, own: string, next: string): boolean {
  const rest = /^\/[\w.@+-]{1,120}(?:\/[\w.@+-]{1,120}){0,12}/.exec(next)?.[0] ?? '';
  const path = own + rest.replace(/\.$/, '');
  return rest !== '' && (bundle.files.has(path) || bundle.folders.has(path));
}

/** Returns true if a pattern after a folder matches one of its files, or leaves part of a name open. */
function isPattern(entry: SkillEntry, own: string, next: string): boolean {
  const rest = /^\/([\w.*?{}<>[\]|,/-]*)/.exec(next)?.[1] ?? '';
  const literal = /^[^*?{<[]*/.exec(rest)?.[0] ?? '';
  if (literal === rest) return false;
  return [...entry.bundle.files].some((file) => file.startsWith(`${own}/${literal}`));
}

/** Returns the range of the file's full path relative to the skill that ends with a name, preceded at most by `./`. */
function wholePath(text: string, range: Range, own: string): Range | undefined {
  const start = range.end - own.length;
  if (start === range.start || text.slice(start, range.end).replaceAll('\\', '/') !== own) return undefined;
  const head = textBefore(text, { start, end: start }).replace(/(?<![\w.\\/])\.[\\/]$/, '');
  return /[\w/\\.@%+~$}>)\]-]$/.test(head) ? undefined : { start, end: range.end };
}

/** Returns a path with the separators of the text that it replaces. */
const withSeparators = (text: string, { start, end }: Range, path: string): string =>
  text.slice(start, end).includes('\\') ? path.replaceAll('/', '\\') : path;

/** If an absolute path, or one with a variable, goes through the skill's folder, returns the range after it. */
function rangeThroughSkill(entry: SkillEntry, text: string, range: Range, own: string): Range | undefined {
  const folders = relative('/', dirname(`/${own}`));
  const inner = range.end - range.start === own.length ? own : own.slice(own.length - (range.end - range.start));
  const head = textBefore(text, range);
  const missing = own.slice(0, own.length - inner.length);
  const path = `${entry.folder}/${missing}`;
  if (!head.endsWith(path) || !/[\w>}~.)\]*]\/$/.test(head.slice(0, head.length - path.length))) return undefined;
  return folders === '' && missing !== '' ? undefined : { start: range.start - missing.length, end: range.end };
}

const overlap = (one: Range, other: Range): boolean => one.start < other.end && other.start < one.end;

const textBefore = (text: string, { start }: Range): string => text.slice(Math.max(0, start - 300), start);

/** Returns every range of a name as a whole word. */
function placesOf(text: string, name: string): readonly Range[] {
  const found: Range[] = [];
  for (
    let at = text.indexOf(name);
    at >= 0 && found.length < MAX_OCCURRENCES;
    at = text.indexOf(name, at + name.length)
  ) {
    const end = at + name.length;
    if (/[\w-]/.test(text[end] ?? '') || /^\.\w/.test(text.slice(end, end + 2)) || /[\w-]/.test(text[at - 1] ?? ''))
      continue;
    found.push({ start: at, end });
  }
  return found;
}

/** Returns true if a file's folder precedes a range within its section, or is on its line. */
function isFolderNear({ text, headings }: SkillDocument, range: Range, file: string): boolean {
  const name = basename(dirname(file));
  // `<scripts>/` counts too.
  const isIn = (part: string): boolean => part.includes(`${name}/`) || part.includes(`${name}>/`);
  // Start at the closest heading of level 1 or 2.
  const heading = headings.findLast(({ depth, range: { start } }) => depth <= 2 && start <= range.start);
  const start = Math.max(heading?.range.start ?? 0, range.start - MAX_DISTANCE);
  return isIn(lineOf(text, range)) || isIn(text.slice(start, range.start));
}

function lineOf(text: string, range: Range): string {
  const { start, end } = lineAround(text, range);
  return text.slice(start, end);
}
