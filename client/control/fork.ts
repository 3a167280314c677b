import { basename, dirname } from 'node:path';
import * as vscode from 'vscode';
import type { ForkRunParams } from '../../runtime/protocol/fork.ts';
import { type RunAgentContext, saveDirtyFiles } from '../commands/run-agent.ts';
import { requireTrust } from '../dialogs/workspace-trust.ts';
import { withAttention } from '../editor/attention.ts';
import { ensureKey, setMissingKey } from '../models/choose.ts';
import { startWithKeys } from '../models/start-with-keys.ts';
import type { RunRef } from '../panel/control.ts';
import { originWarnings } from '../runs/origin.ts';
import { rerunParams, rerunWarnings } from '../runs/rerun.ts';
import { agentWarnings, readResumable } from '../runs/resumable.ts';
import { otlpTarget, requiresSandbox } from '../runs/settings.ts';
import { ACCEPT, chooseChange } from './fork-change.ts';
import { offerComparison } from './offer-comparison.ts';

/**
 * Starts a new run from a step of a saved or active one. Asks what to change, and for a confirmation if effects remain or
 * the run is not from this machine. Every failure is shown to the user with the next step.
 * @param at `seq` of the `llm_request` or `tool_call`
 */
export async function runFrom(context: RunAgentContext, { journal }: RunRef, at: number): Promise<void> {
  if (!(await requireTrust('Trust this workspace to run agents. Skills can contain scripts.'))) return;
  // Of the step's own prompt: a later one may have another model, whose key must not be sent to this one's address.
  const saved = await readResumable(journal, at);
  if (saved === undefined) {
    void vscode.window.showErrorMessage('Cannot run from here: the journal of the run cannot be read.');
    return;
  }
  const original = rerunParams(saved.started, journal, vscode.workspace.isTrusted);
  const place = { run: basename(dirname(journal)), runs: original.runs };
  const [step, origin] = await Promise.all([
    context.runs.forkStep({ ...place, at }),
    context.runs.origin({ ...place, at }),
  ]);
  if (step.kind === 'failed') {
    void vscode.window.showErrorMessage(`Cannot run from here: ${step.message}`);
    return;
  }
  const change = await chooseChange(context, step);
  if (change === undefined) return;
  const model = change.model ?? {
    id: original.model,
    ...(original.baseUrl === undefined ? {} : { baseUrl: original.baseUrl }),
  };
  const { baseUrl: _, ...withoutAddress } = original;
  const { id, ...address } = model;
  const of = { ...withoutAddress, model: id, ...address, prompt: change.edits?.prompt ?? original.prompt };
  const folders = (vscode.workspace.workspaceFolders ?? []).map((folder) => folder.uri.fsPath);
  const fromOrigin = originWarnings(origin, saved.started);
  const chosen = [
    ...context.memory.models(),
    ...(change.model === undefined && fromOrigin.length === 0 ? [] : [model]),
  ];
  const warnings = [
    ...fromOrigin,
    ...rerunWarnings(of, folders, chosen),
    ...agentWarnings(saved.started, folders),
    ...(step.lost === undefined ? [] : [step.lost]),
  ];
  if (warnings.length > 0 && !(await confirm(warnings.join('\n')))) return;
  if (!(await ensureKey(context.models, model))) return;
  if (!(await saveDirtyFiles(original.skills))) return;
  const params: ForkRunParams = {
    ...{ ...place, at, trusted: original.trusted, requireSandbox: requiresSandbox(), ...otlpTarget() },
    ...(origin === undefined ? {} : { trust: origin.shown }),
    ...(change.edits === undefined ? {} : { edits: change.edits }),
    ...(change.skills === undefined ? {} : { skills: change.skills }),
    ...(change.model === undefined ? {} : { model: id, ...address }),
    ...(change.guards === undefined ? {} : { guards: change.guards }),
  };
  const { value: started, userMovedOn } = await withAttention(() =>
    startWithKeys({
      readKeys: () => context.models.keys.keysForRun(model, original.agent !== undefined),
      start: (keys) => context.runs.fork({ ...params, ...keys }, of),
      promptForKey: (missing) => setMissingKey(context.models, missing),
    }),
  );
  if (started?.kind === 'failed') void vscode.window.showErrorMessage(`The run was not forked: ${started.message}`);
  if (started?.kind !== 'started') return;
  context.show(started.run.journal, userMovedOn);
  offerComparison(context.runs, journal, started.run.journal);
}

async function confirm(detail: string): Promise<boolean> {
  return (await vscode.window.showWarningMessage('Run from here?', { modal: true, detail }, ACCEPT)) === ACCEPT;
}
