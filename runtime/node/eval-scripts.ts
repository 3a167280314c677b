/** The approval of a skill's scripts from the results of an eval: the same as "always" in a timeline. */
import { basename } from 'node:path';
import { defined, type Skill } from '../../skill/index.ts';
import { approve } from '../approvals/persistent-approvals.ts';
import type { ApproveScriptsParams, ProposedScripts, ProposeScriptsParams } from '../protocol/eval-scripts.ts';
import type { ScriptApproval } from '../protocol/events.ts';
import type { ScriptPlan } from '../scripts/executor.ts';
import { localExecutor } from '../scripts/local-executor.ts';
import { locateResource } from '../skill-files/resource-files.ts';
import { findSkillsIn } from '../stress/report.ts';
import { visibleLine } from '../text/visible-text.ts';

/**
 * Returns what an approval of scripts would allow, as it is on disk now. What a journal says about them is not used: it is
 * part of the workspace.
 */
export async function proposeScripts(params: ProposeScriptsParams, signal: AbortSignal): Promise<ProposedScripts> {
  const skill = skillIn(params.skill);
  if (skill === undefined) return failed(`Evaluate the skill again: ${params.skill} has none any more.`);
  const paths = params.scripts.flatMap((one) => (one.skill === skill.name ? [one.path] : []));
  if (paths.length === 0)
    return failed(
      'Set skillwright.evals.approveScripts to run scripts of other skills: this approval is of one skill.',
    );
  const executor = localExecutor(
    defined({ trusted: true, timeoutSeconds: params.scriptTimeout, requireSandbox: params.requireSandbox }),
  );
  const plans: (readonly [file: string, plan: ScriptPlan])[] = [];
  for (const path of paths) {
    const located = locateResource(skill.root, path);
    if (located.kind !== 'file') return failed(`Evaluate ${skill.name} again: it has no script ${path} any more.`);
    const plan = await executor.plan(path);
    if (plan.kind === 'failed') return failed(plan.message);
    plans.push([located.absolute, plan]);
  }
  const files = await executor.digest?.(skill.root, signal);
  if (typeof files !== 'string') return failed(files?.message ?? 'Try again: the files of the skill were not read.');
  return {
    kind: 'proposed',
    skill: visibleLine(skill.name),
    files,
    // An approval without a sandbox holds for all of them.
    sandbox: plans.some(([, plan]) => plan.sandbox === 'none') ? 'none' : (plans[0]?.[1].sandbox ?? 'none'),
    scripts: plans.map(
      ([
        file,
        {
          command: [interpreter = '', ...rest],
        },
      ]) => ({
        file,
        command: visibleLine([basename(interpreter), ...rest].join(' ')),
      }),
    ),
  };
}

/** Stores an approval of a skill's scripts, if its files are still those that the user was shown. Returns an error message. */
export async function approveScripts(params: ApproveScriptsParams, signal: AbortSignal): Promise<string | undefined> {
  const skill = skillIn(params.skill);
  const files = skill && (await localExecutor({ trusted: true }).digest?.(skill.root, signal));
  if (skill === undefined || files !== params.files)
    return 'Allow the scripts again: the files of the skill have changed in the meantime.';
  const { sandbox }: Pick<ScriptApproval, 'sandbox'> = params;
  approve({ kind: 'skill', name: skill.name, place: skill.root, hash: files, sandbox });
  return undefined;
}

function skillIn(folder: string): Skill | undefined {
  const found = findSkillsIn([folder]);
  return found.kind === 'found' ? found.skills[0] : undefined;
}

const failed = (message: string): ProposedScripts => ({ kind: 'failed', message });
