import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { Command, InvalidArgumentError, Option } from 'commander';
import { defined, own } from '../../skill/index.ts';
import { readEdits } from '../debug/fork/edits.ts';
import { prepareFork } from '../debug/fork/prepare-fork.ts';
import { messageOf } from '../errors.ts';
import type { GuardPreset } from '../protocol/events.ts';
import type { ForkEdits } from '../protocol/fork.ts';
import { GUARD_PRESETS } from '../protocol/guard-presets.ts';
import type { RunSpec } from '../run/run-spec.ts';
import { parseBoundedJson } from '../text/json-depth.ts';
import { exitHelp } from './exit-codes.ts';
import { Output } from './output.ts';
import { exactText } from './plain-text.ts';
import { DEFAULT_RUNS, isInteractive, OTLP_HELP, play } from './play-run.ts';
import { Prompt } from './prompt.ts';
import { withTrustedCode } from './trusted-code.ts';
import { unsetVariableMessage } from './unset-variable.ts';

interface ForkOptions {
  readonly at: number;
  readonly set?: string;
  readonly model?: string;
  readonly baseUrl?: string;
  readonly guards?: GuardPreset;
  readonly skills?: 'recorded' | 'today';
  readonly trust?: true;
  readonly runs: string;
  readonly apiKeyEnv?: string;
  readonly requireSandbox?: boolean;
  readonly otlp?: string;
  readonly yes?: boolean;
  readonly json?: boolean;
}

/** Creates `skillwright fork`, which repeats a run up to a step and continues from there. Its output and exit codes are those of `run`. */
export function forkCommand(): Command {
  return new Command('fork')
    .description('Starts a new run from a step of another one: what came before is copied and does not run again.')
    .argument('<run>', 'id of the run, as in run_started')
    .addOption(
      new Option('--at <seq>', 'seq of the model call (llm_request) or tool call (tool_call) to continue from')
        .argParser(parseSeq)
        .makeOptionMandatory(),
    )
    .option('--set <file>', 'JSON file of edits: {"prompt"?, "instruction"?, "args"?, "result"?}; - for standard input')
    .option('--model <provider/id>', "continue with this model (default: the run's)")
    .option('--base-url <url>', "endpoint of the model (default: the run's, for the same provider)")
    .addOption(
      new Option('--guards <preset>', "continue with these guards (default: the run's)").choices([...GUARD_PRESETS]),
    )
    .addOption(
      new Option(
        '--skills <which>',
        'results of copied calls that only read skills: as recorded, or of the files of today (default: recorded)',
      ).choices(['recorded', 'today']),
    )
    .option(
      '--trust',
      'fork a run that was not started on this machine, with the endpoint, model, servers and modules that it names',
    )
    .option('--runs <dir>', 'folder of runs', DEFAULT_RUNS)
    .option('--api-key-env <name>', "environment variable that holds the API key for the fork's endpoint")
    .option('--require-sandbox', 'refuse scripts for which there is no sandbox (default: as in the run)')
    .option('--otlp <url>', OTLP_HELP)
    .option('--yes', 'approve confirmations and scripts, and fork although effects of copied calls remain')
    .option('--json', "print the fork's events, one JSON object per line, the copied ones first")
    .addHelpText('after', exitHelp(', or an event that a fork cannot continue from'))
    .action(async (run: string, options: ForkOptions) => {
      const { json = false, yes = false } = options;
      const spec = await specOf(run, options);
      process.exitCode = await play(spec, { json, yes, resumeOptions: options }, new Output('fork'));
    });
}

async function specOf(run: string, options: ForkOptions): Promise<RunSpec | string> {
  const { apiKeyEnv, at, set, model, baseUrl, guards, skills } = options;
  const runs = resolve(options.runs);
  const apiKey = apiKeyEnv === undefined ? undefined : own(process.env, apiKeyEnv)?.trim();
  if (apiKeyEnv !== undefined && !apiKey) return unsetVariableMessage(apiKeyEnv, '--api-key-env');
  const edits = set === undefined ? {} : readSet(set);
  if (typeof edits === 'string') return edits;
  const prepared = await prepareFork(
    defined({
      run,
      runs,
      at,
      edits,
      trusted: true,
      environment: process.env,
      paced: isInteractive(options.json === true),
      model,
      baseUrl,
      guards,
      skills,
      trust: options.trust || undefined,
      requireSandbox: options.requireSandbox === true ? true : undefined,
      apiKey: apiKey || undefined,
    }),
  );
  if ('refused' in prepared) return prepared.refused;
  const { spec, started, lost } = prepared;
  // The address of a run that was started elsewhere comes from its journal, and no key was entered for it.
  if (apiKey && options.trust === true && baseUrl === undefined && spec.baseUrl !== undefined)
    return `Add --base-url ${spec.baseUrl} to send ${apiKeyEnv} there: with --trust, the address comes from the run's journal.`;
  const trusted = options.trust ? spec : await withTrustedCode({ runs, run }, spec, started);
  if (typeof trusted === 'string' || lost === undefined || options.yes === true) return trusted;
  return !isInteractive(options.json === true) || (await confirms(lost)) ? trusted : 'The run was not forked.';
}

/** Asks the user at the terminal whether to fork although effects remain. */
async function confirms(lost: string): Promise<boolean> {
  process.stderr.write(`${exactText(lost)}\n`);
  const reply = await new Prompt().during(new AbortController().signal, (ask) => ask('Fork the run? [y/N] '));
  return /^\s*y(?:es)?\s*$/i.test(reply ?? '');
}

/** Reads the file of edits. Returns an error message if it is invalid. */
function readSet(file: string): ForkEdits | string {
  let text: string;
  try {
    text = readFileSync(file === '-' ? 0 : file, 'utf8');
  } catch (error) {
    return `Pass a JSON file as --set: ${messageOf(error)}`;
  }
  try {
    return readEdits(parseBoundedJson(text.replace(/^\uFEFF/, '')));
  } catch (error) {
    return `Correct the JSON in ${file === '-' ? 'standard input' : file}: ${messageOf(error)}`;
  }
}

function parseSeq(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new InvalidArgumentError('Pass the seq of an event, a whole number from 1.');
  return Number(text);
}
