import { type ChildProcess, fork } from 'node:child_process';
import { createMessageConnection, IPCMessageReader, IPCMessageWriter } from 'vscode-jsonrpc/node';
import type { EditorModelEnd, EditorModelRequest, EditorPart } from '../../runtime/protocol/editor-models.ts';
import type { RunEvent } from '../../runtime/protocol/events.ts';
import {
  AskEditorModel,
  CancelRun,
  DebugMessage,
  EditorModelParts,
  RunEvents,
  RunReplaced,
  RunStopped,
  type StartRunResult,
  type StoppedRun,
  UseEnvironment,
  UseNetwork,
} from '../../runtime/protocol/rpc.ts';
import { splitEnvironment } from '../../runtime/secrets/split-environment.ts';
import { type Level, levelOf, onLines } from '../log/process-output.ts';
import { controlsOver, type RunControls } from './controls.ts';
import { networkSettings } from './network.ts';
import { queriesOver, type RuntimeQueries } from './queries.ts';
import { type ReportedQueries, reportedQueriesOver } from './reported-queries.ts';

/** Time for a cancelled runtime to exit before it is killed, in milliseconds. By contract it responds within 200. */
const EXIT_TIMEOUT_MS = 2_000;

/** A runtime process, which hosts at most one run. */
export interface RunProcess extends RunControls, RuntimeQueries, ReportedQueries {
  /** Stops the run. A process that does not exit in time is killed. */
  cancel(): void;
}

export interface RunProcessListener {
  /** Receives events in the order of the journal. */
  onEvents(events: readonly RunEvent[]): void;
  /** Called once when the process has exited. `detail` describes an unexpected exit. */
  onExit(detail: string | undefined): void;
  /** Receives a line written by the process, with its log level. */
  onLog(line: string, level: Level): void;
  /** Called when the run is paused, and with null when it continues. */
  onStopped?(stopped: StoppedRun | null): void;
  /** Called when a fork has taken the place of the run; later events and messages are those of the fork. */
  onReplaced?(run: StartRunResult): void;
  /** Receives a message of the Debug Adapter Protocol. */
  onDebugMessage?(message: object): void;
  /** Calls a model of VS Code; absent if no run is started. `signal` fires if the run cancels the call or the process exits. */
  askModel?(
    request: EditorModelRequest,
    onParts: (parts: readonly EditorPart[]) => void,
    signal: AbortSignal,
  ): Promise<EditorModelEnd>;
}

/**
 * Forks the bundled runtime, so that no agent can freeze or crash the editor. Never throws; `onExit` reports a process that
 * dies.
 * @param module absolute path of `dist/runtime.cjs`
 */
export function forkRuntime(module: string, listener: RunProcessListener): RunProcess {
  // A script without a sandbox can read its parent's environment, so keys are sent over the channel only.
  const { inherited, piped } = splitEnvironment(process.env);
  const child: ChildProcess = fork(module, [], {
    // In desktop VS Code the executable is Electron, which runs as Node only with this variable.
    env: { ...inherited, ELECTRON_RUN_AS_NODE: '1' },
    execArgv: [],
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  const connection = createMessageConnection(new IPCMessageReader(child), new IPCMessageWriter(child));
  // If the other side dies, pending requests settle only when the connection is disposed.
  connection.onClose(() => connection.dispose());
  connection.onError(([error]) => listener.onLog(error.message, 'warn'));
  connection.onNotification(RunEvents, (events) => listener.onEvents(events));
  const ended = new AbortController();
  connection.onRequest(AskEditorModel, (request, token) => {
    const cancelled = new AbortController();
    // The token of a request that was cancelled before it was handled never fires its event.
    if (token.isCancellationRequested) cancelled.abort();
    token.onCancellationRequested(() => cancelled.abort());
    const { call } = request;
    const sendParts = (parts: readonly EditorPart[]): void => {
      connection.sendNotification(EditorModelParts, { call, parts }).catch(() => undefined);
    };
    const answer = listener.askModel?.(request, sendParts, AbortSignal.any([cancelled.signal, ended.signal]));
    return answer ?? { kind: 'failed', why: 'missing', message: '' };
  });
  connection.onNotification(RunStopped, ({ stopped }) => listener.onStopped?.(stopped));
  connection.onNotification(RunReplaced, (run) => listener.onReplaced?.(run));
  connection.onNotification(DebugMessage, (message) => listener.onDebugMessage?.(message));
  connection.listen();
  connection.sendNotification(UseEnvironment, piped).catch(() => undefined);
  connection.sendNotification(UseNetwork, networkSettings()).catch(() => undefined);
  onLines(child.stdout, (line) => listener.onLog(line, 'debug'));
  onLines(child.stderr, (line) => listener.onLog(line, levelOf(line)));

  let hasExited = false;
  let cancelled = false;
  const exit = (detail: string | undefined): void => {
    if (hasExited) return;
    hasExited = true;
    ended.abort();
    connection.dispose();
    listener.onExit(detail);
  };
  child.once('error', (error) => exit(`The runtime could not be started: ${error.message}`));
  // The process can exit before its last messages arrive; the channel closes after them.
  const drained = new Promise<void>((resolve) => child.once('disconnect', () => setImmediate(resolve)));
  child.once('exit', (code, signal) => {
    const expected = code === 0 || cancelled;
    const detail = expected ? undefined : `The runtime ended unexpectedly (${signal ?? `exit code ${code}`}).`;
    if (child.connected) void drained.then(() => exit(detail));
    else setImmediate(() => exit(detail));
  });

  return {
    ...queriesOver(connection),
    ...reportedQueriesOver(connection),
    ...controlsOver(connection, () => !hasExited),
    cancel() {
      if (hasExited) return;
      cancelled = true;
      connection.sendNotification(CancelRun).catch(() => undefined);
      setTimeout(() => hasExited || child.kill('SIGKILL'), EXIT_TIMEOUT_MS).unref();
    },
  };
}
