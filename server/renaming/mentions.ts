/** Adds paths to mentions that no longer match a file's name after a rename. */
import { dirname, join, type MentionKind, relative, type SkillDocument, warningFor } from '../../skill/index.ts';
import { mentionTargets } from '../targets/mention-targets.ts';
import type { Occurrence } from '../targets/target.ts';
import type { Change } from './change.ts';
import type { Moves } from './moves.ts';
import type { RenameContext } from './rename-context.ts';
import type { MovedWorld } from './world.ts';

/** Kinds of mentions that read well with a path after them. */
const FILE_KINDS: ReadonlySet<MentionKind> = new Set(['document', 'template', 'script']);

/**
 * Returns changes that add the file's path after a mention that matches only the moved file, and will not match it any
 * longer; the author must accept them. Not needed in a document that contains the file's path.
 */
export function mentionChanges(
  { workspace, targets }: RenameContext,
  world: MovedWorld,
  moves: Moves,
  path: string,
  occurrences: readonly Occurrence[],
): readonly Change[] {
  const entry = workspace.skillOf(path);
  const document = entry?.has(path) ? entry.document(path) : undefined;
  if (!entry || !document || 'unreadable' in document) return [];
  const context = world.contextOf(entry);
  if (!context) return [];
  return occurrences.flatMap((occurrence): readonly Change[] => {
    const [target, ...others] = occurrence.targets;
    if (occurrence.form !== 'mention' || target?.kind !== 'file' || others.length > 0 || !moves.isMoved(target.path))
      return [];
    const mention = mentionAt(document, occurrence);
    if (mention === undefined || !FILE_KINDS.has(mention.what)) return [];
    if (targets.of(path).some((one) => one.kind === 'path' && one.targets[0]?.path === target.path)) return [];
    const after = moves.after(target.path);
    const found = mentionTargets(mention, warningFor(mention, context.skill, document), context.skill);
    if (found.length === 1 && found[0]?.path === after) return [];
    const file = relative(dirname(moves.after(entry.manifest)), after);
    if (file.startsWith('../') || join(context.skill.root, file) !== after) return [];
    const end = endOfWords(document.text, occurrence.range.end);
    return [
      { range: { start: end, end }, text: ` (\`${file}\`)`, doubt: `"${occurrence.written}" may mean this file` },
    ];
  });
}

const mentionAt = ({ mentions }: SkillDocument, { range }: Occurrence) =>
  mentions.find((one) => one.range.start === range.start && one.range.end === range.end);

/** Returns the offset after closing markup. */
const endOfWords = (text: string, end: number): number =>
  end + (/^(?:\*{1,3}|`|_{1,2}|["”'’])/.exec(text.slice(end))?.[0].length ?? 0);
