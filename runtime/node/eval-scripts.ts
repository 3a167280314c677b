/** The approval of a skill's scripts from the results of an eval: the same as "always" in a timeline. */
import { approve } from '../approvals/persistent-approvals.ts';
import type { ApproveScriptsParams } from '../protocol/eval-scripts.ts';
import { localExecutor } from '../scripts/local-executor.ts';
import { findSkillsIn } from '../stress/report.ts';

/** Stores an approval of a skill's scripts, if its files are still those that the user was shown. Returns an error message. */
export async function approveScripts(
  { skill: folder, files, sandbox }: ApproveScriptsParams,
  signal: AbortSignal,
): Promise<string | undefined> {
  const found = findSkillsIn([folder]);
  const [skill] = found.kind === 'found' ? found.skills : [];
  const current = skill && (await localExecutor({ trusted: true }).digest?.(skill.root, signal));
  if (skill === undefined || current !== files)
    return 'Run the eval again: the files of the skill have changed since it called its script.';
  approve({ kind: 'skill', name: skill.name, place: skill.root, hash: files, sandbox });
  return undefined;
}
