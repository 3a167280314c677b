/** The consent that resuming and continuing a run need: its settings come from a journal, which is not trusted. */
import { basename, dirname } from 'node:path';
import * as vscode from 'vscode';
import type { RunOrigin } from '../../runtime/protocol/origin.ts';
import type { StartRunParams } from '../../runtime/protocol/rpc.ts';
import { defined } from '../../runtime/text/objects.ts';
import { visibleText } from '../../runtime/text/visible-text.ts';
import type { RunAgentContext } from '../commands/run-agent.ts';
import type { ModelChoice } from '../dialogs/memory.ts';
import { ensureKey } from '../models/choose.ts';
import { originWarnings } from '../runs/origin.ts';
import { rerunParams, rerunWarnings } from '../runs/rerun.ts';
import { agentWarnings, type ResumableRun } from '../runs/resumable.ts';

/** A run whose settings the user has agreed to. */
export interface AgreedRun {
  /** The parameters of a new run with the same settings. */
  readonly original: StartRunParams;
  readonly model: ModelChoice;
  readonly location: { readonly run: string; readonly runs: string };
  readonly origin: RunOrigin | undefined;
}

/**
 * Shows what the run would read, start and send where if that is not known to be the user's choice, and asks for a missing key.
 * Returns undefined if the user does not agree.
 * @param verb the action, as a button names it
 */
export async function agreeToRun(
  context: RunAgentContext,
  journal: string,
  { started }: ResumableRun,
  verb: 'Resume' | 'Continue',
): Promise<AgreedRun | undefined> {
  const folders = (vscode.workspace.workspaceFolders ?? []).map((folder) => folder.uri.fsPath);
  const original = rerunParams(started, journal, vscode.workspace.isTrusted);
  const model = defined<ModelChoice>({ id: original.model, baseUrl: original.baseUrl });
  const location = { run: basename(dirname(journal)), runs: original.runs };
  const origin = await context.runs.origin(location);
  const fromOrigin = originWarnings(origin, started);
  // The warnings about the origin already name the endpoint.
  const chosen = [...context.memory.models(), ...(fromOrigin.length > 0 ? [model] : [])];
  const warnings = [...fromOrigin, ...rerunWarnings(original, folders, chosen), ...agentWarnings(started, folders)];
  if (warnings.length > 0) {
    const detail = visibleText(warnings.join('\n'));
    const message = `${verb} this run?`;
    if ((await vscode.window.showWarningMessage(message, { modal: true, detail }, verb)) !== verb) return undefined;
  }
  if (!(await ensureKey(context.models, model))) return undefined;
  return { original, model, location, origin };
}
