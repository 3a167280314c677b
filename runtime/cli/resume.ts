import { resolve } from 'node:path';
import { Command } from 'commander';
import { codeOf } from '../agents/has-tools.ts';
import { codeParts, describeChanges } from '../approvals/agent-code.ts';
import { codeOfNamedAgent } from '../approvals/named-agents.ts';
import { isCredential } from '../loop/parse-reply.ts';
import { wasKeySent } from '../models/keyed-runs.ts';
import type { RunStarted } from '../protocol/events.ts';
import { lastStart, prepareResume } from '../run/prepare-resume.ts';
import type { PauseReply } from '../run/resume.ts';
import type { RunSpec } from '../run/run-spec.ts';
import type { RunPlace } from '../user-data/run-store.ts';
import { exitHelp } from './exit-codes.ts';
import { notSet } from './not-set.ts';
import { Output } from './output.ts';
import { isInteractive, play } from './play.ts';

interface ResumeOptions {
  readonly approve: readonly string[];
  readonly always: readonly string[];
  readonly deny: readonly string[];
  readonly ignore: readonly string[];
  readonly credential: readonly string[];
  readonly trust?: true;
  readonly runs: string;
  readonly apiKeyEnv?: string;
  readonly requireSandbox?: boolean;
  readonly json?: boolean;
}

/** `skillwright resume`: goes on with a run that was paused or killed. What it prints and how it exits is as `run`. */
export function resumeCommand(): Command {
  const collect = (value: string, before: readonly string[]): readonly string[] => [...before, value];
  return new Command('resume')
    .description('Goes on with a run that waits for an answer, or whose process was killed.')
    .argument('<run>', 'the id of the run, as run_started has it')
    .option('--approve <id>', 'agrees to what waits under this id; a guard: go on', collect, [])
    .option(
      '--always <id>',
      'agrees, and to all scripts of this skill, in any folder, until one of its files changes',
      collect,
      [],
    )
    .option('--deny <id>', 'refuses it; a guard: stop', collect, [])
    .option('--ignore <id>', "a guard's question: go on, and leave this tool alone", collect, [])
    .option('--credential <id=source>', 'ID=env:NAME, or ID=- for standard input: what was asked for', collect, [])
    .option(
      '--trust',
      'resume a run that was not started on this machine, with the endpoint, model, servers and modules that it names',
    )
    .option('--runs <dir>', 'folder of runs', '.skillwright/runs')
    .option('--api-key-env <name>', "environment variable that holds the API key for the run's endpoint")
    .option('--require-sandbox', 'refuse scripts for which there is no sandbox; kept where the run was started with it')
    .option('--json', "print the run's events, one JSON object a line")
    .addHelpText('after', exitHelp(', or nothing is pending'))
    .action(async (run: string, options: ResumeOptions) => {
      const output = new Output('resume');
      const spec = await specOf(run, options);
      process.exitCode = await play(spec, { json: options.json === true, yes: false }, output);
    });
}

async function specOf(run: string, options: ResumeOptions): Promise<RunSpec | string> {
  const { apiKeyEnv } = options;
  const runs = resolve(options.runs);
  const apiKey = apiKeyEnv === undefined ? undefined : process.env[apiKeyEnv]?.trim();
  if (apiKeyEnv !== undefined && !apiKey) return notSet(apiKeyEnv, '--api-key-env');
  const started = lastStart(runs, run);
  if (typeof started === 'string') return started;
  const replies = await repliesOf(options);
  if (typeof replies === 'string') return replies;
  const paced = isInteractive(options.json === true);
  const spec = await prepareResume({
    run,
    runs,
    replies,
    trusted: true,
    ...(options.trust ? { trust: true } : {}),
    paced,
    present: paced,
    environment: process.env,
    ...(options.requireSandbox === true ? { requireSandbox: true } : {}),
    ...(apiKey ? { apiKey } : {}),
  });
  if ('refused' in spec) return spec.refused;
  const { keyedFor } = spec;
  const place = { runs, run };
  // The address is the journal's, which may come from anywhere.
  if (apiKey && apiKeyEnv !== undefined && keyedFor !== undefined && !wasKeySent(place, keyedFor))
    return keyNotSent(place, keyedFor, apiKeyEnv, started);
  return options.trust ? spec : trusted(place, spec, started);
}

/** What is answered to each pause; a message where a credential cannot be read. */
async function repliesOf(options: ResumeOptions): Promise<readonly PauseReply[] | string> {
  const credentials = await readCredentials(options.credential);
  if (typeof credentials === 'string') return credentials;
  const said = (ids: readonly string[], reply: 'approve' | 'always' | 'deny' | 'ignore'): readonly PauseReply[] =>
    ids.map((id) => ({ id, reply }));
  return [
    ...said(options.approve, 'approve'),
    ...said(options.always, 'always'),
    ...said(options.deny, 'deny'),
    ...said(options.ignore, 'ignore'),
    ...credentials,
  ];
}

function keyNotSent({ run }: RunPlace, keyedFor: string, variable: string, { model, baseUrl }: RunStarted): string {
  const address = baseUrl === undefined ? '' : ` --base-url ${baseUrl}`;
  return `Nobody on this machine entered a key for ${keyedFor} in this run, so ${variable} is not sent there. To send it, go on with: skillwright run PROMPT --model ${model}${address} --api-key-env ${variable} --continue ${run}`;
}

/**
 * The run, with the code that its agents start where a person named it for this run; else without, or why not.
 * @param place the run as it was asked for: the id in its journal may be another's
 */
async function trusted(
  place: RunPlace,
  spec: RunSpec,
  { agentFile: agent, folder = process.cwd() }: RunStarted,
): Promise<RunSpec | string> {
  const agents = [spec.agent, ...(spec.team?.values() ?? [])];
  const starts = [...new Set(codeOf(agents))];
  const before = agent === undefined ? undefined : codeOfNamedAgent(place, { agent, folder });
  const changes = before === undefined ? undefined : describeChanges(before, await codeParts(agents));
  if (changes?.length === 0) return spec;
  if (starts.length === 0) return { ...spec, trusted: false };
  const trust = 'To trust it, add --trust.';
  return changes === undefined
    ? `The agent '${agent}' of this run starts code (${starts.join(', ')}), and nobody on this machine named it for this run with what it starts now. ${trust}`
    : `The agent '${agent}' of this run no longer starts what it did when it was named for this run: ${changes.join('; ')}. ${trust}`;
}

/** Credentials from the environment or from standard input; never from the command line, which everyone can read. */
async function readCredentials(given: readonly string[]): Promise<readonly PauseReply[] | string> {
  const replies: PauseReply[] = [];
  let input = false;
  for (const one of given) {
    // The last `=`: ids may hold some. What was given is not repeated, as it may be the credential itself.
    const [, id, source, name] = /^(.+)=(env:(.+)|-)$/s.exec(one) ?? [];
    if (id === undefined)
      return '--credential takes ID=env:NAME, the name of an environment variable, or ID=-, for standard input.';
    if (source === '-' && input) return 'Only one credential can come from standard input.';
    if (source === '-') input = true;
    const credential = (name === undefined ? await standardInput() : (process.env[name] ?? '')).trim();
    if (credential === '') return name === undefined ? 'Nothing came on standard input.' : notSet(name, '--credential');
    if (!isCredential(credential))
      return `The credential for ${id} is too short: one of less than six characters cannot be kept out of the journal.`;
    replies.push({ id, reply: { credential } });
  }
  return replies;
}

async function standardInput(): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdin) chunks.push(Buffer.from(chunk as Uint8Array));
  return Buffer.concat(chunks).toString('utf8');
}
