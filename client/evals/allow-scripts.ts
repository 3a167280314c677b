import { join } from 'node:path';
import * as vscode from 'vscode';
import type { WaitingCall } from '../../runtime/protocol/eval-scripts.ts';
import type { CaseOutcome } from '../../runtime/protocol/evals.ts';
import { requireTrust } from '../dialogs/workspace-trust.ts';
import { openSourceRange } from '../editor/fixes.ts';
import { isInside } from '../editor/is-inside.ts';
import { queryRuntime } from '../runtime-process/query-runtime.ts';
import type { EvalRunner } from './run-eval.ts';
import { UNTRUSTED } from './tests.ts';

const SETTING = 'skillwright.evals.approveScripts';

/**
 * Approves the scripts that the page shows: as in a timeline, outside of the workspace and until a file of the skill changes.
 * Opens the setting if only other calls wait, which no such approval covers. Returns true if the scripts may run now.
 * @param skill the name of the evaluated skill
 */
export async function allowScripts(
  { runtime, log }: EvalRunner,
  { root, skill, cases }: { readonly root: string; readonly skill: string; readonly cases: readonly CaseOutcome[] },
): Promise<boolean> {
  if (!(await requireTrust(UNTRUSTED))) return false;
  const script = waitingCalls(cases).find((call) => call.skill === skill && call.files !== undefined);
  if (script?.files === undefined) {
    await vscode.commands.executeCommand('workbench.action.openSettings', SETTING);
    return false;
  }
  const { files, sandbox = 'none' } = script;
  const problem = await queryRuntime(runtime, log, (process) =>
    process.approveScripts({ skill: root, files, sandbox }),
  );
  if (problem !== undefined) void vscode.window.showErrorMessage(problem);
  return problem === undefined;
}

function waitingCalls(cases: readonly CaseOutcome[]): readonly WaitingCall[] {
  const trials = cases.flatMap((one) => one.trials).filter(({ side }) => side === 'with');
  return trials.flatMap(({ waiting = [] }) => waiting);
}

/** Opens a script of a skill that the page shows. */
export async function openScript(root: string, path: string): Promise<void> {
  const file = join(root, path);
  if (isInside([root], file)) await openSourceRange({ file, line: 1, column: 1 });
}
