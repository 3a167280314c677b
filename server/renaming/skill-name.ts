/** A skill called otherwise: its folder, the field `name`, and what names it. */
import { basename, dirname, hasNameForm, join, MAX_NAME, type Range } from '../../skill/index.ts';
import type { SkillEntry } from '../workspace/entry.ts';
import type { Change, Changes } from './change.ts';
import type { Known, PathMove } from './known.ts';
import { planMoves } from './plan.ts';
import { textOf } from './verified.ts';

/** Why a skill cannot be called so, as a sentence; undefined where it can. */
export function whyNoName(name: string): string | undefined {
  if ([...name].length > MAX_NAME) return `A skill's name has at most ${MAX_NAME} characters.`;
  if (!hasNameForm(name))
    return "A skill's name has lowercase letters, digits and single hyphens between them, such as `release-notes`.";
  return undefined;
}

/** The move of the folder of a skill that is to be called `name`; undefined where the folder does not have the skill's name. */
export function folderMove(entry: SkillEntry, old: string, name: string): PathMove | undefined {
  if (basename(entry.root) !== old) return undefined;
  return { from: entry.root, to: join(dirname(entry.root), name), isFolder: true };
}

/** What to write for a skill that is called `name`; `all` has the move of its folder, where that moves. */
export function planName(known: Known, entry: SkillEntry, name: string, all: readonly PathMove[]): Changes {
  const changes = new Map(planMoves(known, all, new Map([[entry.root, name]])));
  const field = fieldOf(known, entry, name);
  if (!field) return changes;
  const others = (changes.get(entry.manifest) ?? []).filter(
    ({ range }) => range.end <= field.range.start || range.start >= field.range.end,
  );
  return changes.set(
    entry.manifest,
    [...others, field].sort((a, b) => a.range.start - b.range.start),
  );
}

/** Words that YAML reads as something else than a text. */
const NO_TEXT = /^(?:true|false|null|yes|no|on|off|y|n|[\d.]+(?:e\d+)?)$/i;

/** The field `name` with another value, in the quotes that it has. */
function fieldOf({ workspace }: Known, entry: SkillEntry, name: string): Change | undefined {
  const range = nameRange(entry);
  const text = range && textOf(workspace, entry.manifest);
  if (range === undefined || text === undefined) return undefined;
  const isQuoted = /["']/.test(text[range.start - 1] ?? '');
  return { range, text: NO_TEXT.test(name) && !isQuoted ? `"${name}"` : name };
}

/** The value of `name` in the frontmatter of a skill, without quotes. */
export function nameRange(entry: SkillEntry): Range | undefined {
  const document = entry.document(entry.manifest);
  if ('unreadable' in document || document.frontmatter.kind !== 'valid') return undefined;
  const range = document.frontmatter.fields.find(({ key }) => key === 'name')?.valueRange;
  if (range === undefined) return undefined;
  const quoted = /^(["']).*\1$/s.test(document.text.slice(range.start, range.end)) ? 1 : 0;
  return { start: range.start + quoted, end: range.end - quoted };
}
