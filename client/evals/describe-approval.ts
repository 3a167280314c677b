/** The scripts that wait for an approval in the results of an eval, and the question about them. */
import type { ProposedScripts, ProposeScriptsParams } from '../../runtime/protocol/eval-scripts.ts';
import type { CaseOutcome } from '../../runtime/protocol/evals.ts';
import { formatCount } from '../../runtime/text/count.ts';

/** Returns the scripts that wait for an approval in trials with the skill, each once. */
export function waitingScripts(cases: readonly CaseOutcome[]): ProposeScriptsParams['scripts'] {
  const trials = cases.flatMap((one) => one.trials).filter(({ side }) => side === 'with');
  const scripts = trials.flatMap(({ waiting = [] }) =>
    waiting.flatMap(({ skill, path }) => (skill === undefined || path === undefined ? [] : [{ skill, path }])),
  );
  return [...new Map(scripts.map((one) => [JSON.stringify(one), one])).values()];
}

/** Maximum number of scripts in the question. */
const MAX_SHOWN = 10;

/** Describes what would run, in which sandbox, and how long the approval holds. */
export function describeApproval({ scripts, sandbox }: Extract<ProposedScripts, { kind: 'proposed' }>): string {
  const commands = scripts.slice(0, MAX_SHOWN).map(({ command }) => command);
  const more = scripts.length - commands.length;
  return [
    'The model requested:',
    ...commands,
    ...(more > 0 ? [`and ${formatCount(more, 'other script')}`] : []),
    '',
    sandbox === 'none'
      ? 'No sandbox: they run as you, and can read and change everything you can.'
      : `They run in a sandbox (${sandbox}), without network.`,
    'All scripts of the skill may then run, in evals and runs, until one of its files changes. "Skillwright: Forget Approvals" ends that.',
  ].join('\n');
}
