import { resolve } from 'node:path';
import { defined, own } from '../../skill/index.ts';
import { isCredential } from '../loop/prompts/parse-reply.ts';
import { endpointOf } from '../models/endpoint/endpoint.ts';
import { readKeyFile } from '../models/keys/key-file.ts';
import { wasKeySent } from '../models/keys/keyed-runs.ts';
import { createKeys } from '../models/keys/keys.ts';
import type { RunStarted } from '../protocol/events.ts';
import { lastStart, prepareResume } from '../run/prepare-resume.ts';
import type { PauseReply } from '../run/resume.ts';
import type { RunSpec } from '../run/run-spec.ts';
import type { RunPlace } from '../user-data/run-store.ts';
import { Output } from './output.ts';
import { isInteractive, play } from './play-run.ts';
import { withTrustedCode } from './trusted-code.ts';
import { unsetVariableMessage } from './unset-variable.ts';

export interface ResumeOptions {
  readonly approve: readonly string[];
  readonly always: readonly string[];
  readonly deny: readonly string[];
  readonly ignore: readonly string[];
  readonly credential: readonly string[];
  readonly trust?: true;
  readonly runs: string;
  readonly apiKeyEnv?: string;
  readonly requireSandbox?: boolean;
  readonly otlp?: string;
  readonly json?: boolean;
}

/** Performs `skillwright resume`, and returns its exit code. */
export async function resume(run: string, options: ResumeOptions): Promise<number> {
  const output = new Output('resume');
  const spec = await specOf(run, options);
  return play(spec, { json: options.json === true, yes: false, resumeOptions: options }, output);
}

async function specOf(run: string, options: ResumeOptions): Promise<RunSpec | string> {
  const { apiKeyEnv } = options;
  const runs = resolve(options.runs);
  const apiKey = apiKeyEnv === undefined ? undefined : own(process.env, apiKeyEnv)?.trim();
  if (apiKeyEnv !== undefined && !apiKey) return unsetVariableMessage(apiKeyEnv, '--api-key-env');
  const started = lastStart(runs, run);
  if (typeof started === 'string') return started;
  const replies = await repliesOf(options);
  if (typeof replies === 'string') return replies;
  const paced = isInteractive(options.json === true);
  const spec = await prepareResume(
    defined({
      run,
      runs,
      replies,
      trusted: true,
      trust: options.trust || undefined,
      paced,
      present: paced,
      environment: process.env,
      requireSandbox: options.requireSandbox === true ? true : undefined,
      apiKey: apiKey || undefined,
    }),
  );
  if ('refused' in spec) return spec.refused;
  const { keyedFor } = spec;
  const place = { runs, run };
  // The address is from the journal, which may come from anywhere.
  if (apiKey && apiKeyEnv !== undefined && keyedFor !== undefined && !wasKeySent(place, keyedFor))
    return keyNotSentMessage(place, keyedFor, apiKeyEnv, started);
  // Without its key the endpoint would reject the next request, which ends the run.
  const address = started.baseUrl;
  if (address !== undefined && wasKeySent(place, address) && !hasKey(spec.model.name, address, apiKey))
    return `Add --api-key-env NAME with the variable of the key: run ${run} was started with a key for ${address}.`;
  return options.trust ? spec : withTrustedCode(place, spec, started);
}

/** True if a key is given or stored for the endpoint of a run. */
function hasKey(model: string, baseUrl: string, apiKey: string | undefined): boolean {
  const endpoint = endpointOf(model, baseUrl);
  if (apiKey || typeof endpoint !== 'object') return true;
  const { env: environment } = process;
  return createKeys({ environment, file: readKeyFile(environment) }).keyFor(endpoint) !== undefined;
}

/** Returns the replies to the pauses, or a message if a credential cannot be read. */
async function repliesOf(options: ResumeOptions): Promise<readonly PauseReply[] | string> {
  const credentials = await readCredentials(options.credential);
  if (typeof credentials === 'string') return credentials;
  const repliesFor = (ids: readonly string[], reply: 'approve' | 'always' | 'deny' | 'ignore'): readonly PauseReply[] =>
    ids.map((id) => ({ id, reply }));
  return [
    ...repliesFor(options.approve, 'approve'),
    ...repliesFor(options.always, 'always'),
    ...repliesFor(options.deny, 'deny'),
    ...repliesFor(options.ignore, 'ignore'),
    ...credentials,
  ];
}

function keyNotSentMessage(
  { run }: RunPlace,
  keyedFor: string,
  variable: string,
  { model, baseUrl }: RunStarted,
): string {
  const address = baseUrl === undefined ? '' : ` --base-url ${baseUrl}`;
  return `To send ${variable} to ${keyedFor}, use this command: no key was entered for this address in this run.\n  skillwright run PROMPT --model ${model}${address} --api-key-env ${variable} --continue ${run}`;
}

/** Reads credentials from the environment or standard input. The command line would be visible to other users. */
async function readCredentials(given: readonly string[]): Promise<readonly PauseReply[] | string> {
  const replies: PauseReply[] = [];
  let input = false;
  for (const one of given) {
    // The last `=`, as ids may contain some. The value is not repeated in messages, as it may be the credential itself.
    const [, id, source, name] = /^(.+)=(env:(.+)|-)$/s.exec(one) ?? [];
    if (id === undefined)
      return 'Write --credential as ID=env:NAME, with the name of an environment variable, or as ID=- for standard input.';
    if (source === '-' && input) return 'Read only one credential from standard input.';
    if (source === '-') input = true;
    const credential = (name === undefined ? await readStandardInput() : (own(process.env, name) ?? '')).trim();
    if (credential === '')
      return name === undefined ? 'Standard input is empty.' : unsetVariableMessage(name, '--credential');
    if (!isCredential(credential))
      return `Use a credential of at least six characters for ${id}: a shorter one cannot be redacted in the journal.`;
    replies.push({ id, reply: { credential } });
  }
  return replies;
}

async function readStandardInput(): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdin) chunks.push(Buffer.from(chunk as Uint8Array));
  return Buffer.concat(chunks).toString('utf8');
}
