import manifest from '../../package.json' with { type: 'json' };
import { defined, own } from '../../skill/index.ts';
import { connectQueue } from '../evals/queue/connect-queue.ts';
import { runWorker } from '../evals/queue/worker.ts';
import { APPROVING, HEADLESS } from '../loop/interfaces/host.ts';
import { formatCount } from '../text/count.ts';
import { cancelOnSignals } from './cancel-on-signals.ts';
import { INVALID_USAGE } from './exit-codes.ts';
import type { Output } from './output.ts';
import { oneLine } from './plain-text.ts';
import { unsetVariableMessage } from './unset-variable.ts';
import { withoutRepeats } from './without-repeats.ts';

export interface EvalWorkerOptions {
  readonly queue: string;
  readonly jobs: number;
  readonly model?: readonly string[];
  readonly baseUrl?: string;
  readonly apiKeyEnv?: string;
  readonly yes?: boolean;
  readonly lease: number;
  readonly grace: number;
}

/** Performs trials of a queue until it is stopped, and returns the exit code. */
export async function work(options: EvalWorkerOptions, output: Output): Promise<number> {
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
