import { resolve } from 'node:path';
import { Command, Option } from 'commander';
import manifest from '../../package.json' with { type: 'json' };
import { defined, type Skill } from '../../skill/index.ts';
import { CLIENT_RUN_IDS } from '../clients/client-run.ts';
import { type EvalOptions, evaluate } from '../evals/evaluate.ts';
import { readCommittedSkill } from '../evals/prepare/committed-skill.ts';
import type { PreparedTrials } from '../evals/prepare/prepare-trials.ts';
import { previewCost } from '../evals/preview.ts';
import { FileLedger } from '../evals/trials/file-ledger.ts';
import { MemoryLimits } from '../evals/trials/memory-limits.ts';
import type { TrialSettings } from '../evals/trials/plan.ts';
import type { ProviderRate } from '../evals/trials/provider-limits.ts';
import { TrialStore } from '../evals/trials/trial-store.ts';
import { APPROVING, HEADLESS } from '../loop/interfaces/host.ts';
import { MAX_LLM_CALLS } from '../loop/model-call/limits.ts';
import { DEFAULT_MODEL } from '../models/registry.ts';
import { GUARD_PRESETS } from '../protocol/guard-presets.ts';
import { interpreterFor } from '../scripts/interpreters.ts';
import { sandboxForCommand } from '../scripts/sandbox.ts';
import { formatCount, formatNumber } from '../text/count.ts';
import { cancelOnSignals } from './cancel-on-signals.ts';
import { selectChanged } from './changed-skills.ts';
import { addCommand } from './eval-add.ts';
import { ABSENT, type EvalCommandOptions, readInputs, readJudge, readTemplates } from './eval-inputs.ts';
import { mergeCommand } from './eval-merge.ts';
import { addResultOptions, limitFor, parseProviderLimit, parseShardOption, parseWhole } from './eval-options.ts';
import { type ProgressTarget, progressOf } from './eval-progress.ts';
import { openQueue } from './eval-queue.ts';
import { readEarlier, reportEval, reportNothing } from './eval-report.ts';
import { workerCommand } from './eval-worker.ts';
import { INVALID_USAGE } from './exit-codes.ts';
import { parseAmount, parseMaxCalls } from './numbers.ts';
import { Output } from './output.ts';
import { oneLine } from './plain-text.ts';

const DEFAULT_OUT = '.skillwright/evals';
const STDERR: ProgressTarget = {
  isTerminal: process.stderr.isTTY === true,
  write: (text) => process.stderr.write(text),
  now: Date.now,
};

/** Creates `skillwright eval`, which runs and judges the eval cases of skills. Its exit codes and files are a contract. */
export function evalCommand(): Command {
  const command = new Command('eval')
    // Options after `merge` are those of merge.
    .enablePositionalOptions()
    .helpCommand(false)
    .description('Runs the eval cases of skills many times, with and without the skill, and judges the runs.')
    .argument('<skill...>', 'skill folders, or folders that contain skills')
    .option('--cases <file...>', "files with cases (default: each skill's evals/*.json, evals.json, eval.yaml, …)")
    .addOption(
      new Option('--client <id...>', 'run as these clients (default: adk, the own tools)').choices([...CLIENT_RUN_IDS]),
    )
    .option('--model <provider/id...>', `models of the agent (default: ${DEFAULT_MODEL})`)
    .addOption(new Option('--trials <n>', 'trials of each case on each side').argParser(parseWhole(1, 1000)).default(3))
    .option('--baseline <absent|dir>', 'compare without the skill, or with an earlier text of it', ABSENT)
    .option('--baseline-revision <revision>', 'compare with the text of the skill at this git revision, such as HEAD')
    .option('--with <dir...>', 'other skills that are offered as well, on both sides')
    .option('--workspace <dir>', 'the folder that clients have as their workspace; copied, never written')
    .addOption(
      new Option('--install <place>', "where clients find the skills: the user's folder or the workspace's").choices([
        'user',
        'project',
      ]),
    )
    .addOption(
      new Option('--guards <preset>', 'guards against runaway loops').choices([...GUARD_PRESETS]).default('default'),
    )
    .addOption(
      new Option('--max-llm-calls <n>', 'maximum number of model calls per trial; 0: no limit')
        .argParser(parseMaxCalls)
        .default(MAX_LLM_CALLS),
    )
    .option('--changed-since <revision>', 'only skills with eval files that changed since this git revision')
    .option('--runner <command>', 'run the real client by this command in each trial, see docs/evals.md')
    .addOption(
      new Option('--runner-timeout <seconds>', 'maximum time of a trial with --runner')
        .argParser(parseWhole(1, 86_400))
        .default(600),
    )
    .option('--base-url <url>', "endpoint of the models (default: the provider's own)")
    .option('--api-key-env <name>', 'environment variable that holds the API key')
    .option('--judge <provider/id>', 'judge assertions in prose with this model (default: not judged)')
    .addOption(
      new Option('--judge-votes <n>', 'votes for each assertion; the majority decides')
        .argParser(parseWhole(1, 99))
        .default(3),
    )
    .option('--out <dir>', 'folder of the results and journals; completed trials in it are not repeated', DEFAULT_OUT)
    .addOption(new Option('--jobs <n>', 'simultaneous trials').argParser(parseWhole(1, 64)).default(4))
    .addOption(
      new Option('--max-cost <dollars>', 'maximum cost of everything in the folder, in US dollars').argParser(
        parseAmount,
      ),
    )
    .option('--ledger <file>', 'file in which evals on this machine count their costs together towards --max-cost')
    .addOption(
      new Option(
        '--concurrent-requests <[provider=]n...>',
        'simultaneous calls of all trials to each provider, or to one',
      ).argParser(parseProviderLimit),
    )
    .addOption(
      new Option(
        '--requests-per-minute <[provider=]n...>',
        'calls of all trials in a minute to each provider, or to one',
      ).argParser(parseProviderLimit),
    )
    .option('--preview', 'print the number of trials and their least cost, and run none')
    .option('--yes', 'approve scripts and confirmations')
    .addOption(
      new Option('--shard <i/n>', 'run only this part of the trials, for eval merge').argParser(parseShardOption),
    )
    .option('--queue <url>', 'run the trials on the workers of this Redis (skillwright eval worker)');
  return addResultOptions(command)
    .addHelpText(
      'after',
      '\nExit codes: 0 done, 1 a threshold was missed, a provider refused too many calls or no trial is complete, 2 invalid usage, 4 the cost limit was reached, 130 stopped (call it again to continue).',
    )
    .action(async (skills: readonly string[], options: EvalCommandOptions) => {
      const output = new Output('eval');
      process.exitCode = await runEval(skills, options, output);
      await output.flushed();
      // ioredis keeps a timer for a connection that was closed.
      if (options.queue !== undefined) process.exit();
    })
    .addCommand(addCommand())
    .addCommand(mergeCommand())
    .addCommand(workerCommand());
}

async function runEval(folders: readonly string[], options: EvalCommandOptions, output: Output): Promise<number> {
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
  const opened = TrialStore.open(folder);
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

async function showPreview({ trials, warnings }: PreparedTrials, options: PreviewOptions): Promise<void> {
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
