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

/**
 * Folders that the text sends a model into, and file names that stand under the name of a folder. `text` is the section,
 * `references` are what stands in it.
 */
export function folderMentions(text: string, references: readonly Reference[]): readonly Mention[] {
  const mentions: Mention[] = [];
  let governing: { folder: string; at: number; listed: boolean } | undefined;
  for (const reference of references) {
    const { range, form, path } = reference;
    if (
      form === 'tree' ||
      form.startsWith('fence') ||
      reference.base.kind === 'other-skill' ||
      reference.base.kind === 'plugin'
    )
      continue;
    const { start: lineStart, end: lineEnd } = lineAround(text, range);
    const line = text.slice(lineStart, lineEnd);
    const before = text.slice(lineStart, range.start);
    if (path.endsWith('/') && !path.startsWith('../')) {
      if (reference.excuse) continue;
      const folder = path.slice(0, -1);
      // A cell behind the first says what becomes of the first.
      const cell = /^\s*\|[^|]*\|/.test(before);
      if (!cell && (SPEC_FOLDERS.has(folder) || BUNDLE_FOLDERS.has(folder)))
        governing = { folder, at: range.end, listed: /^\s*[-*+]\s+[*_`]*$/.test(before) };
      if (line.startsWith('#') || LISTED.test(before) || !SENDS.test(line)) continue;
      const words = (ROLE.exec(before.replace(/[`*_]/g, ''))?.[1] ?? '').replace(TO_VERB, '');
      const guesses = guessPaths('folder', words, folder);
      const weak = SENT.test(before) ? {} : { weak: true as const };
      mentions.push({ kind: 'mention', what: 'folder', range, text: reference.target, folder, guesses, ...weak });
    } else if (governing && !path.includes('/') && reference.excuse === undefined) {
      // A list item that begins with the name, under the heading or the line that names the folder.
      if (range.start - governing.at > 4000 || !/^[ \t]*(?:[-*+]|\d+[.)]|\|)[ \t]*[*_`[]*$/.test(before)) continue;
      // "`x.py` integration" is about the file.
      if (/^`?[ \t]+\w/.test(text.slice(range.end, lineEnd))) continue;
      const guesses = [`${governing.folder}/${path}`, path];
      const weak = governing.listed || /^\s*\|/.test(before) ? { weak: true as const } : {};
      mentions.push({ kind: 'mention', what: 'name', range, text: path, folder: governing.folder, guesses, ...weak });
    }
  }
  return mentions;
}
