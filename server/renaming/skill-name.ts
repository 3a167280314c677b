/** Renames a skill: its folder, the field `name`, and all references to it. */
import { basename, dirname, hasNameForm, join, MAX_NAME, type Range } from '../../skill/index.ts';
import type { SkillEntry } from '../workspace/skill-entry.ts';
import type { Change, Changes } from './change.ts';
import { planMoves } from './plan.ts';
import type { PathMove, RenameContext } from './rename-context.ts';
import { textOf } from './verify-replacements.ts';

/** Returns why a skill cannot have this name, as a sentence; undefined if it can. */
export function nameError(name: string): string | undefined {
  if ([...name].length > MAX_NAME) return `Enter at most ${MAX_NAME} characters, the maximum for a skill's name.`;
  if (!hasNameForm(name)) return 'Enter lowercase letters, digits and single hyphens, such as `release-notes`.';
  return undefined;
}

/** Returns the move of a skill's folder for a new name; undefined if the folder does not have the skill's name. */
export function folderMove(entry: SkillEntry, old: string, name: string): PathMove | undefined {
  if (basename(entry.root) !== old) return undefined;
  return { from: entry.root, to: join(dirname(entry.root), name), isFolder: true };
}

/** Returns the changes for a skill's new name; `all` contains the move of its folder, if it moves. */
export function planName(known: RenameContext, entry: SkillEntry, name: string, all: readonly PathMove[]): Changes {
  const changes = new Map(planMoves(known, all, new Map([[entry.root, name]])));
  const field = nameChange(known, entry, name);
  if (!field) return changes;
  const others = (changes.get(entry.manifest) ?? []).filter(
    ({ range }) => range.end <= field.range.start || range.start >= field.range.end,
  );
  return changes.set(
    entry.manifest,
    [...others, field].sort((a, b) => a.range.start - b.range.start),
  );
}

/** Words that YAML does not read as strings. */
const NOT_STRINGS = /^(?:true|false|null|yes|no|on|off|y|n|[\d.]+(?:e\d+)?)$/i;

/** Returns the change that replaces the value of the field `name`, within its quotes; undefined if there is none. */
function nameChange({ workspace }: RenameContext, entry: SkillEntry, name: string): Change | undefined {
  const range = nameRange(entry);
  const text = range && textOf(workspace, entry.manifest);
  if (range === undefined || text === undefined) return undefined;
  const isQuoted = /["']/.test(text[range.start - 1] ?? '');
  return { range, text: NOT_STRINGS.test(name) && !isQuoted ? `"${name}"` : name };
}

/** Returns the range of `name` in the frontmatter of a skill, without quotes. */
export function nameRange(entry: SkillEntry): Range | undefined {
  const document = entry.document(entry.manifest);
  if ('unreadable' in document || document.frontmatter.kind !== 'valid') return undefined;
  const range = document.frontmatter.fields.find(({ key }) => key === 'name')?.valueRange;
  if (range === undefined) return undefined;
  const quoted = /^(["']).*\1$/s.test(document.text.slice(range.start, range.end)) ? 1 : 0;
  return { start: range.start + quoted, end: range.end - quoted };
}
