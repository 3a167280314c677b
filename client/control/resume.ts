import { basename, dirname } from 'node:path';
import * as vscode from 'vscode';
import type { AnswerParams, ResumeRunParams, StartRunResult } from '../../runtime/protocol/rpc.ts';
import { defined } from '../../runtime/text/objects.ts';
import { offerFirstRun } from '../commands/first-run.ts';
import type { RunAgentContext } from '../commands/run-agent.ts';
import { withAttention } from '../editor/attention.ts';
import { setMissingKey } from '../models/choose.ts';
import { startWithKeys } from '../models/start-with-keys.ts';
import { canResume, modelOf, timeOf } from '../runs/describe.ts';
import { readResumable } from '../runs/resumable.ts';
import { runsFolders } from '../runs/runs-folder.ts';
import { readSavedRuns } from '../runs/saved-runs.ts';
import { otlpTarget, requiresSandbox } from '../runs/settings.ts';
import { debugEarlier } from './debug-earlier.ts';
import { agreeToRun } from './recorded-run.ts';

/** Options of a resume. */
interface ResumeOptions {
  /** Answers to its pauses; the others stay open in the timeline. */
  readonly replies?: readonly AnswerParams[];
  /** True if the run waits for its debugger. */
  readonly debug?: true;
}

/** Resumes a run in the debugger, where it stops at its next step. */
export async function debugResumed(journal: string): Promise<void> {
  await debugEarlier(journal, { name: 'Debug resumed run', continue: basename(dirname(journal)) });
}

/**
 * Resumes a run that was paused or killed. Returns undefined if it did not start: every failure is shown to
 * the user with the next step.
 */
export async function resumeRun(
  context: RunAgentContext,
  journal: string,
  { replies = [], debug }: ResumeOptions = {},
): Promise<StartRunResult | undefined> {
  const saved = await readResumable(journal);
  if (saved === undefined) {
    void vscode.window.showErrorMessage('Cannot resume this run: its journal cannot be read.');
    return undefined;
  }
  if (!canResume(saved.ended)) {
    void vscode.window.showWarningMessage('Run it again instead. This run has ended and cannot be resumed.');
    return undefined;
  }
  const agreed = await agreeToRun(context, journal, saved, 'Resume');
  if (agreed === undefined) return undefined;
  const { original, model, location, origin } = agreed;
  // Trust only the journal that was shown, not one that replaces it in the meantime.
  const params = defined<ResumeRunParams>({
    ...location,
    trust: origin?.shown,
    replies,
    trusted: original.trusted,
    requireSandbox: requiresSandbox(),
    ...otlpTarget(),
    debug,
  });
  const nextPause = saved.waiting.find((pause) => !replies.some((reply) => reply.id === pause.id));
  const { value: resumed, userMovedOn: elsewhere } = await withAttention(() =>
    startWithKeys({
      readKeys: () => context.models.keys.keysForRun(model, original.agent !== undefined),
      start: (keys) => context.runs.resume({ ...params, ...keys }, original, nextPause),
      promptForKey: (missing) => setMissingKey(context.models, missing),
    }),
  );
  if (resumed === undefined) return undefined;
  if (resumed.kind === 'failed') {
    void vscode.window.showErrorMessage(`The run could not be resumed: ${resumed.message}`);
    return undefined;
  }
  context.show(resumed.run.journal, elsewhere);
  return resumed.run;
}

/** Implements "Skillwright: Resume Run". Lists runs that wait for an answer or whose process was killed. */
export async function resumeSavedRun(context: RunAgentContext): Promise<void> {
  const resumable = readSavedRuns(runsFolders(context.storage)).filter(
    (run) => context.runs.find(run.journal) === undefined && canResume(run.finished?.reason),
  );
  if (resumable.length === 0) return offerFirstRun('There is no run to resume in this workspace.');
  const items = resumable.map((run) => ({
    label: `$(${run.finished === undefined ? 'circle-slash' : 'debug-pause'}) ${run.started.prompt.split('\n', 1)[0]}`,
    description: run.finished === undefined ? 'interrupted' : 'waiting for an answer',
    detail: `${timeOf(run, new Date(), vscode.env.language)}   ${modelOf(run)}`,
    run,
  }));
  const placeHolder = 'Select the run to resume';
  const chosen = await vscode.window.showQuickPick(items, { title: 'Resume Run', placeHolder, matchOnDetail: true });
  if (chosen !== undefined) await resumeRun(context, chosen.run.journal);
}
