import { dirname } from 'node:path';
import { Writable } from 'node:stream';
import { defined } from '../../skill/index.ts';
import { DebugAdapter } from '../debug/dap/adapter.ts';
import type { EarlierEvents } from '../debug/dap/adapter-options.ts';
import type { LaunchArguments } from '../debug/dap/launch-arguments.ts';
import type { ForkRequest } from '../debug/fork/prepare-fork.ts';
import { type PreparedRewind, prepareRewind } from '../debug/fork/prepare-rewind.ts';
import type { RunObserver, RunSpec, StartResult } from '../run/run-spec.ts';
import { startRun } from '../run/start.ts';
import { type Consent, consentOf } from './consent.ts';
import { apiKeyOf, prepareLaunch } from './dap-launch.ts';

/** Time that a cancelled run has to end after its client is gone, in milliseconds. */
const EXIT_MS = 1_000;

/** The run of the session. */
interface CurrentRun extends Extract<StartResult, { kind: 'started' }> {
  readonly config: LaunchArguments;
}

/** The other side of a debug adapter. */
export interface DapConnection {
  /** The messages of the client. Its end is that of the session. */
  readonly input: NodeJS.ReadableStream;
  readonly output: Writable;
  /** Called when the session has ended: one or two times. */
  exit(): void;
}

/** Serves the debug adapter over standard input and output, until the client is gone, which ends this process. */
export function serveProcess(): void {
  const adapter = serve({ input: process.stdin, output: takeStandardOutput(), exit: () => process.exit(0) });
  process.on('unhandledRejection', () => undefined);
  process.on('SIGTERM', () => adapter.end());
  process.on('SIGINT', () => adapter.end());
}

/** Serves the debug adapter over a connection. Returns it, to end it. */
export function serve({ input, output, exit }: DapConnection): DebugAdapter {
  let current: CurrentRun | undefined;
  const adapter = new DebugAdapter({
    async launch(config, observerOf) {
      const started = await launch(config, observerOf);
      if (started.kind === 'started') current = { ...started, config };
      return started;
    },
    prepareRewind: async (at) => (current === undefined ? 'Start a run first.' : rewind(current, at)),
    onRewound(started) {
      if (current !== undefined) current = { ...started, config: current.config };
    },
    onDisconnect() {
      setTimeout(exit, EXIT_MS);
      // After the response is written.
      void (current?.finished ?? Promise.resolve()).then(() => setImmediate(exit));
    },
  });
  adapter.start(input, output);
  return adapter;
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

/** Starts the run of a launch configuration. */
async function launch(
  config: LaunchArguments,
  observerOf: (earlier?: EarlierEvents) => RunObserver,
): Promise<StartResult> {
  const launched = await prepareLaunch(config);
  if (typeof launched === 'string') return { kind: 'failed', message: launched };
  return startWith(await consentOf(launched.spec), launched.spec, observerOf(launched.earlier));
}

/** Prepares a fork of the run of a launch configuration. */
async function rewind({ run, journal, config }: CurrentRun, at: number): Promise<PreparedRewind | string> {
  const runs = dirname(dirname(journal));
  const apiKey = apiKeyOf(config);
  const request = defined<ForkRequest>({
    run,
    runs,
    at,
    trusted: true,
    environment: process.env,
    paced: false,
    apiKey: apiKey || undefined,
  });
  return prepareRewind(request, async (spec) => {
    const consent = await consentOf(spec);
    return (observer) => startWith(consent, spec, observer);
  });
}

function startWith(consent: Consent, spec: RunSpec, observer: RunObserver): StartResult {
  const started = startRun(spec, { ...observer, onBegin: consent.remember });
  if (started.kind === 'started')
    void started.finished.then(({ reason }) => {
      if (reason !== 'paused') consent.forget(started.run);
    });
  return started;
}
