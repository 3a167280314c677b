import { relative, resolve } from 'node:path';
import manifest from '../../package.json' with { type: 'json' };
import { defined, type Skill } from '../../skill/index.ts';
import { type EvalOptions, evalRedactor, evaluate } from '../evals/evaluate.ts';
import { readCommittedSkill } from '../evals/prepare/committed-skill.ts';
import type { PreparedTrials } from '../evals/prepare/prepare-trials.ts';
import { previewCost } from '../evals/preview.ts';
import { FileLedger } from '../evals/trials/file-ledger.ts';
import { MemoryLimits } from '../evals/trials/memory-limits.ts';
import type { TrialSettings } from '../evals/trials/plan.ts';
import type { ProviderRate } from '../evals/trials/provider-limits.ts';
import { TrialStore } from '../evals/trials/trial-store.ts';
import { APPROVING, HEADLESS } from '../loop/interfaces/host.ts';
import { interpreterFor } from '../scripts/interpreters.ts';
import { sandboxForCommand } from '../scripts/sandbox.ts';
import { formatCount, formatNumber } from '../text/count.ts';
import { cancelOnSignals } from './cancel-on-signals.ts';
import { selectChanged } from './changed-skills.ts';
import { type EvalCommandOptions, readInputs, readJudge, readTemplates } from './eval-inputs.ts';
import { limitFor } from './eval-options.ts';
import { type ProgressTarget, progressOf } from './eval-progress.ts';
import { openQueue } from './eval-queue.ts';
import { readEarlier, reportEval, reportNothing } from './eval-report.ts';
import { INVALID_USAGE } from './exit-codes.ts';
import type { Output } from './output.ts';
import { oneLine } from './plain-text.ts';

const STDERR: ProgressTarget = {
  isTerminal: process.stderr.isTTY === true,
  write: (text) => process.stderr.write(text),
  now: Date.now,
};

/** Runs and judges the eval cases of skills, and returns the exit code. */
export async function runEval(
  folders: readonly string[],
  options: EvalCommandOptions,
  output: Output,
): Promise<number> {
  const fail = (message: string): number => {
    output.error(message);
    return INVALID_USAGE;
  };
  const { shard, minPass, maxMisses } = options;
  if (shard !== undefined && (minPass !== undefined || maxMisses !== undefined))
    return fail('Set --min-pass and --max-misses on eval merge: a shard has only some of the trials.');
  const earlier = await readEarlier(options);
  if (typeof earlier === 'string') return fail(earlier);
  const all = readInputs(folders, options);
  if (typeof all === 'string') return fail(all);
  const selected = await selectChanged(all, options);
  if ('message' in selected) return fail(selected.message);
  for (const note of selected.notes) output.warn(note);
  const inputs = { ...all, skills: selected.skills };
  if (inputs.skills.length === 0) return reportNothing('No skill with eval files has changed.', options, output);
  const templates = await readTemplates(inputs.skills, options);
  if (typeof templates === 'string') return fail(templates);
  output.redactWith(evalRedactor(templates).text);
  const judge = options.judge === undefined ? undefined : await readJudge(options.judge, options, inputs.skills);
  if (typeof judge === 'string') return fail(judge);
  const isOwn = options.runner === undefined;
  const settings: TrialSettings = defined({
    guards: isOwn ? options.guards : undefined,
    maxLlmCalls: isOwn ? options.maxLlmCalls : undefined,
    install: isOwn ? (options.install ?? 'user') : undefined,
    runner: options.runner,
    runnerTimeout: isOwn ? undefined : options.runnerTimeout,
    // The same name is another model at another endpoint.
    baseUrl: options.baseUrl,
  });
  const queue = await openQueue(
    options,
    { settings, distractors: inputs.distractors, rateOf: (one) => rateOf(one, options) },
    output,
  );
  if (typeof queue === 'string') return fail(queue);
  const folder = resolve(options.out);
  const opened = TrialStore.open(folder, options.trustResults === true);
  if (opened.kind === 'failed') {
    queue?.close();
    return fail(opened.message);
  }
  const { controller, release } = cancelOnSignals(output);
  const { trials, jobs, maxCost } = options;
  let prepared: PreparedTrials | undefined;
  const stop = new AbortController();
  const committed = await committedSkill(inputs.skills, options, controller.signal);
  try {
    if (committed?.kind === 'failed') return fail(committed.message);
    const end = await evaluate({
      ...inputs,
      templates,
      trials,
      jobs,
      store: opened.store,
      runtimeVersion: manifest.version,
      settings,
      ...defined<Partial<EvalOptions>>({ baseline: committed?.skill }),
      host: options.yes === true ? APPROVING : HEADLESS,
      signal: AbortSignal.any([controller.signal, stop.signal]),
      ...defined<Partial<EvalOptions>>({
        judge: judge === undefined ? undefined : { ...judge, votes: options.judgeVotes },
        maxCost,
        ledger: options.ledger === undefined ? undefined : new FileLedger(resolve(options.ledger), maxCost),
        ownFiles: options.ledger === undefined ? undefined : [resolve(options.ledger)],
      }),
      providers: new MemoryLimits((provider) => rateOf(provider, options)),
      ...defined<Partial<EvalOptions>>({ shard, perform: queue?.perform }),
      onNote: (message) => output.warn(message),
      onProgress: progressOf('', STDERR),
      onJudged: progressOf('judging: ', STDERR),
      onPlan: async (plan) => {
        prepared = plan;
        const ledger = options.ledger === undefined ? opened.store.ledger : resolve(options.ledger);
        const spentUsd = maxCost === undefined ? 0 : await new FileLedger(ledger, maxCost).spent();
        await showPreview(plan, { store: opened.store, output, spentUsd, maxUsd: maxCost });
        if (queue === undefined) await warnWithoutSandbox(plan, output);
        if (options.preview === true) stop.abort();
      },
    });
    if (options.preview === true && prepared !== undefined) return 0;
    return await reportEval(end, { options, folder, output, ...earlier, isCancelled: controller.signal.aborted });
  } finally {
    if (committed?.kind === 'skill') committed.remove();
    opened.store.close();
    queue?.close();
    release();
  }
}

