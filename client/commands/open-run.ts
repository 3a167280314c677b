import * as vscode from 'vscode';
import type { RunReason } from '../../runtime/protocol/events.ts';
import { runsFolders } from '../runs/place.ts';
import { type SavedRun, savedRuns } from '../runs/saved.ts';

const REASONS: Readonly<Record<RunReason, { readonly icon: string; readonly text: string }>> = {
  final: { icon: 'pass', text: 'finished' },
  guard: { icon: 'shield', text: 'stopped by a guard' },
  max_llm_calls: { icon: 'warning', text: 'reached the limit of model calls' },
  model_error: { icon: 'error', text: 'the model failed' },
  paused: { icon: 'debug-pause', text: 'paused' },
  cancelled: { icon: 'circle-slash', text: 'stopped by you' },
};

function describe(run: SavedRun, live: ReadonlySet<string>): { readonly icon: string; readonly text: string } {
  if (live.has(run.journal)) return { icon: 'sync', text: 'running' };
  return run.finished === undefined
    ? { icon: 'circle-slash', text: 'ended without a result' }
    : REASONS[run.finished.reason];
}

/** Command "Skillwright: Open Run": every run on disk, newest first. `live` holds the journals of runs still going on. */
export async function openRun(
  storage: vscode.Uri,
  live: ReadonlySet<string>,
  show: (journal: string) => void,
): Promise<void> {
  const runs = savedRuns(runsFolders(storage));
  if (runs.length === 0) {
    const run = 'Run Agent';
    const choice = await vscode.window.showInformationMessage('No run has been saved in this workspace yet.', run);
    if (choice === run) await vscode.commands.executeCommand('skillwright.runAgent');
    return;
  }
  const items = runs.map((run) => {
    const { icon, text } = describe(run, live);
    const { prompt, time, skills, model } = run.started;
    const calls = run.finished?.llmCalls;
    return {
      label: `$(${icon}) ${prompt.split('\n', 1)[0]}`,
      description: calls === undefined ? text : `${text}, ${calls} model call${calls === 1 ? '' : 's'}`,
      detail: `${new Date(time).toLocaleString()}   ${skills.map((skill) => skill.name).join(', ')}   ${model}`,
      run,
    };
  });
  const chosen = await vscode.window.showQuickPick(items, {
    title: 'Open Run',
    placeHolder: 'Which run?',
    matchOnDescription: true,
    matchOnDetail: true,
  });
  if (chosen !== undefined) show(chosen.run.journal);
}
