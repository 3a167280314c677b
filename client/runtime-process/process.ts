import { type ChildProcess, fork } from 'node:child_process';
import {
  type CancellationToken,
  createMessageConnection,
  IPCMessageReader,
  IPCMessageWriter,
  ResponseError,
} from 'vscode-jsonrpc/node';
import type { Approved, Forgotten } from '../../runtime/protocol/approvals.ts';
import type { EditorModelEnd, EditorModelRequest, EditorPart } from '../../runtime/protocol/editor-models.ts';
import { splitEnvironment } from '../../runtime/protocol/environment.ts';
import type { RunEvent } from '../../runtime/protocol/events.ts';
import type { ListModelsParams, ListModelsResult, LocalServer, MissingKey } from '../../runtime/protocol/models.ts';
import type { RunOrigin } from '../../runtime/protocol/origin.ts';
import {
  type AnswerParams,
  AnswerPause,
  AskEditorModel,
  CancelRun,
  DescribeRuntime,
  EditorModelParts,
  FindLocalServers,
  FindOrigin,
  ForgetApprovals,
  LeaveRun,
  ListApprovals,
  ListModels,
  ResumeRun,
  type ResumeRunParams,
  RunEvents,
  type RunOriginParams,
  type RuntimeFacts,
  type StartRefused,
  StartRun,
  type StartRunParams,
  type StartRunResult,
  UseEnvironment,
  UseNetwork,
} from '../../runtime/protocol/rpc.ts';
import { type StressParams, StressProgress, type StressResult, StressSkill } from '../../runtime/protocol/stress.ts';
import { type Level, levelOf, tellLines } from '../log/process-output.ts';
import { networkSettings } from './network.ts';

/** Time in ms that a cancelled runtime has to end by itself before it is killed. It answers within 200 by contract. */
const GRACE = 2_000;

export type StartedRun =
  | { readonly kind: 'started'; readonly run: StartRunResult }
  | {
      readonly kind: 'failed';
      readonly message: string;
      /** Keys that its agents need and nobody has set. */
      readonly missingKeys?: readonly MissingKey[];
    };

/** A runtime process with one run in it. */
export interface RunProcess {
  start(params: StartRunParams): Promise<StartedRun>;
  /** True where the pause was still waiting for an answer. */
  answer(params: AnswerParams): Promise<boolean>;
  /** Goes on with a run that was paused or whose process ended. */
  resume(params: ResumeRunParams): Promise<StartedRun>;
  /** Whether this machine began a run; asked of a process without a run, as the next. */
  origin(params: RunOriginParams): Promise<RunOrigin | undefined>;
  /** LM Studio and Ollama on this machine; asked of a process without a run, as the next. */
  localServers(): Promise<readonly LocalServer[] | 'failed'>;
  /** Which models an endpoint offers, and whether its key works. */
  listModels(params: ListModelsParams): Promise<ListModelsResult>;
  /** What was approved until it changes; undefined where the process does not answer. */
  approvals(): Promise<readonly Approved[] | undefined>;
  /** Forgets these; undefined where the process does not answer. */
  forgetApprovals(approvals: readonly Approved[]): Promise<Forgotten | undefined>;
  /** What the process runs on. */
  describe(): Promise<RuntimeFacts | undefined>;
  /**
   * A stress test of a skill; of a process without a run. Cancelled, it answers with what was done; what is wrong is a
   * message.
   */
  stress(
    params: StressParams,
    onProgress: (done: number, planned: number) => void,
    token: CancellationToken,
  ): Promise<StressResult | string>;
  /** The window closes: a run that waits for the user ends paused, any other is ended. */
  leave(): void;
  /** Ends the run; a process that does not end in time is killed. */
  cancel(): void;
}

export interface RunProcessListener {
  /** In the journal's order. */
  onEvents(events: readonly RunEvent[]): void;
  /** Once, when the process is gone; `detail` says how where that was not as expected. */
  onExit(detail: string | undefined): void;
  /** A line that the process wrote, and how much it matters. */
  onLog(line: string, level: Level): void;
  /** Asks a model of VS Code; absent where no run starts. `signal` fires where the run gives the call up, and when the process is gone. */
  askModel?(
    request: EditorModelRequest,
    onParts: (parts: readonly EditorPart[]) => void,
    signal: AbortSignal,
  ): Promise<EditorModelEnd>;
}

/**
 * Forks the bundled runtime, so that no agent can freeze or crash the editor.
 * `module` is the absolute path of `dist/runtime.cjs`. Nothing throws; a process that dies is reported by `onExit`.
 */
