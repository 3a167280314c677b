import { basename, type CheckedNeed, checkNeeds, declaredServers, defined, needsOf } from '../../skill/index.ts';
import type { SkillEntry } from '../workspace/skill-entry.ts';
import type { Workspace } from '../workspace/workspace.ts';
import type { Session } from './session.ts';

/**
 * Returns what the body of a skill tells the model to use, with what is not there: MCP servers that no file of the repository
 * declares, skills that it does not have, and, in a workspace that the user trusts, programs that are not on the PATH.
 */
export function skillNeeds(
  { workspace: own, hasProgram }: Session,
  workspace: Workspace,
  entry: SkillEntry,
): readonly CheckedNeed[] {
  const context = workspace.contextOf(entry);
  if (context === undefined) return [];
  const { skill, skills, fs, repositoryRoot, workspaceRoot } = context;
  const needs = needsOf(skill.manifest, [skill.name, basename(entry.root)]);
  // A folder of the user's own skills is not a repository of theirs.
  const boundary = repositoryRoot ?? (workspace === own ? workspaceRoot : undefined);
  const servers =
    boundary !== undefined && needs.some(({ kind }) => kind === 'mcp-tool')
      ? declaredServers(fs, entry.root, boundary)
      : undefined;
  return checkNeeds(
    needs,
    defined({
      servers,
      hasSkill: boundary === undefined ? undefined : (name: string) => skills.named(name).length > 0,
      hasProgram,
    }),
  );
}
