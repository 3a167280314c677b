import { Command, Option } from 'commander';
import { CLIENT_RUN_IDS } from '../../clients/client-run-ids.ts';
import { MAX_LLM_CALLS } from '../../loop/model-call/limits.ts';
import { DEFAULT_MODEL } from '../../models/default-model.ts';
import { GUARD_PRESETS } from '../../protocol/guard-presets.ts';
import type { EvalCommandOptions } from '../eval-inputs.ts';
import { ABSENT, addResultOptions, parseProviderLimit, parseShardOption, parseWhole } from '../eval-options.ts';
import { parseAmount, parseMaxCalls } from '../numbers.ts';
import { Output } from '../output.ts';
import { addCommand } from './eval-add.ts';
import { mergeCommand } from './eval-merge.ts';
import { workerCommand } from './eval-worker.ts';

const DEFAULT_OUT = '.skillwright/evals';

/** Creates `skillwright eval`, which runs and judges the eval cases of skills. Its exit codes and files are a contract. */
export function evalCommand(): Command {
  const command = new Command('eval')
    // Options after `merge` are those of merge.
    .enablePositionalOptions()
    .helpCommand(false)
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
    .option(
      '--trust-results',
      'reuse trials and votes in the folder that another machine made, for example from a cache',
    )
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
      const { runEval } = await import('../eval.ts');
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