export function forkRuntime(module: string, listener: RunProcessListener): RunProcess {
  // A script without a sandbox can read what its parent was started with: keys go by the channel alone.
  const { shown, told } = splitEnvironment(process.env);
  const child: ChildProcess = fork(module, [], {
    // In desktop VS Code the executable is Electron, which is Node only with this variable.
    env: { ...shown, ELECTRON_RUN_AS_NODE: '1' },
    execArgv: [],
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  const connection = createMessageConnection(new IPCMessageReader(child), new IPCMessageWriter(child));
  // A pending request never settles when the other side dies unless the connection is disposed.
  connection.onClose(() => connection.dispose());
  connection.onError(([error]) => listener.onLog(error.message, 'warn'));
  connection.onNotification(RunEvents, (events) => listener.onEvents(events));
  const ended = new AbortController();
  connection.onRequest(AskEditorModel, (request, token) => {
    const cancelled = new AbortController();
    // A request that was cancelled before it was taken up has a token whose event never comes.
    if (token.isCancellationRequested) cancelled.abort();
    token.onCancellationRequested(() => cancelled.abort());
    const { call } = request;
    const tell = (parts: readonly EditorPart[]): void => {
      connection.sendNotification(EditorModelParts, { call, parts }).catch(() => undefined);
    };
    const asked = listener.askModel?.(request, tell, AbortSignal.any([cancelled.signal, ended.signal]));
    return asked ?? { kind: 'failed', why: 'missing', message: '' };
  });
  connection.listen();
  connection.sendNotification(UseEnvironment, told).catch(() => undefined);
  connection.sendNotification(UseNetwork, networkSettings()).catch(() => undefined);
  tellLines(child.stdout, (line) => listener.onLog(line, 'debug'));
  tellLines(child.stderr, (line) => listener.onLog(line, levelOf(line)));

  let gone = false;
  let cancelled = false;
  const exit = (detail: string | undefined): void => {
    if (gone) return;
    gone = true;
    ended.abort();
    connection.dispose();
    listener.onExit(detail);
  };
  child.once('error', (error) => exit(`The runtime could not be started: ${error.message}`));
  // The exit can come before the last messages; the channel closes after them.
  const drained = new Promise<void>((resolve) => child.once('disconnect', () => setImmediate(resolve)));
  child.once('exit', (code, signal) => {
    const expected = code === 0 || cancelled;
    const detail = expected ? undefined : `The runtime ended unexpectedly (${signal ?? `exit code ${code}`}).`;
    if (child.connected) void drained.then(() => exit(detail));
    else setImmediate(() => exit(detail));
  });

  const started = async (request: Promise<StartRunResult>): Promise<StartedRun> => {
    try {
      return { kind: 'started', run: await request };
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      const missingKeys = error instanceof ResponseError ? (error.data as StartRefused | undefined)?.missingKeys : [];
      return { kind: 'failed', message, missingKeys: missingKeys ?? [] };
    }
  };
  return {
    start: (params) => started(connection.sendRequest(StartRun, params)),
    resume: (params) => started(connection.sendRequest(ResumeRun, params)),
    // On the wire nothing is null.
    origin: (params) =>
      connection.sendRequest(FindOrigin, params).then(
        (origin) => origin ?? undefined,
        () => undefined,
      ),
    localServers: () => connection.sendRequest(FindLocalServers, undefined).catch(() => 'failed' as const),
    listModels: (params) =>
      connection.sendRequest(ListModels, params).catch((error: unknown) => ({
        kind: 'failed' as const,
        refused: false,
        message: error instanceof Error ? error.message : String(error),
      })),
    approvals: () => connection.sendRequest(ListApprovals).catch(() => undefined),
    forgetApprovals: (approvals) => connection.sendRequest(ForgetApprovals, approvals).catch(() => undefined),
    describe: () => connection.sendRequest(DescribeRuntime).catch(() => undefined),
    async stress(params, onProgress, token) {
      const told = connection.onNotification(StressProgress, ([done, planned]) => onProgress(done, planned));
      try {
        return await connection.sendRequest(StressSkill, params, token);
      } catch (error) {
        return error instanceof Error ? error.message : String(error);
      } finally {
        told.dispose();
      }
    },
    leave() {
      if (!gone) connection.sendNotification(LeaveRun).catch(() => undefined);
    },
    async answer(params) {
      try {
        return await connection.sendRequest(AnswerPause, params);
      } catch {
        return false;
      }
    },
    cancel() {
      if (gone) return;
      cancelled = true;
      connection.sendNotification(CancelRun).catch(() => undefined);
      setTimeout(() => gone || child.kill('SIGKILL'), GRACE).unref();
    },
  };
}
