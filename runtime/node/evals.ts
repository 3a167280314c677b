import { join } from 'node:path';
import manifest from '../../package.json' with { type: 'json' };
import { readEvalFile } from '../../skill/index.ts';
import type { EvalCase } from '../evals/cases/eval-case.ts';
import { loadCases } from '../evals/cases/load-cases.ts';
import { type EvalEnd, evaluate } from '../evals/evaluate.ts';
import { type EvalFolder, readEvalFolder } from '../evals/merge/read-eval-folder.ts';
import { evalPage } from '../evals/page/page.ts';
import { casePlaces } from '../evals/page/page-cases.ts';
import type { EvalPlan } from '../evals/prepare/eval-plan.ts';
import { prepareRunner } from '../evals/prepare/prepare-runner.ts';
import { prepareTemplate } from '../evals/prepare/prepare-template.ts';
import type { PreparedTrial, RunTemplate, RuntimeTemplate } from '../evals/prepare/prepare-trials.ts';
import { previewCost } from '../evals/preview.ts';
import { compareResults } from '../evals/results/compare-results.ts';
import { summaryOf } from '../evals/results/result-sections.ts';
import type { EvalResults, TrialResult } from '../evals/results/results.ts';
import { writeResults } from '../evals/results/write-results.ts';
import { TrialStore } from '../evals/trials/trial-store.ts';
import { JOURNAL_FILE } from '../journal/writer.ts';
import { APPROVING, HEADLESS } from '../loop/host.ts';
import { MAX_LLM_CALLS } from '../loop/limits.ts';
import type { EditorLink } from '../models/vscode.ts';
import type {
  CaseKey,
  CaseOutcome,
  EvalModel,
  EvalParams,
  EvalPreview,
  EvalResult,
  ListEvalCasesParams,
  ListEvalCasesResult,
  TrialOutcome,
} from '../protocol/evals.ts';
import type { Refusal } from '../run/prepare.ts';
import { findSkillsIn } from '../stress/report.ts';

/** Number of simultaneous trials: the editor runs on the same machine. */
const JOBS = 2;
/** Votes of a judge on each assertion. */
const VOTES = 3;

/** The extension's side of an eval. */
export interface EvalListener {
  readonly signal: AbortSignal;
  readonly editor: EditorLink;
  onProgress(done: number, planned: number): void;
  onCaseStarted(key: CaseKey): void;
  /** Returns false to end the eval before anything is paid. */
  confirm(preview: EvalPreview): Promise<boolean>;
}

/** Lists the cases of an eval file for the extension. */
export function listEvalCases({ file, text }: ListEvalCasesParams): ListEvalCasesResult {
  const path = file.replaceAll('\\', '/');
  const read = text === undefined ? undefined : readEvalFile(path, text);
  if (read?.kind === 'declined') return { cases: [], problems: [read.problem] };
  // A suite names the files with its tasks, which are read from disk.
  const { cases, problems } = read === undefined || read.format === 'waza-suite' ? loadCases(path) : read;
  const listed = cases.map(({ id, name, kind, prompt, file: own, position }) => ({
    ...{ ...position, file: own, id, kind, prompt },
    ...(name === undefined ? {} : { name }),
  }));
  return { cases: listed, problems };
}

/** Runs an eval for the extension. Problems are results. */
export async function evaluateFromEditor(params: EvalParams, listener: EvalListener): Promise<EvalResult> {
  if (!params.trusted) return failed('Trust this workspace to run evals.');
  const found = findSkillsIn([params.skill]);
  if (found.kind === 'failed') return failed(found.message);
  const templates = await prepareTemplates(params, listener.editor);
  if (!Array.isArray(templates)) return refusal(templates as Refusal);
  const judge = params.judge && (await prepareModel(params, params.judge, 'adk', listener.editor));
  if (judge !== undefined && 'refused' in judge) return refusal(judge);
  const opened = TrialStore.open(params.out);
  if (opened.kind === 'failed') return failed(opened.message);
  const { store } = opened;
  const stop = new AbortController();
  const started = new Set<string>();
  const outcome: { trials: readonly PreparedTrial[]; isDeclined: boolean } = { trials: [], isDeclined: false };
  const selected = params.cases && new Set(params.cases.map(keyOf));
  try {
    const end = await evaluate({
      ...{ skills: found.skills, caseFiles: [], distractors: [], templates, trials: params.trials },
      ...{
        settings: settingsOf(params),
        runtimeVersion: manifest.version,
        jobs: JOBS,
        store,
        host: params.approvesScripts === true ? APPROVING : HEADLESS,
      },
      signal: AbortSignal.any([listener.signal, stop.signal]),
      ...(params.maxCost === undefined ? {} : { maxCost: params.maxCost }),
      ...(judge === undefined ? {} : { judge: { model: judge.spec.model.model, name: judge.model, votes: VOTES } }),
      ...(selected === undefined ? {} : { selects: ({ trial }) => selected.has(keyOf(trial.case)) }),
      onPlan: async ({ trials }) => {
        outcome.trials = trials;
        const preview = await previewOf(params, trials, store);
        if (preview === undefined || (await listener.confirm(preview))) return;
        outcome.isDeclined = true;
        stop.abort();
      },
      onProgress: listener.onProgress,
      onTrial: ({ case: one }) => {
        const key = keyOf(one);
        if (started.has(key)) return;
        started.add(key);
        listener.onCaseStarted({ file: one.file, id: one.id });
      },
    });
    return outcome.isDeclined ? { kind: 'declined' } : resultOf(params, end, outcome.trials, store.runs);
  } finally {
    store.close();
  }
}

