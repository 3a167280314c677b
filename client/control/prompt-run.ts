import * as vscode from 'vscode';
import type { PromptRunParams } from '../../runtime/protocol/rpc.ts';
import { defined } from '../../runtime/text/objects.ts';
import { type RunAgentContext, saveDirtyFiles } from '../commands/run-agent.ts';
import { requireTrust } from '../dialogs/workspace-trust.ts';
import { withAttention } from '../editor/attention.ts';
import { setMissingKey } from '../models/choose.ts';
import { startWithKeys } from '../models/start-with-keys.ts';
import { readResumable } from '../runs/resumable.ts';
import { otlpTarget, requiresSandbox } from '../runs/settings.ts';
import { agreeToRun } from './recorded-run.ts';

const UNTRUSTED = 'Trust this workspace to run agents. Skills can contain scripts.';

/** Time for the process of a run that has ended to exit, in milliseconds. */
const EXIT_MS = 5_000;

/**
 * Continues the conversation of a run that has ended or is paused with a further prompt. Returns true if it has started: every
 * failure is shown to the user with the next step.
 * @param journal absolute path
 */
export async function promptRun(context: RunAgentContext, journal: string, prompt: string): Promise<boolean> {
  if (!(await requireTrust(UNTRUSTED))) return false;
  if (!(await context.runs.whenIdle(journal, EXIT_MS))) {
    void vscode.window.showWarningMessage('Send again when the run has ended. It is still active.');
    return false;
  }
  const saved = await readResumable(journal);
  if (saved === undefined) {
    void vscode.window.showErrorMessage('Cannot continue this run: its journal cannot be read.');
    return false;
  }
  const agreed = await agreeToRun(context, journal, saved, 'Continue');
  if (agreed === undefined) return false;
  const { original, model, location, origin } = agreed;
  if (!(await saveDirtyFiles(original.skills))) {
    void vscode.window.showErrorMessage('Save the changed files and send again. One could not be saved.');
    return false;
  }
  const params = defined<PromptRunParams>({
    ...location,
    prompt,
    trust: origin?.shown,
    trusted: original.trusted,
    requireSandbox: requiresSandbox(),
    ...otlpTarget(),
  });
  const { value: started, userMovedOn } = await withAttention(() =>
    startWithKeys({
      readKeys: () => context.models.keys.keysForRun(model, original.agent !== undefined),
      start: (keys) => context.runs.prompt({ ...params, ...keys }, { ...original, prompt }),
      promptForKey: (missing) => setMissingKey(context.models, missing),
    }),
  );
  if (started?.kind === 'failed') void vscode.window.showErrorMessage(`The run was not continued: ${started.message}`);
  if (started?.kind !== 'started') return false;
  context.show(started.run.journal, userMovedOn);
  return true;
}
