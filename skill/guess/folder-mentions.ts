/** Folders that prose sends a model into, and file names that stand under the name of a folder. */

import type { Mention, Reference } from '../model/model.ts';
import { BUNDLE_FOLDERS, SPEC_FOLDERS } from '../references/target.ts';
import { lineAround } from '../text/lines.ts';
import { guessPaths } from './guess-paths.ts';
import { NOUN } from './nouns.ts';

const ROLE = new RegExp(`([\\p{L}\\p{N}'’ -]{0,60}?\\b(?:${NOUN}))\\b[^.!?\\n]{0,30}$`, 'iu');
const SENDS =
  /\b(?:see|read|consult|follow|check|open|load|review|refer|use|using|run|execute|apply|copy|start|fill|pick|choose|select|look|find|available|provided|provide|stored|located|live|lives|contains?|includes?|matching|relevant)\b/i;
/** Before a folder that one is told to go to. */
const SENT =
  /\b(?:see|read|load|consult|open|pick|choose|select|use|using|copy|start|look|check|follow|find|run|apply|review)\b[^.!?|]*$/i;
/** As far as the verb that sends there, which is no part of a name. */
const TO_VERB =
  /^.*\b(?:see|read|load|consult|open|pick|choose|select|use|using|copy|start(?: (?:from|with))?|look at|check|follow|find|run|apply|review)\b/i;
// eslint-disable-next-line regexp/no-super-linear-backtracking -- reads at most 1,000 units
const LISTED = /\b(?:ls|list(?:ing)?|browse|glob|scan|every|all) [^.]{0,40}$|^\s*[`'"]?\s*(?:ls|find|tree)\b/i;

/** The folder whose files the lines below it may name. */
interface Governing {
  readonly folder: string;
  /** Where its name ends. */
  readonly at: number;
  readonly listed: boolean;
}

/**
 * Folders that the text sends a model into, and file names that stand under the name of a folder. `text` is the section,
 * `references` are what stands in it.
 */
export function folderMentions(text: string, references: readonly Reference[]): readonly Mention[] {
  const mentions: Mention[] = [];
  let governing: Governing | undefined;
  for (const reference of references) {
    if (reference.excuse || !isInProse(reference)) continue;
    const { range, path } = reference;
    const line = lineAround(text, range);
    const before = text.slice(line.start, range.start);
    let mention: Mention | undefined;
    if (path.endsWith('/') && !path.startsWith('../')) {
      governing = governedBy(reference, before) ?? governing;
      mention = folderMention(reference, before, text.slice(line.start, line.end));
    } else if (governing && !path.includes('/')) {
      mention = nameMention(reference, governing, before, text.slice(range.end, line.end));
    }
    if (mention) mentions.push(mention);
  }
  return mentions;
}

/** Whether a reference stands outside fences and leads to the skill's own files. */
const isInProse = ({ form, base }: Reference): boolean =>
  form !== 'tree' && !form.startsWith('fence') && base.kind !== 'other-skill' && base.kind !== 'plugin';

/** A reference to a folder as what the names below it are in; `before` is what stands before it in its line. */
function governedBy({ path, range }: Reference, before: string): Governing | undefined {
  // A cell behind the first says what becomes of the first.
  if (/^\s*\|[^|]*\|/.test(before)) return undefined;
  const folder = path.slice(0, -1);
  if (!SPEC_FOLDERS.has(folder) && !BUNDLE_FOLDERS.has(folder)) return undefined;
  return { folder, at: range.end, listed: /^\s*[-*+]\s+[*_`]*$/.test(before) };
}

/** A reference to a folder into which `line` sends a model. */
function folderMention(reference: Reference, before: string, line: string): Mention | undefined {
  if (line.startsWith('#') || LISTED.test(before) || !SENDS.test(line)) return undefined;
  const { range, path, target } = reference;
  const folder = path.slice(0, -1);
  const words = (ROLE.exec(before.replace(/[`*_]/g, ''))?.[1] ?? '').replace(TO_VERB, '');
  const guesses = guessPaths('folder', words, folder);
  const weak = SENT.test(before) ? {} : { weak: true as const };
  return { kind: 'mention', what: 'folder', range, text: target, folder, guesses, ...weak };
}

/** A file name that begins an item of a list, or a row, under the heading or the line that names the folder. */
function nameMention(
  { range, path }: Reference,
  { folder, at, listed }: Governing,
  before: string,
  after: string,
): Mention | undefined {
  if (range.start - at > 4000 || !/^[ \t]*(?:[-*+]|\d+[.)]|\|)[ \t]*[*_`[]*$/.test(before)) return undefined;
  // "`x.py` integration" is about the file.
  if (/^`?[ \t]+\w/.test(after)) return undefined;
  const weak = listed || /^\s*\|/.test(before) ? { weak: true as const } : {};
  return { kind: 'mention', what: 'name', range, text: path, folder, guesses: [`${folder}/${path}`, path], ...weak };
}
