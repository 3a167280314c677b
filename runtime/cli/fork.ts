import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { defined, own } from '../../skill/index.ts';
import { readEdits } from '../debug/fork/edits.ts';
import { prepareFork } from '../debug/fork/prepare-fork.ts';
import { messageOf } from '../errors.ts';
import type { GuardPreset } from '../protocol/events.ts';
import type { ForkEdits } from '../protocol/fork.ts';
import type { RunSpec } from '../run/run-spec.ts';
import { parseBoundedJson } from '../text/json-depth.ts';
import { Output } from './output.ts';
import { exactText } from './plain-text.ts';
import { isInteractive, play } from './play-run.ts';
import { Prompt } from './prompt.ts';
import { withTrustedCode } from './trusted-code.ts';
import { unsetVariableMessage } from './unset-variable.ts';

export interface ForkOptions {
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

/** Performs `skillwright fork`, and returns its exit code. */
export async function fork(run: string, options: ForkOptions): Promise<number> {
  const { json = false, yes = false } = options;
  return play(await specOf(run, options), { json, yes, resumeOptions: options }, new Output('fork'));
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
