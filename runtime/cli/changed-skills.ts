import type { Skill } from '../../skill/index.ts';
import { findEvalFiles } from '../evals/cases/load-cases.ts';
import { git, gitError } from '../evals/prepare/git.ts';

/** The skills that changed, or an error message. */
type ChangedSkills = { readonly skills: readonly Skill[] } | { readonly message: string };

/**
 * Returns the skills with changed, new or deleted files since the branch left a git revision; uncommitted changes count.
 * @param revision a branch, tag or commit
 */
async function findChangedSkills(skills: readonly Skill[], revision: string): Promise<ChangedSkills> {
  if (revision === '' || revision.startsWith('-')) return { message: 'Name a branch, tag or commit: --changed-since.' };
  const changed: Skill[] = [];
  for (const skill of skills) {
    const diff = await git(skill.root, [
      'diff',
      '--quiet',
      '--no-ext-diff',
      '--no-textconv',
      '--merge-base',
      revision,
      '--',
      '.',
    ]);
    if (diff.code !== 0 && diff.code !== 1) {
      return {
        message: `Fetch the history of ${revision}, for example with fetch-depth: 0, and install git: ${gitError(diff)}`,
      };
    }
    const untracked =
      diff.code === 1 ? undefined : await git(skill.root, ['ls-files', '--others', '--exclude-standard', '--', '.']);
    if (untracked === undefined || untracked.output.length > 0) changed.push(skill);
  }
  return { skills: changed };
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
  const notes = changed.skills
    .filter((skill) => !hasCases(skill))
    .map(({ name }) => `${name} has changed and has no eval file: add evals/evals.json to evaluate it.`);
  return { skills: changed.skills.filter(hasCases), notes };
}
