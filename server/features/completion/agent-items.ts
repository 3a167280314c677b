/** Completes tools and skills in the frontmatter of an agent: `*.agent.md`, and the files of `.claude/agents/`. */
import { dirname, type FileSystem, within } from '../../../skill/index.ts';
import type { Session } from '../session.ts';
import { frontmatterLines, frontmatterPlace } from './frontmatter-place.ts';
import type { CompletionResult } from './item.ts';
import { skillItems } from './skill-items.ts';
import { holdsTools, toolItems } from './tool-items.ts';

export const isAgentFile = (path: string): boolean => /\.agent\.md$|\/\.claude\/agents\/[^/]+\.md$/.test(path);

/** Returns items for `tools` and `skills` of an agent; undefined elsewhere in its file. */
export function agentItems(
  { workspace }: Pick<Session, 'workspace'>,
  fs: FileSystem,
  path: string,
  text: string,
  offset: number,
): CompletionResult | undefined {
  const lines = frontmatterLines(text);
  const place =
    lines && offset >= lines.start && offset < lines.end ? frontmatterPlace(text, offset, lines) : undefined;
  if (place?.kind !== 'value') return undefined;
  const { field, range, prefix, others } = place;
  if (field === 'skills') {
    const typed = text.slice(range.start, Math.max(offset, range.start));
    return skillItems({ range, typed, prefix, except: new Set(others) }, workspace, undefined);
  }
  if (!holdsTools(field)) return undefined;
  const workspaceRoot = workspace.folders.find((folder) => within(folder, path) !== undefined) ?? dirname(path);
  const client = path.includes('/.claude/agents/') ? 'claude-code' : 'vscode';
  return toolItems(place, [client], [], { fs, workspaceRoot });
}
