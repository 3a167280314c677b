import { Command, Option } from 'commander';
import { parseWhole } from '../eval-options.ts';
import type { EvalWorkerOptions } from '../eval-worker.ts';
import { Output } from '../output.ts';

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
      const { work } = await import('../eval-worker.ts');
      const output = new Output('eval worker');
      process.exitCode = await work(options, output);
      await output.flushed();
      // ioredis keeps a timer for a connection that was closed.
      process.exit();
    });
}
