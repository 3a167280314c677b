/** Lists eval cases and runs evals for the extension. */
import manifest from '../../package.json' with { type: 'json' };
import { defined, missingPartOf, readEvalFile } from '../../skill/index.ts';
import { firstCases } from '../evals/cases/first-cases.ts';
import { loadCases } from '../evals/cases/load-cases.ts';
import { evaluate } from '../evals/evaluate.ts';
import type { Judge } from '../evals/judge-runs.ts';
import type { PreparedTrial, PreparedTrials, RuntimeTemplate } from '../evals/prepare/prepare-trials.ts';
import { previewCost } from '../evals/preview.ts';
import { TrialStore } from '../evals/trials/trial-store.ts';
import { APPROVING, HEADLESS } from '../loop/interfaces/host.ts';
import type { EditorLink } from '../models/providers/vscode.ts';
import type {
  CaseKey,
  EvalParams,
  EvalPreview,
  EvalResult,
  JudgedCase,
  ListEvalCasesParams,
  ListEvalCasesResult,
  ListedCase,
} from '../protocol/evals.ts';
import type { Refusal } from '../run/prepare.ts';
import { findSkillsIn } from '../stress/report.ts';
import { readEvalInputs } from './eval-inputs.ts';
import { resultOf } from './eval-result.ts';
import { prepareModel, prepareTemplates } from './eval-templates.ts';
import { LiveOutcomes } from './live-outcomes.ts';

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
  onCaseJudged(judged: JudgedCase): void;
  /** Returns false to end the eval before anything is paid. */
  confirm(preview: EvalPreview): Promise<boolean>;
}

/** Facts known before the first trial. */
interface Prepared {
  trials: readonly PreparedTrial[];
  unfilled: PreparedTrials['unfilled'];
  warnings: readonly string[];
  isDeclined: boolean;
}

/** Lists the cases of an eval file for the extension. */
export async function listEvalCases({ file, text }: ListEvalCasesParams): Promise<ListEvalCasesResult> {
  const path = file.replaceAll('\\', '/');
  const read = text === undefined ? undefined : readEvalFile(path, text);
  if (read?.kind === 'declined') return { cases: [], problems: [read.problem] };
  // A suite names the files with its tasks, which are read from disk.
  const { cases, problems } = read === undefined || read.format === 'waza-suite' ? await loadCases(path) : read;
  const listed = cases.map((one) => {
    const { id, name, kind, prompt, file: own, position } = one;
    return defined<ListedCase>({ ...position, file: own, id, kind, prompt, name, missing: missingPartOf(one) });
  });
  return { cases: listed, problems };
}

/** Returns the text of a first eval file for the skill in a folder; null if it has none. */
export function firstCasesOf(root: string): string | null {
  const found = findSkillsIn([root]);
  const [skill] = found.kind === 'found' ? found.skills : [];
  return skill === undefined ? null : firstCases(skill);
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
  const [skill] = found.skills;
  const inputs = skill === undefined ? undefined : await readEvalInputs(params, skill, listener.signal);
  if (inputs?.kind === 'failed') return failed(inputs.message);
  const opened = TrialStore.open(params.out);
  if (opened.kind === 'failed') {
    inputs?.remove();
    return failed(opened.message);
  }
  const { store } = opened;
  const stop = new AbortController();
  const started = new Set<string>();
  const outcome: Prepared = { trials: [], unfilled: [], warnings: [], isDeclined: false };
  const compared = inputs?.baseline === undefined ? {} : { baseline: 'earlier' as const };
  // Votes of a language model come last: they share the money with the trials.
  const live =
    judge === undefined
      ? new LiveOutcomes(store, (outcome) => listener.onCaseJudged({ outcome, ...compared }))
      : undefined;
  const selected = params.cases && new Set(params.cases.map(keyOf));
  try {
    const end = await evaluate(
      defined({
        skills: found.skills,
        caseFiles: [],
        distractors: [],
        ...inputs,
        templates,
        trials: params.trials,

        // Each client and model has its own, so that a change of one repeats no trial of the others.
        settings: {},
        runtimeVersion: manifest.version,
        jobs: JOBS,
        store,
        host: params.approvesScripts === true ? APPROVING : HEADLESS,
        signal: AbortSignal.any([listener.signal, stop.signal]),
        maxCost: params.maxCost,
        judge: judge === undefined ? undefined : judgeOf(judge),
        selects: selected === undefined ? undefined : ({ trial }) => selected.has(keyOf(trial.case)),
        onPlan: async ({ trials, unfilled, warnings }) => {
          outcome.trials = trials;
          outcome.unfilled = unfilled;
          outcome.warnings = warnings;
          const preview = await previewOf(params, { trials, warnings }, store);
          if (preview === undefined || (await listener.confirm(preview))) {
            live?.plan(trials);
            return;
          }
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
        onTrialEnd: (trial, run) => live?.add(trial, run),
      }),
    );
    return outcome.isDeclined ? { kind: 'declined' } : await resultOf(params, end, outcome, store.runs);
  } finally {
    inputs?.remove();
    store.close();
  }
}

function judgeOf({ model, spec }: RuntimeTemplate): Judge {
  const endpoint = spec.baseUrl === undefined ? {} : { baseUrl: spec.baseUrl };
  return { model: spec.model.model, name: model, votes: VOTES, ...endpoint };
}

const keyOf = ({ file, id }: CaseKey): string => JSON.stringify([file.replaceAll('\\', '/'), id]);

function failed(message: string): EvalResult {
  return { kind: 'failed', message, problems: [], missingKeys: [] };
}

function refusal({ refused, missingKeys = [] }: Refusal): EvalResult {
  return { kind: 'failed', message: refused, problems: [], missingKeys };
}

/** Describes the trials to run; undefined if no language model would be called. */
async function previewOf(
  { judge, maxCost }: EvalParams,
  { trials, warnings }: Pick<PreparedTrials, 'trials' | 'warnings'>,
  store: TrialStore,
): Promise<EvalPreview | undefined> {
  const missing = trials.filter(({ trial }) => store.find(trial.id) === undefined);
  const called = missing.filter(({ template }) => template.spec?.model.simulated !== true);
  if (called.length === 0 && judge === undefined) return undefined;
  const { leastUsd, unpriced } = await previewCost(missing);
  return defined({
    trials: missing.length,
    done: trials.length - missing.length,
    unpriced,
    models: [...new Set(called.map(({ template }) => template.model))],
    judge: judge?.name,
    leastUsd,
    maxCost,
    warnings: warnings.length === 0 ? undefined : warnings,
  });
}
