import { basename, dirname } from 'node:path';
import * as vscode from 'vscode';
import type { Json, JsonObject } from '../../runtime/protocol/events.ts';
import type { ForkEdits, ForkRunParams, ForkStep } from '../../runtime/protocol/fork.ts';
import { type RunAgentContext, saveDirtyFiles } from '../commands/run-agent.ts';
import type { ModelChoice } from '../dialogs/memory.ts';
import { requireTrust } from '../dialogs/workspace-trust.ts';
import { withAttention } from '../editor/attention.ts';
import { chooseModel, ensureKey, setMissingKey } from '../models/choose.ts';
import { startWithKeys } from '../models/start-with-keys.ts';
import type { RunRef } from '../panel/control.ts';
import { originWarnings } from '../runs/origin.ts';
import { rerunParams, rerunWarnings } from '../runs/rerun.ts';
import { agentWarnings, readResumable } from '../runs/resumable.ts';
import { otlpTarget, requiresSandbox } from '../runs/settings.ts';
import { editValue } from './edit-value.ts';
import { offerComparison } from './offer-comparison.ts';

/** The changes of a fork that the user chose. */
interface ForkChange {
  readonly edits?: ForkEdits;
  readonly skills?: 'today';
  readonly model?: ModelChoice;
}

const ACCEPT = 'Run from Here';

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

type ChangeItem = vscode.QuickPickItem & { readonly choose: () => Promise<ForkChange | undefined> };

/** Asks what the fork changes. Undefined if cancelled. */
async function chooseChange(context: RunAgentContext, step: ForkStep): Promise<ForkChange | undefined> {
  const at = step.tool === undefined ? `Model call ${step.call}` : `${step.tool} in model call ${step.call}`;
  const chosen = await vscode.window.showQuickPick(itemsFor(context, step), {
    title: `Run from Here: ${at.slice(0, 100)}`,
    placeHolder: 'Select what to change. The steps before are not repeated.',
    matchOnDetail: true,
  });
  return chosen?.choose();
}

function itemsFor(context: RunAgentContext, step: ForkStep): readonly ChangeItem[] {
  const { tool, args, result, prompt, instruction } = step;
  const item = (label: string, detail: string, choose: ChangeItem['choose']): ChangeItem => ({ label, detail, choose });
  const json = async (title: string, value: Json | undefined, isObject: boolean): Promise<Json | undefined> => {
    const text = await editValue({
      ...{ title, accept: ACCEPT, language: 'json' },
      value: formatJson(value ?? (isObject ? {} : '')),
      validate: (written) => jsonProblem(written, isObject),
    });
    return text === undefined ? undefined : (JSON.parse(text) as Json);
  };
  const text = async (title: string, value: string): Promise<string | undefined> =>
    editValue({
      ...{ title, value, accept: ACCEPT, language: 'markdown' },
      validate: (written) => (written.trim() === '' ? `Write the ${title.toLowerCase()}: it is empty.` : undefined),
    });
  return [
    item('$(debug-restart) Nothing', 'Repeat what follows, with the same values', async () => ({})),
    item("$(book) Today's Skills", 'Read the skills again, as they are now, also in the steps before', async () => ({
      skills: 'today',
    })),
    ...(tool === undefined
      ? []
      : [
          item('$(symbol-parameter) Arguments…', `Call ${tool.slice(0, 64)} with other arguments`, async () => {
            const edited = await json('Arguments', args, true);
            return edited === undefined ? undefined : { edits: { args: edited as JsonObject } };
          }),
          item('$(output) Result…', 'Give the model this result instead of calling the tool', async () => {
            const edited = await json('Result', result, false);
            return edited === undefined ? undefined : { edits: { result: edited } };
          }),
        ]),
    item('$(comment) Prompt…', prompt.trim().split('\n', 1)[0]?.slice(0, 100) ?? '', async () => {
      const edited = await text('Prompt', prompt);
      return edited === undefined ? undefined : { edits: { prompt: edited } };
    }),
    ...(instruction === undefined
      ? []
      : [
          item('$(note) Instruction…', "Replace the agent's own instruction", async () => {
            const edited = await text('Instruction', instruction);
            return edited === undefined ? undefined : { edits: { instruction: edited } };
          }),
        ]),
    item('$(sparkle) Model…', 'Continue with another model', async () => {
      const model = await chooseModel(context.models, { title: 'Run from Here' });
      return model.kind === 'value' ? { model: model.value } : undefined;
    }),
  ];
}

/** Formats JSON on one line if it is short, for an input box. */
function formatJson(value: Json): string {
  const line = JSON.stringify(value);
  return line.length <= 200 ? line : JSON.stringify(value, null, 2);
}

function jsonProblem(written: string, isObject: boolean): string | undefined {
  try {
    const value: unknown = JSON.parse(written);
    const isFitting = !isObject || (typeof value === 'object' && value !== null && !Array.isArray(value));
    return isFitting ? undefined : 'Write a JSON object, such as {"path": "a.md"}.';
  } catch (error) {
    return `Correct the JSON: ${error instanceof Error ? error.message : String(error)}`;
  }
}