/** Returns the earlier text of `--baseline-revision`; undefined without it. */
async function committedSkill(
  [skill]: readonly Skill[],
  { baselineRevision }: EvalCommandOptions,
  signal: AbortSignal,
): Promise<Awaited<ReturnType<typeof readCommittedSkill>> | undefined> {
  return skill === undefined || baselineRevision === undefined
    ? undefined
    : readCommittedSkill(skill, baselineRevision, signal);
}

/** Returns the limits on the calls to a provider. */
function rateOf(provider: string, options: EvalCommandOptions): ProviderRate {
  const concurrent = limitFor(provider, options.concurrentRequests);
  const perMinute = limitFor(provider, options.requestsPerMinute);
  return defined({
    concurrent,
    perMinute,
  });
}

interface PreviewOptions {
  readonly store: TrialStore;
  readonly output: Output;
  readonly spentUsd: number;
  readonly maxUsd: number | undefined;
}

async function showPreview({ trials, warnings, unfilled }: PreparedTrials, options: PreviewOptions): Promise<void> {
  const { store, output, spentUsd, maxUsd = Number.POSITIVE_INFINITY } = options;
  const missing = trials.filter(({ trial }) => store.find(trial.id) === undefined);
  const { leastUsd, unpriced } = await previewCost(missing);
  const done = trials.length - missing.length;
  const cost = leastUsd === undefined ? '' : `, at least $${leastUsd.toFixed(4)}`;
  output.warn(
    `${formatCount(missing.length, 'trial')} to run${cost}${done === 0 ? '' : `; ${formatNumber(done)} ${done === 1 ? 'is' : 'are'} already done`}.`,
  );
  if (leastUsd !== undefined && spentUsd + leastUsd > maxUsd)
    output.warn(`Raise --max-cost to run them all: $${spentUsd.toFixed(4)} of $${maxUsd} were spent before.`);
  for (const { source, missing } of unfilled) {
    const { file, position, id } = source;
    const place = `${relative(process.cwd(), file)}:${position.line}:${position.column}`;
    output.warn(oneLine(`${place}  The case ${id} is not run, because it is not filled in: it still has ${missing}.`));
  }
  for (const warning of warnings) output.warn(oneLine(warning));
  for (const model of unpriced)
    output.warn(`No price is known for ${model}: --max-cost counts only the costs that its endpoint reports.`);
}

/** Warns before the first call if the agents of a client cannot run commands. */
async function warnWithoutSandbox({ trials }: PreparedTrials, output: Output): Promise<void> {
  const hasCommands = trials.some(({ template }) => template.spec !== undefined && template.client !== 'adk');
  const shell = hasCommands ? await interpreterFor('command.sh') : undefined;
  if (shell === undefined) return;
  const sandbox = shell.kind === 'failed' ? shell : await sandboxForCommand(shell);
  if ('message' in sandbox) output.warn(`${sandbox.message} Trials in which an agent runs a command are not judged.`);
}
