import { basename, dirname } from 'node:path';
import * as vscode from 'vscode';
import type { ForkRunParams, ForkStep } from '../../runtime/protocol/fork.ts';
import type { StartRunParams, StartRunResult } from '../../runtime/protocol/rpc.ts';
import { defined } from '../../runtime/text/objects.ts';
import { visibleText } from '../../runtime/text/visible-text.ts';
import { type RunAgentContext, saveDirtyFiles } from '../commands/run-agent.ts';
import type { ForkFields } from '../debug/earlier-run.ts';
import type { ModelChoice } from '../dialogs/memory.ts';
import { requireTrust } from '../dialogs/workspace-trust.ts';
import { withAttention } from '../editor/attention.ts';
import { ensureKey, setMissingKey } from '../models/choose.ts';
import { startWithKeys } from '../models/start-with-keys.ts';
import type { RunRef } from '../panel/control.ts';
import { originWarnings } from '../runs/origin.ts';
import { rerunParams, rerunWarnings } from '../runs/rerun.ts';
import { agentWarnings, readResumable } from '../runs/resumable.ts';
import { otlpTarget, requiresSandbox } from '../runs/settings.ts';
import { debugEarlier } from './debug-earlier.ts';
import type { ValueEditors } from './edit-value.ts';
import { chooseChange, describeStep } from './fork-change.ts';
import { offerComparison } from './offer-comparison.ts';

const UNTRUSTED = 'Trust this workspace to run agents. Skills can contain scripts.';

/** A fork to start. */
interface ForkStart {
  /** Absolute path of the journal of the run. */
  readonly journal: string;
  /** `seq` of the `llm_request` or `tool_call`. */
  readonly at: number;
  readonly fields: ForkFields;
  /** The step, if it has been read. */
  readonly step?: ForkStep;
  /** True if the fork waits for its debugger. */
  readonly debug?: true;
}

/**
 * Starts a new run from a step of a saved or active one. Asks what to change, and for a confirmation if effects remain or
 * the run is not from this machine. Every failure is shown to the user with the next step.
 * @param at `seq` of the `llm_request` or `tool_call`
 */
export async function runFrom(
  context: RunAgentContext,
  editors: ValueEditors,
  { journal }: RunRef,
  at: number,
): Promise<void> {
  if (!(await requireTrust(UNTRUSTED))) return;
  const step = await readStep(context, journal, at);
  if (step === undefined) return;
  const fields = await chooseChange(context, editors, step, 'Run from Here');
  if (fields === undefined) return;
  const started = await startFork(context, { journal, at, fields, step });
  if (started !== undefined) offerComparison(context.runs, journal, started.journal);
}

/** Does the same in the debugger, where the new run stops at the step. */
export async function debugFrom(
  context: RunAgentContext,
  editors: ValueEditors,
  { journal }: RunRef,
  at: number,
): Promise<void> {
  if (!(await requireTrust(UNTRUSTED))) return;
  const step = await readStep(context, journal, at);
  if (step === undefined) return;
  const fields = await chooseChange(context, editors, step, 'Debug from Here');
  if (fields === undefined) return;
  await debugEarlier(journal, { name: `Debug from ${describeStep(step)}`, fork: runOf(journal), at, ...fields });
}

/** Starts a fork. Returns undefined if it did not start, which is shown to the user, or was cancelled. */
export async function startFork(
  context: RunAgentContext,
  { journal, at, fields, step: known, debug }: ForkStart,
): Promise<StartRunResult | undefined> {
  if (!(await requireTrust(UNTRUSTED))) return undefined;
  // Of the step's own prompt: a later one may have another model, whose key must not be sent to this one's address.
  const saved = await readResumable(journal, at);
  if (saved === undefined) {
    void vscode.window.showErrorMessage('Cannot run from here: the journal of the run cannot be read.');
    return undefined;
  }
  const original = rerunParams(saved.started, journal, vscode.workspace.isTrusted);
  const place = { run: runOf(journal), runs: original.runs };
  const [step, origin] = await Promise.all([
    known ?? readStep(context, journal, at),
    context.runs.origin({ ...place, at }),
  ]);
  if (step === undefined) return undefined;
  const model = modelOf(original, fields);
  const { baseUrl: _, ...withoutAddress } = original;
  const { id, ...address } = model;
  const of = { ...withoutAddress, model: id, ...address, prompt: fields.edits?.prompt ?? original.prompt };
  const folders = (vscode.workspace.workspaceFolders ?? []).map((folder) => folder.uri.fsPath);
  const fromOrigin = originWarnings(origin, saved.started);
  const isOwnModel = fields.model === undefined && fields.baseUrl === undefined;
  const chosen = [...context.memory.models(), ...(isOwnModel && fromOrigin.length === 0 ? [] : [model])];
  const warnings = [
    ...fromOrigin,
    ...rerunWarnings(of, folders, chosen),
    ...agentWarnings(saved.started, folders),
    ...(step.lost === undefined ? [] : [step.lost]),
  ];
  const verb = debug === undefined ? 'Run' : 'Debug';
  if (warnings.length > 0 && !(await confirm(verb, warnings.join('\n')))) return undefined;
  if (!(await ensureKey(context.models, model))) return undefined;
  if (!(await saveDirtyFiles(original.skills))) return undefined;
  const params: ForkRunParams = {
    ...place,
    at,
    trusted: original.trusted,
    requireSandbox: requiresSandbox(),
    ...otlpTarget(),
    ...defined<Partial<ForkRunParams>>({ trust: origin?.shown }),
    ...fields,
    ...defined<Partial<ForkRunParams>>({
      model: isOwnModel ? undefined : id,
      baseUrl: isOwnModel ? undefined : address.baseUrl,
      debug,
    }),
  };
  const { value: started, userMovedOn } = await withAttention(() =>
    startWithKeys({
      readKeys: () => context.models.keys.keysForRun(model, original.agent !== undefined),
      start: (keys) => context.runs.fork({ ...params, ...keys }, of),
      promptForKey: (missing) => setMissingKey(context.models, missing),
    }),
  );
  if (started?.kind === 'failed') void vscode.window.showErrorMessage(`The run was not forked: ${started.message}`);
  if (started?.kind !== 'started') return undefined;
  // The user may compare the two.
  context.show(started.run.journal, userMovedOn, journal);
  return started.run;
}

/** Reads what can be changed at a step. Shows why if that is impossible. */
async function readStep(context: RunAgentContext, journal: string, at: number): Promise<ForkStep | undefined> {
  const step = await context.runs.forkStep({ run: runOf(journal), runs: dirname(dirname(journal)), at });
  if (step.kind === 'step') return step;
  void vscode.window.showErrorMessage(`Cannot run from here: ${step.message}`);
  return undefined;
}

/** Returns the model of a fork, at the address that the runtime uses: that of the run if the provider is the same. */
function modelOf(original: StartRunParams, { model: id = original.model, baseUrl }: ForkFields): ModelChoice {
  const provider = (name: string): string => name.split('/', 1)[0] ?? '';
  const address = baseUrl ?? (provider(id) === provider(original.model) ? original.baseUrl : undefined);
  return defined({ id, baseUrl: address });
}

function runOf(journal: string): string {
  return basename(dirname(journal));
}

async function confirm(verb: string, detail: string): Promise<boolean> {
  const button = `${verb} from Here`;
  return (
    (await vscode.window.showWarningMessage(
      `${verb} from here?`,
      { modal: true, detail: visibleText(detail) },
      button,
    )) === button
  );
}
