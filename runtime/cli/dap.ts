import { dirname, resolve } from 'node:path';
import { Writable } from 'node:stream';
import { Command } from 'commander';
import { DebugAdapter } from '../debug/dap/adapter.ts';
import type { LaunchArguments } from '../debug/dap/launch-arguments.ts';
import { type PreparedRewind, prepareRewind } from '../debug/fork/prepare-rewind.ts';
import { prepareRun } from '../run/prepare.ts';
import type { RunObserver, RunSpec, StartResult } from '../run/run-spec.ts';
import { startRun } from '../run/start.ts';
import { type Consent, consentOf } from './consent.ts';
import { DEFAULT_RUNS } from './play-run.ts';
import { unsetVariableMessage } from './unset-variable.ts';

/** Time that a cancelled run has to end after its client is gone, in milliseconds. */
const EXIT_MS = 1_000;

/** Creates `skillwright dap --stdio`, a debug adapter for editors other than VS Code. */
export function dapCommand(): Command {
  return new Command('dap')
    .description('Starts a debug adapter for an editor: it runs an agent and stops it at breakpoints.')
    .requiredOption('--stdio', 'communicate over standard input and output')
    .action(() => serve());
}

/** The run of the session. */
interface CurrentRun extends Extract<StartResult, { kind: 'started' }> {
  readonly config: LaunchArguments;
}

function serve(): void {
  let current: CurrentRun | undefined;
  const adapter = new DebugAdapter({
    async launch(config, observer) {
      const started = await launch(config, observer);
      if (started.kind === 'started') current = { ...started, config };
      return started;
    },
    prepareRewind: async (at) => (current === undefined ? 'Start a run first.' : rewind(current, at)),
    onRewound(started) {
      if (current !== undefined) current = { ...started, config: current.config };
    },
    onDisconnect() {
      setTimeout(() => process.exit(0), EXIT_MS);
      // After the response is written.
      void (current?.finished ?? Promise.resolve()).then(() => setImmediate(() => process.exit(0)));
    },
  });
  process.on('unhandledRejection', () => undefined);
  process.on('SIGTERM', () => adapter.end());
  process.on('SIGINT', () => adapter.end());
  adapter.start(process.stdin, takeStandardOutput());
}

/** Returns standard output for the protocol alone: what else is printed goes to standard error. */
function takeStandardOutput(): Writable {
  const { stdout, stderr } = process;
  const write = stdout.write.bind(stdout);
  stdout.write = stderr.write.bind(stderr);
  return new Writable({
    write(chunk: Buffer, _encoding, done) {
      write(chunk, () => done());
    },
  });
}

/** Starts the run of a launch configuration. Relative paths are those of `cwd`. */
async function launch(config: LaunchArguments, observer: RunObserver): Promise<StartResult> {
  const { prompt, agent, model, client, install, baseUrl, apiKeyEnv, guards, maxLlmCalls, maxTokens, maxCost } = config;
  const folder = resolve(config.cwd ?? '.');
  const inFolder = (path: string): string => resolve(folder, path);
  const apiKey = apiKeyOf(config);
  if (apiKeyEnv !== undefined && !apiKey)
    return { kind: 'failed', message: unsetVariableMessage(apiKeyEnv, 'apiKeyEnv') };
  const spec = await prepareRun({
    prompt,
    skills: (config.skills ?? []).map(inFolder),
    folder,
    ...(agent === undefined ? {} : { agent }),
    ...(model === undefined ? {} : { model }),
    ...(client === undefined ? {} : { client }),
    ...(config.workspace === undefined ? {} : { workspace: inFolder(config.workspace) }),
    ...(install === undefined ? {} : { install }),
    ...(config.with === undefined ? {} : { with: config.with.map(inFolder) }),
    ...(baseUrl === undefined ? {} : { baseUrl }),
    ...(apiKey ? { apiKey } : {}),
    ...(guards === undefined ? {} : { guards }),
    ...(maxLlmCalls === undefined ? {} : { maxLlmCalls }),
    ...(maxTokens === undefined ? {} : { maxTokens }),
    ...(maxCost === undefined ? {} : { maxCost }),
    environment: process.env,
    runs: inFolder(config.runs ?? DEFAULT_RUNS),
    trusted: true,
    paced: false,
  });
  if ('refused' in spec) return { kind: 'failed', message: spec.refused };
  return startWith(await consentOf(spec), spec, observer);
}

/** Prepares a fork of the run of a launch configuration. */
async function rewind({ run, journal, config }: CurrentRun, at: number): Promise<PreparedRewind | string> {
  const runs = dirname(dirname(journal));
  const apiKey = apiKeyOf(config);
  const request = {
    run,
    runs,
    at,
    trusted: true,
    environment: process.env,
    paced: false,
    ...(apiKey ? { apiKey } : {}),
  };
  return prepareRewind(request, async (spec) => {
    const consent = await consentOf(spec);
    return (observer) => startWith(consent, spec, observer);
  });
}

function apiKeyOf({ apiKeyEnv }: LaunchArguments): string | undefined {
  return apiKeyEnv === undefined ? undefined : process.env[apiKeyEnv]?.trim();
}

function startWith(consent: Consent, spec: RunSpec, observer: RunObserver): StartResult {
  const started = startRun(spec, { ...observer, onBegin: consent.remember });
  if (started.kind === 'started')
    void started.finished.then(({ reason }) => {
      if (reason !== 'paused') consent.forget(started.run);
    });
  return started;
}
