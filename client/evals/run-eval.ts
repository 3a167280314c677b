import { basename, join } from 'node:path';
import * as vscode from 'vscode';
import type {
  CaseKey,
  EvalModel,
  EvalParams,
  EvalPreview,
  EvalResult,
  JudgedCase,
} from '../../runtime/protocol/evals.ts';
import { formatCount } from '../../runtime/text/count.ts';
import { defined } from '../../runtime/text/objects.ts';
import type { ModelChoice } from '../dialogs/memory.ts';
import type { Log } from '../log/log.ts';
import { ensureKey } from '../models/choose.ts';
import type { ModelServices } from '../models/services.ts';
import { askEditorModel } from '../models/vscode-lm.ts';
import { runsFolder } from '../runs/runs-folder.ts';
import { readRunSettings } from '../runs/settings.ts';
import { forkRuntime } from '../runtime-process/process.ts';
import type { BaselineChoice } from './baseline-choice.ts';
import { describePreview } from './describe.ts';
import { linksOf } from './links.ts';
import { readEvalSettings } from './settings.ts';

/** The dependencies of evals. */
export interface EvalRunner {
  /** Absolute path of `dist/runtime.cjs`. */
  readonly runtime: string;
  readonly storage: vscode.Uri;
  readonly log: Log;
  readonly models: ModelServices;
}

/** An eval of one skill. */
export interface EvalRequest {
  /** The skill's folder, in the platform's notation. */
  readonly root: string;
  /** The cases to run; absent for all. */
  readonly cases?: readonly CaseKey[];
  readonly models: readonly ModelChoice[];
  /** Absent for what the settings say. */
  readonly baseline?: BaselineChoice;
}

export interface EvalListener {
  onProgress(done: number, planned: number): void;
  onCaseStarted(key: CaseKey): void;
  onCaseJudged(judged: JudgedCase): void;
}

/**
 * Runs an eval in a separate process, in a trusted workspace only. Asks for missing keys, and for a confirmation before the
 * first call of a language model. Undefined if the user declined either.
 */
export async function runEval(
  runner: EvalRunner,
  request: EvalRequest,
  listener: EvalListener,
  token: vscode.CancellationToken,
): Promise<EvalResult | string | undefined> {
  // The final check before a process starts, regardless of the caller.
  if (!vscode.workspace.isTrusted) return 'Trust this workspace to run evals.';
  const params = await paramsOf(runner, request);
  if (params === undefined || token.isCancellationRequested) return undefined;
  if (typeof params === 'string') return params;
  const { log } = runner;
  const process = forkRuntime(runner.runtime, {
    onEvents: () => undefined,
    onExit: (detail) => detail !== undefined && log.error(detail),
    onLog: (line, level) => log[level](line),
    askModel: askEditorModel,
  });
  try {
    const confirm = (preview: EvalPreview): Promise<boolean> => confirmEval(basename(request.root), preview);
    const result = await process.evaluate(params, { ...listener, confirm }, token);
    return typeof result === 'object' && result.kind === 'declined' ? undefined : result;
  } finally {
    process.leave();
  }
}

async function paramsOf(
  runner: EvalRunner,
  { root, cases, models, baseline: chosen }: EvalRequest,
): Promise<EvalParams | string | undefined> {
  const settings = readEvalSettings(root);
  if (typeof settings.places === 'string') return settings.places;
  const { baseline: usual, ...places } = settings.places;
  const baseline = chosen === undefined ? usual : chosen.kind === 'absence' ? undefined : chosen;
  const keyed: EvalModel[] = [];
  const judge: readonly ModelChoice[] = settings.judge === undefined ? [] : [{ id: settings.judge }];
  for (const model of [...models, ...judge]) {
    if (!(await ensureKey(runner.models, model))) return undefined;
    const keys = await runner.models.keys.keysForRun(model, false);
    runner.log.addSecret(keys.apiKey);
    keyed.push(defined({ name: model.id, baseUrl: model.baseUrl, ...keys }));
  }
  const judgeModel = settings.judge === undefined ? undefined : keyed.pop();
  const file = vscode.Uri.file(root);
  const { approvesScripts } = settings;
  // The limits on costs and tokens are those of a single run.
  const { maxCost, maxTokens, otlp, ...options } = readRunSettings(file);
  return {
    ...options,
    ...places,
    ...defined<Partial<EvalParams>>({ baseline, cases, maxCost: settings.maxCost, judge: judgeModel }),
    skill: root,
    clients: settings.clients,
    runners: settings.runners,
    models: keyed,
    trials: settings.trials,
    approvesScripts,
    // The folder that the command line uses in this workspace, so that no trial is run twice.
    out: join(runsFolder(file, runner.storage), '..', 'evals'),
    trusted: vscode.workspace.isTrusted,
    links: linksOf(root),
  };
}

async function confirmEval(name: string, preview: EvalPreview): Promise<boolean> {
  const run = preview.models.length === 0 ? 'Judge' : `Run ${formatCount(preview.trials, 'Trial')}`;
  const options = { modal: true, detail: describePreview(preview) };
  return (await vscode.window.showWarningMessage(`Evaluate ${name} with a language model?`, options, run)) === run;
}
