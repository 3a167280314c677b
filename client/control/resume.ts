import { basename, dirname } from 'node:path';
import * as vscode from 'vscode';
import type { AnswerParams } from '../../runtime/protocol/rpc.ts';
import { leadToFirstRun } from '../commands/first-run.ts';
import type { RunAgentParts } from '../commands/run-agent.ts';
import { attended } from '../editor/attention.ts';
import { askForKey, hasKey } from '../models/choose.ts';
import { beginWithKeys } from '../models/needed-keys.ts';
import { again, doubtsAbout } from '../runs/again.ts';
import { canGoOn, modelOf, timeOf } from '../runs/describe.ts';
import { doubtsAboutOrigin } from '../runs/origin.ts';
import { runsFolders } from '../runs/place.ts';
import { doubtsAboutAgent, readResumable } from '../runs/resumable.ts';
import { savedRuns } from '../runs/saved.ts';
import { requiresSandbox } from '../runs/settings.ts';

/**
 * Goes on with a run of this journal that was paused or killed, with these answers; what they leave open waits in the
 * timeline. Every failure is told to the user with what to do next.
 */
export async function resumeRun(
  parts: RunAgentParts,
  journal: string,
  replies: readonly AnswerParams[] = [],
): Promise<void> {
  const saved = await readResumable(journal);
  if (saved === undefined) {
    void vscode.window.showErrorMessage('This run cannot go on: its journal cannot be read.');
    return;
  }
  if (!canGoOn(saved.ended)) {
    void vscode.window.showWarningMessage('This run has ended: nothing waits for an answer. Run it again instead.');
    return;
  }
  const folders = (vscode.workspace.workspaceFolders ?? []).map((folder) => folder.uri.fsPath);
  const of = again(saved.started, journal, vscode.workspace.isTrusted);
  const model = { id: of.model, ...(of.baseUrl === undefined ? {} : { baseUrl: of.baseUrl }) };
  const place = { run: basename(dirname(journal)), runs: of.runs };
  const origin = await parts.runs.origin(place);
  const ours = doubtsAboutOrigin(origin, saved.started);
  // The first of these name the endpoint already.
  const chosen = [...parts.memory.models(), ...(ours.length > 0 ? [model] : [])];
  const doubts = [...ours, ...doubtsAbout(of, folders, chosen), ...doubtsAboutAgent(saved.started, folders)];
  if (doubts.length > 0) {
    const yes = 'Go On';
    const detail = doubts.join('\n');
    if ((await vscode.window.showWarningMessage('Go on with this run?', { modal: true, detail }, yes)) !== yes) return;
  }
  if (!(await hasKey(parts.models, model))) return;
  // What was shown, and no other journal that takes its place meanwhile.
  const trust = origin === undefined ? {} : { trust: origin.shown };
  const params = { ...place, ...trust, replies, trusted: of.trusted, requireSandbox: requiresSandbox() };
  const left = saved.waiting.find((pause) => !replies.some((reply) => reply.id === pause.id));
  const { value: resumed, elsewhere } = await attended(() =>
    beginWithKeys({
      keys: () => parts.models.keys.forRun(model, of.agent !== undefined),
      begin: (keys) => parts.runs.resume({ ...params, ...keys }, of, left),
      ask: (missing) => askForKey(parts.models, missing),
    }),
  );
  if (resumed === undefined) return;
  if (resumed.kind === 'started') parts.show(resumed.run.journal, elsewhere);
  else void vscode.window.showErrorMessage(`The run did not go on: ${resumed.message}`);
}

/** Command "Skillwright: Resume Run": a run that waits for an answer, or whose process was killed. */
export async function resumeSavedRun(parts: RunAgentParts): Promise<void> {
  const open = savedRuns(runsFolders(parts.storage)).filter(
    (run) => parts.runs.find(run.journal) === undefined && canGoOn(run.finished?.reason),
  );
  if (open.length === 0) return leadToFirstRun('No run of this workspace waits for an answer or was interrupted.');
  const items = open.map((run) => ({
    label: `$(${run.finished === undefined ? 'circle-slash' : 'debug-pause'}) ${run.started.prompt.split('\n', 1)[0]}`,
    description: run.finished === undefined ? 'interrupted' : 'waits for an answer',
    detail: `${timeOf(run, new Date(), vscode.env.language)}   ${modelOf(run)}`,
    run,
  }));
  const placeHolder = 'Which run should go on?';
  const chosen = await vscode.window.showQuickPick(items, { title: 'Resume Run', placeHolder, matchOnDetail: true });
  if (chosen !== undefined) await resumeRun(parts, chosen.run.journal);
}
