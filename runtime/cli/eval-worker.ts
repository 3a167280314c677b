import { Command, Option } from 'commander';
import manifest from '../../package.json' with { type: 'json' };
import { defined, own } from '../../skill/index.ts';
import { connectQueue } from '../evals/queue/connect-queue.ts';
import { runWorker } from '../evals/queue/worker.ts';
import { APPROVING, HEADLESS } from '../loop/interfaces/host.ts';
import { formatCount } from '../text/count.ts';
import { cancelOnSignals } from './cancel-on-signals.ts';
import { parseWhole } from './eval-options.ts';
import { INVALID_USAGE } from './exit-codes.ts';
import { Output } from './output.ts';
import { oneLine } from './plain-text.ts';
import { unsetVariableMessage } from './unset-variable.ts';
import { withoutRepeats } from './without-repeats.ts';

interface EvalWorkerOptions {
  readonly queue: string;
  readonly jobs: number;
  readonly model?: readonly string[];
  readonly baseUrl?: string;
  readonly apiKeyEnv?: string;
  readonly yes?: boolean;
  readonly lease: number;
  readonly grace: number;
}

/** Seconds for running trials after SIGTERM: Kubernetes kills a process after 30 seconds. */
const GRACE_SECONDS = 20;

/** Creates `skillwright eval worker`, which performs the trials of evals elsewhere. Its exit codes are a contract. */
export function workerCommand(): Command {
  return new Command('worker')
    .description(
      'Performs trials of skillwright eval --queue, with the API keys of this environment, until it is stopped.',
    )
    .requiredOption('--queue <url>', 'redis://HOST:PORT, or rediss://HOST:PORT for TLS')
    .addOption(new Option('--jobs <n>', 'simultaneous trials').argParser(parseWhole(1, 64)).default(4))
    .option('--model <provider/id...>', 'run trials with these models only (default: with any)')
    .option('--base-url <url>', 'endpoint that trials may name; others are refused')
    .option('--api-key-env <name>', 'environment variable that holds the API key')
    .option('--yes', 'approve scripts and confirmations, whatever the eval has')
    .addOption(
      new Option('--lease <seconds>', 'time without a sign of life after which other workers take the trials over')
        .argParser(parseWhole(1, 3600))
        .default(30),
    )
    .addOption(
      new Option('--grace <seconds>', 'time for running trials after SIGINT or SIGTERM; others are then given back')
        .argParser(parseWhole(0, 3600))
        .default(GRACE_SECONDS),
    )
    .addHelpText(
      'after',
      '\nExit codes: 0 stopped (SIGINT, SIGTERM: trials are finished or given back), 2 invalid usage.',
    )
    .action(async (options: EvalWorkerOptions) => {
      const output = new Output('eval worker');
      process.exitCode = await work(options, output);
      await output.flushed();
      // ioredis keeps a timer for a connection that was closed.
      process.exit();
    });
}

async function work(options: EvalWorkerOptions, output: Output): Promise<number> {
  const { queue, jobs, model, baseUrl, apiKeyEnv, lease, grace } = options;
  const apiKey = apiKeyEnv === undefined ? undefined : own(process.env, apiKeyEnv)?.trim();
  const problem = apiKeyEnv !== undefined && !apiKey ? unsetVariableMessage(apiKeyEnv, '--api-key-env') : undefined;
  const connection = problem === undefined ? await connectQueue(queue) : undefined;
  if (connection?.kind !== 'connected') {
    output.error(problem ?? connection?.message ?? '');
    return INVALID_USAGE;
  }
  const { address, client, notes } = connection;
  for (const note of notes) output.warn(note);
  const { controller, release } = cancelOnSignals(output);
  controller.signal.addEventListener('abort', () =>
    output.warn(
      `Stopping: trials that end within ${formatCount(grace, 'second')} are finished, others are given back.`,
    ),
  );
  const done = await runWorker({
    connection,
    jobs,
    leaseMs: lease * 1_000,
    graceMs: grace * 1_000,
    signal: controller.signal,
    rules: defined({
      host: options.yes === true ? APPROVING : HEADLESS,
      environment: process.env,
      runtimeVersion: manifest.version,
      models: model,
      baseUrl,
      apiKey: apiKey || undefined,
    }),
    onReady: () => output.warn(`Waiting for trials of ${address.shown}, ${jobs} at a time.`),
    onError: withoutRepeats((message) => output.warn(oneLine(message))),
  });
  client.disconnect();
  release();
  output.warn(`${formatCount(done, 'trial')}.`);
  return 0;
}
