/** Words that mean a file by what it is called, where it will be called otherwise. */
import { dirname, join, type MentionKind, relative, type SkillDocument, warningFor } from '../../skill/index.ts';
import { mentioned } from '../targets/mentioned.ts';
import type { Lead } from '../targets/target.ts';
import type { Change } from './change.ts';
import type { Known } from './known.ts';
import type { Moves } from './moves.ts';
import type { MovedWorld } from './world.ts';

/** Kinds of mentions behind which a path reads well. */
const THINGS: ReadonlySet<MentionKind> = new Set(['document', 'template', 'script']);

/**
 * Of mentions that lead to one file which moves, and will not any more: the path of the file behind the words, for the author
 * to accept. Words in a document that has the file's path anywhere need none.
 */
export function orphaned(
  { workspace, targets }: Known,
  world: MovedWorld,
  moves: Moves,
  path: string,
  leads: readonly Lead[],
): readonly Change[] {
  const entry = workspace.skillOf(path);
  const document = entry?.has(path) ? entry.document(path) : undefined;
  if (!entry || !document || 'unreadable' in document) return [];
  const context = world.contextOf(entry);
  if (!context) return [];
  return leads.flatMap((lead): readonly Change[] => {
    const [target, ...others] = lead.targets;
    if (lead.form !== 'mention' || target?.kind !== 'file' || others.length > 0 || !moves.isMoved(target.path))
      return [];
    const mention = mentionAt(document, lead);
    if (mention === undefined || !THINGS.has(mention.what)) return [];
    if (targets.of(path).some((one) => one.kind === 'path' && one.targets[0]?.path === target.path)) return [];
    const after = moves.after(target.path);
    const found = mentioned(mention, warningFor(mention, context.skill, document), context.skill);
    if (found.length === 1 && found[0]?.path === after) return [];
    const file = relative(dirname(moves.after(entry.manifest)), after);
    if (file.startsWith('../') || join(context.skill.root, file) !== after) return [];
    const end = endOfWords(document.text, lead.range.end);
    return [{ range: { start: end, end }, text: ` (\`${file}\`)`, doubt: `"${lead.written}" may mean this file` }];
  });
}

const mentionAt = ({ mentions }: SkillDocument, { range }: Lead) =>
  mentions.find((one) => one.range.start === range.start && one.range.end === range.end);

/** Behind the marks that close around some words. */
const endOfWords = (text: string, end: number): number =>
  end + (/^(?:\*{1,3}|`|_{1,2}|["”'’])/.exec(text.slice(end))?.[0].length ?? 0);