const keyOf = ({ file, id }: CaseKey): string => JSON.stringify([file.replaceAll('\\', '/'), id]);

function failed(message: string): EvalResult {
  return { kind: 'failed', message, problems: [], missingKeys: [] };
}

function refusal({ refused, missingKeys = [] }: Refusal): EvalResult {
  return { kind: 'failed', message: refused, problems: [], missingKeys };
}

async function prepareTemplates(params: EvalParams, editor: EditorLink): Promise<readonly RunTemplate[] | Refusal> {
  const templates: RunTemplate[] = [];
  for (const client of new Set(params.clients)) {
    const command = params.runners?.[client];
    const ofRunner =
      command === undefined
        ? []
        : prepareRunner(
            command,
            client,
            params.models.map(({ name }) => name),
          );
    if ('refused' in ofRunner) return ofRunner;
    templates.push(...ofRunner);
    for (const model of command === undefined ? params.models : []) {
      const template = await prepareModel(params, model, client, editor);
      if ('refused' in template) return template;
      templates.push(template);
    }
  }
  return templates;
}

function prepareModel(
  {
    skill,
    guards,
    guardSettings,
    maxLlmCalls,
    reasoning,
    modelTimeout,
    scriptTimeout,
    requireSandbox,
    out,
  }: EvalParams,
  { name, baseUrl, apiKey, keys }: EvalModel,
  client: string,
  editor: EditorLink,
): Promise<RuntimeTemplate | Refusal> {
  return prepareTemplate({
    ...{ skills: [skill], folder: skill, client, model: name, editor, guards },
    // Some models never give up: without a limit the eval would not end.
    maxLlmCalls: maxLlmCalls > 0 ? maxLlmCalls : MAX_LLM_CALLS,
    ...(guardSettings === undefined ? {} : { guardSettings }),
    ...(reasoning === undefined ? {} : { reasoning }),
    ...(modelTimeout === undefined ? {} : { modelTimeout }),
    ...(scriptTimeout === undefined ? {} : { scriptTimeout }),
    ...(requireSandbox === undefined ? {} : { requireSandbox }),
    ...(baseUrl === undefined ? {} : { baseUrl }),
    ...(apiKey === undefined ? {} : { apiKey }),
    ...(keys === undefined ? {} : { keys }),
    ...{ runs: join(out, 'runs'), trusted: true },
  });
}

/** Returns the settings that affect the outcome of runs. Those of the command line are the same, so that it shares trials. */
function settingsOf({ guards, guardSettings, maxLlmCalls, reasoning, models, clients, runners = {} }: EvalParams) {
  const commands = Object.entries(runners).filter(([client]) => clients.includes(client));
  const addresses = models.flatMap(({ name, baseUrl }) => (baseUrl === undefined ? [] : [[name, baseUrl] as const]));
  const [first] = addresses;
  return {
    ...{ guards, maxLlmCalls: maxLlmCalls > 0 ? maxLlmCalls : MAX_LLM_CALLS, install: 'user' },
    ...(guardSettings === undefined ? {} : { guardSettings: JSON.stringify(guardSettings) }),
    ...(reasoning === undefined ? {} : { reasoning }),
    ...(commands.length === 0 ? {} : { runner: JSON.stringify(commands) }),
    ...(first === undefined ? {} : { baseUrl: models.length === 1 ? first[1] : JSON.stringify(addresses) }),
  };
}

