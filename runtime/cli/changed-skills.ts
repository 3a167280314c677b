import type { Skill } from '../../skill/index.ts';
import { findEvalFiles } from '../evals/cases/load-cases.ts';
import { hasChangedSince } from '../git/changed-files.ts';

/** The skills that changed, or an error message. */
type ChangedSkills =
  | { readonly skills: readonly Skill[]; readonly notes: readonly string[] }
  | { readonly message: string };

/**
 * Returns the skills with changed, new or deleted files since the branch left a git revision; uncommitted changes count.
 * @param revision a branch, tag or commit
 */
async function findChangedSkills(skills: readonly Skill[], revision: string): Promise<ChangedSkills> {
  if (revision === '' || revision.startsWith('-')) return { message: 'Name a branch, tag or commit: --changed-since.' };
  const changed: Skill[] = [];
  const notes: string[] = [];
  for (const skill of skills) {
    const compared = await hasChangedSince(skill.root, revision);
    if ('kind' in compared) {
      return {
        message: `Fetch the history of ${revision}, for example with fetch-depth: 0, and install git: ${compared.message}`,
      };
    }
    if (compared.isChanged) changed.push(skill);
    if (compared.why !== undefined) notes.push(`${skill.name} counts as changed: ${compared.why}.`);
  }
  return { skills: changed, notes };
}

/** Selects the skills to evaluate: all of them, or with `--changed-since` those that changed and have eval files. */
export async function selectChanged(
  { skills, caseFiles }: { readonly skills: readonly Skill[]; readonly caseFiles: readonly string[] },
  { changedSince }: { readonly changedSince?: string },
): Promise<{ readonly skills: readonly Skill[]; readonly notes: readonly string[] } | { readonly message: string }> {
  if (changedSince === undefined) return { skills, notes: [] };
  const changed = await findChangedSkills(skills, changedSince);
  if ('message' in changed) return changed;
  const hasCases = ({ root }: Skill): boolean => caseFiles.length > 0 || findEvalFiles(root).length > 0;
  const withoutCases = changed.skills
    .filter((skill) => !hasCases(skill))
    .map(({ name }) => `${name} has changed and has no eval file: add evals/evals.json to evaluate it.`);
  return { skills: changed.skills.filter(hasCases), notes: [...changed.notes, ...withoutCases] };
}
