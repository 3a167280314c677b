/** Finds folders that prose refers a model to, and file names listed under the name of a folder. */

import type { Mention, Reference } from '../model/model.ts';
import { BUNDLE_FOLDERS, isBaseElsewhere, SPEC_FOLDERS } from '../references/target.ts';
import { anyOf } from '../text/any-of.ts';
import { lineAround } from '../text/lines.ts';
import { guessPaths } from './guess-paths.ts';
import { NOUN } from './nouns.ts';

const ROLE = new RegExp(`([\\p{L}\\p{N}'’ -]{0,60}?\\b${NOUN})\\b[^.!?\\n]{0,30}$`, 'iu');
const READS = ['see', 'read', 'consult', 'follow', 'check', 'open', 'load', 'review', 'refer'];
const USES = ['use', 'using', 'run', 'execute', 'apply', 'copy', 'start', 'fill', 'pick', 'choose', 'select', 'look'];
const LOCATES = ['find', 'available', 'provided', 'provide', 'stored', 'located', 'live', 'lives', 'contains?'];
const SENDS = new RegExp(`\\b${anyOf([...READS, ...USES, ...LOCATES, 'includes?', 'matching', 'relevant'])}\\b`, 'i');
const OPENING = ['see', 'read', 'load', 'consult', 'open', 'pick', 'choose', 'select', 'use', 'using', 'copy'];
const FOLLOWING = ['check', 'follow', 'find', 'run', 'apply', 'review'];
/** An instruction to look in a folder, before its name. */
const SENT = new RegExp(`\\b${anyOf([...OPENING, 'start', 'look', ...FOLLOWING])}\\b[^.!?|]*$`, 'i');
/** Everything up to the verb of the instruction, which is not part of a name. */
const TO_VERB = new RegExp(`^.*\\b${anyOf([...OPENING, 'start(?: (?:from|with))?', 'look at', ...FOLLOWING])}\\b`, 'i');
// eslint-disable-next-line regexp/no-super-linear-backtracking -- reads at most 1,000 units
const LISTED = /\b(?:ls|list(?:ing)?|browse|glob|scan|every|all) [^.]{0,40}$|^\s*[`'"]?\s*(?:ls|find|tree)\b/i;

/** A folder that the names in the lines below it may be in. */
interface GoverningFolder {
  readonly folder: string;
  /** Offset at which its name ends. */
  readonly at: number;
  readonly listed: boolean;
}

/**
 * Returns the folders that the text refers a model to, and the file names listed under the name of a folder. `text` is
 * the section, and `references` are all references in it.
 */
export function folderMentions(text: string, references: readonly Reference[]): readonly Mention[] {
  const mentions: Mention[] = [];
  let governing: GoverningFolder | undefined;
  for (const reference of references) {
    if (reference.excuse || !isInProse(reference)) continue;
    const { range, path } = reference;
    const line = lineAround(text, range);
    const before = text.slice(line.start, range.start);
    let mention: Mention | undefined;
    if (path.endsWith('/') && !path.startsWith('../')) {
      governing = governingFolderOf(reference, before) ?? governing;
      mention = folderMention(reference, before, text.slice(line.start, line.end));
    } else if (governing && !path.includes('/')) {
      mention = nameMention(reference, governing, before, text.slice(range.end, line.end));
    }
    if (mention) mentions.push(mention);
  }
  return mentions;
}

/** Returns true if a reference is outside fences and to the skill's own files. */
const isInProse = ({ form, base }: Reference): boolean =>
  form !== 'tree' && !form.startsWith('fence') && !isBaseElsewhere(base);

/** Returns the folder for the names below a reference. `before` is the text before the reference on its line. */
function governingFolderOf({ path, range }: Reference, before: string): GoverningFolder | undefined {
  // A later cell of a table row is not a folder for the names below.
  if (/^\s*\|[^|]*\|/.test(before)) return undefined;
  const folder = path.slice(0, -1);
  if (!SPEC_FOLDERS.has(folder) && !BUNDLE_FOLDERS.has(folder)) return undefined;
  return { folder, at: range.end, listed: /^\s*[-*+]\s+[*_`]*$/.test(before) };
}

/** Returns the mention for a reference to a folder that `line` refers a model to. */
function folderMention(reference: Reference, before: string, line: string): Mention | undefined {
  // A link says which folder to open: nothing is guessed.
  if (reference.form === 'link' || reference.form === 'definition') return undefined;
  if (line.startsWith('#') || LISTED.test(before) || !SENDS.test(line)) return undefined;
  const { range, path, target } = reference;
  const folder = path.slice(0, -1);
  const words = (ROLE.exec(before.replace(/[`*_]/g, ''))?.[1] ?? '').replace(TO_VERB, '');
  const guesses = guessPaths('folder', words, folder);
  const weak = SENT.test(before) ? {} : { weak: true as const };
  return { kind: 'mention', what: 'folder', range, text: target, folder, guesses, ...weak };
}

/** Returns the mention for a file name that begins a list item or row below the heading or line with the folder. */
function nameMention(
  { range, path }: Reference,
  { folder, at, listed }: GoverningFolder,
  before: string,
  after: string,
): Mention | undefined {
  if (range.start - at > 4000 || !/^[ \t]*(?:[-*+]|\d+[.)]|\|)[ \t]*[*_`[]*$/.test(before)) return undefined;
  // "`x.py` integration" is a remark about the file.
  if (/^`?[ \t]+\w/.test(after)) return undefined;
  const weak = listed || /^\s*\|/.test(before) ? { weak: true as const } : {};
  return { kind: 'mention', what: 'name', range, text: path, folder, guesses: [`${folder}/${path}`, path], ...weak };
}