/** Describes the trials to run; undefined if no language model would be called. */
async function previewOf(
  { judge, maxCost }: EvalParams,
  trials: readonly PreparedTrial[],
  store: TrialStore,
): Promise<EvalPreview | undefined> {
  const missing = trials.filter(({ trial }) => store.find(trial.id) === undefined);
  const called = missing.filter(({ template }) => template.spec?.model.simulated !== true);
  if (called.length === 0 && judge === undefined) return undefined;
  const { leastUsd, unpriced } = await previewCost(missing);
  return {
    ...{ trials: missing.length, done: trials.length - missing.length, unpriced },
    models: [...new Set(called.map(({ template }) => template.model))],
    ...(judge === undefined ? {} : { judge: judge.name }),
    ...(leastUsd === undefined ? {} : { leastUsd }),
    ...(maxCost === undefined ? {} : { maxCost }),
  };
}

/** Writes and renders the results. Those of some cases do not replace the results of all. */
function resultOf(params: EvalParams, end: EvalEnd, trials: readonly PreparedTrial[], runs: string): EvalResult {
  if (end.kind === 'failed') {
    const message = end.message === undefined ? {} : { message: end.message };
    return { kind: 'failed', ...message, problems: end.problems ?? [], missingKeys: [] };
  }
  const earlier = readEvalFolder(params.out);
  const results = typeof earlier === 'string' ? end.results : withComparison(end.results, end.plan, earlier);
  const problem =
    params.cases === undefined
      ? writeResults(results, { folder: params.out, plan: end.plan, now: new Date().toISOString() })
      : undefined;
  const warnings = [...(problem === undefined ? [] : [problem]), ...end.refusals];
  return {
    kind: 'done',
    report: {
      skill: results.groups[0]?.skill ?? end.plan.skills[0]?.name ?? '',
      ...{ complete: results.complete, planned: results.planned ?? 0, completed: results.completed ?? 0 },
      ...{ isCapped: end.isCapped, summary: summaryOf(results), cases: outcomesOf(results, trials, runs) },
    },
    page: evalPage(results, end.plan, params.links),
    offlinePage: evalPage(results, end.plan),
    ...(warnings.length === 0 ? {} : { warning: warnings.join(' ') }),
  };
}

/** Adds the changes since the results in the folder, unless they are of the same trials. */
function withComparison(results: EvalResults, plan: EvalPlan, { results: before, plan: earlierPlan }: EvalFolder) {
  const known = new Set(before.trials.map(({ id }) => id));
  if (results.trials.every(({ id }) => known.has(id))) return results;
  const names = new Set(results.cases.map((one) => JSON.stringify([one.skill, one.case])));
  const isOwn = (one: { readonly skill: string; readonly case: string }): boolean =>
    names.has(JSON.stringify([one.skill, one.case]));
  const own = { ...before, cases: before.cases.filter(isOwn) };
  const earlier = { results: own, ...(earlierPlan === undefined ? {} : { plan: earlierPlan }) };
  return { ...results, comparison: compareResults(earlier, { results, plan }) };
}

/** Returns the outcomes of the cases in the order of the page. */
function outcomesOf(results: EvalResults, trials: readonly PreparedTrial[], runs: string): readonly CaseOutcome[] {
  return casePlaces(results).flatMap(({ skill, name }): readonly CaseOutcome[] => {
    const one = trials.find(({ trial, skill: { name: own } }) => own === skill && trial.caseName === name)?.trial.case;
    if (one === undefined) return [];
    const own = results.trials.filter((trial) => trial.skill === skill && trial.case === name);
    return [
      { ...one.position, file: one.file, id: one.id, name, trials: own.map((trial) => outcomeOf(trial, one, runs)) },
    ];
  });
}

function outcomeOf(trial: TrialResult, one: EvalCase, runs: string): TrialOutcome {
  const { side, client, model, number, verdict, run, milliseconds, checks, reason } = trial;
  const positions = one.kind === 'task' ? (one.checkPositions ?? []) : [];
  return {
    ...{ side, client, model, number, verdict, run, milliseconds, journal: join(runs, run, JOURNAL_FILE) },
    failed: checks.flatMap(({ text, passed, evidence }, index) =>
      passed === true ? [] : [{ ...(positions[index] ?? one.position), text, evidence, isJudged: passed !== null }],
    ),
    ...(reason === undefined ? {} : { reason }),
  };
}
