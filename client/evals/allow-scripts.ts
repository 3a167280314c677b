import * as vscode from 'vscode';
import type { ProposedScripts } from '../../runtime/protocol/eval-scripts.ts';
import type { CaseOutcome } from '../../runtime/protocol/evals.ts';
import { defined } from '../../runtime/text/objects.ts';
import { nativePath } from '../commands/run-agent.ts';
import { requireTrust } from '../dialogs/workspace-trust.ts';
import { openSourceRange } from '../editor/fixes.ts';
import { readRunSettings, requiresSandbox } from '../runs/settings.ts';
import { queryRuntime } from '../runtime-process/query-runtime.ts';
import { describeApproval, waitingScripts } from './describe-approval.ts';
import type { EvalRunner } from './run-eval.ts';
import { UNTRUSTED } from './tests.ts';

const SETTING = 'skillwright.evals.approveScripts';

/**
 * Asks for an approval of the scripts that wait in the results of an eval, and stores it: as in a timeline, outside of the
 * workspace and until a file of the skill changes. Opens the setting if only commands wait, which no such approval covers.
 * Returns true if the scripts may run now.
 */
export async function allowScripts(
  { runtime, log }: EvalRunner,
  root: string,
  cases: readonly CaseOutcome[],
): Promise<boolean> {
  if (!(await requireTrust(UNTRUSTED))) return false;
  const scripts = waitingScripts(cases);
  if (scripts.length === 0) {
    await vscode.commands.executeCommand('workbench.action.openSettings', SETTING);
    return false;
  }
  const { scriptTimeout } = readRunSettings(vscode.Uri.file(root));
  const proposed = await queryRuntime(runtime, log, (process) =>
    process.proposeScripts(defined({ skill: root, scripts, scriptTimeout, requireSandbox: requiresSandbox() })),
  );
  if (proposed.kind === 'failed') {
    void vscode.window.showErrorMessage(proposed.message);
    return false;
  }
  if (!(await confirm(proposed))) return false;
  const { files, sandbox } = proposed;
  const problem = await queryRuntime(runtime, log, (process) =>
    process.approveScripts({ skill: root, files, sandbox }),
  );
  if (problem !== undefined) void vscode.window.showErrorMessage(problem);
  return problem === undefined;
}

async function confirm(proposed: Extract<ProposedScripts, { kind: 'proposed' }>): Promise<boolean> {
  const { skill, scripts } = proposed;
  const [allow, show] = ['Allow Scripts', scripts.length === 1 ? 'Show Script' : 'Show Scripts'];
  const options = { modal: true, detail: describeApproval(proposed) };
  const message = `Allow the scripts of ${skill} to run?`;
  const choice = await vscode.window.showWarningMessage(message, options, allow, show);
  if (choice === show)
    for (const { file } of scripts) await openSourceRange({ file: nativePath(file), line: 1, column: 1 });
  return choice === allow;
}
