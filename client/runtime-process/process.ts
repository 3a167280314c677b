import { type ChildProcess, fork } from 'node:child_process';
import {
  type CancellationToken,
  createMessageConnection,
  IPCMessageReader,
  IPCMessageWriter,
  ResponseError,
} from 'vscode-jsonrpc/node';
import type { ApprovalRecord, ForgetResult } from '../../runtime/protocol/approvals.ts';
import {
  type CompareParams,
  type CompareResult,
  CompareRuns,
  FindRunBeforeEdit,
  type RunBeforeEditParams,
} from '../../runtime/protocol/compare.ts';
import type { EditorModelEnd, EditorModelRequest, EditorPart } from '../../runtime/protocol/editor-models.ts';
import { splitEnvironment } from '../../runtime/protocol/environment.ts';
import {
  type CaseKey,
  ConfirmEval,
  EvalCaseStarted,
  type EvalParams,
  type EvalPreview,
  EvalProgress,
  type EvalResult,
  ListEvalCases,
  type ListEvalCasesParams,
  type ListEvalCasesResult,
  RunEval,
} from '../../runtime/protocol/evals.ts';
import type { RunEvent } from '../../runtime/protocol/events.ts';
import type { ExportParams, ExportResult } from '../../runtime/protocol/export.ts';
import {
  DescribeForkStep,
  ForkRun,
  type ForkRunParams,
  type ForkStepParams,
  type ForkStepResult,
} from '../../runtime/protocol/fork.ts';
import type {
  MakeCaseParams,
  MakeCaseResult,
  SuggestCaseParams,
  SuggestCaseResult,
  UsedSkills,
} from '../../runtime/protocol/make-case.ts';
import type { ListModelsParams, ListModelsResult, LocalServer, MissingKey } from '../../runtime/protocol/models.ts';
import type { RunOrigin } from '../../runtime/protocol/origin.ts';
import {
  EstimateTokens,
  type EstimateTokensParams,
  type EstimateTokensResult,
} from '../../runtime/protocol/request-tokens.ts';
import {
  type AnswerParams,
  AnswerPause,
  AskEditorModel,
  CancelRun,
  ContinueRun,
  DebugMessage,
  DescribeRuntime,
  EditorModelParts,
  EditStopped,
  ExportRun,
  FindLocalServers,
  FindOrigin,
  FindUsedSkills,
  ForgetApprovals,
  LeaveRun,
  ListApprovals,
  ListModels,
  MakeCase,
  PauseRun,
  ResumeRun,
  type ResumeRunParams,
  RunEvents,
  type RunOriginParams,
  RunReplaced,
  RunStopped,
  type RuntimeFacts,
  type StartRefused,
  StartRun,
  type StartRunParams,
  type StartRunResult,
  type StoppedRun,
  SuggestCase,
  UseEnvironment,
  UseNetwork,
} from '../../runtime/protocol/rpc.ts';
import {
  FoundSessions,
  ListSessions,
  type ListSessionsParams,
  ReadSession,
  type ReadSessionParams,
  type ReadSessionResult,
  ReportProgress,
  ReportSessions,
  type ReportSessionsParams,
  type SessionsFound,
  type SessionsReported,
} from '../../runtime/protocol/sessions.ts';
import { type StressParams, StressProgress, type StressResult, StressSkill } from '../../runtime/protocol/stress.ts';
import { type Level, levelOf, onLines } from '../log/process-output.ts';
import { networkSettings } from './network.ts';

/** Time for a cancelled runtime to exit before it is killed, in milliseconds. By contract it responds within 200. */
const EXIT_TIMEOUT_MS = 2_000;

export type StartOutcome =
  | { readonly kind: 'started'; readonly run: StartRunResult }
  | {
      readonly kind: 'failed';
      readonly message: string;
      /** Keys that its agents need and that are not set. */
      readonly missingKeys?: readonly MissingKey[];
    };

/** A runtime process, which hosts at most one run. */
export interface RunProcess {
  start(params: StartRunParams): Promise<StartOutcome>;
  /** Stops the run at its next model call or tool call, for the user to look at it. */
  pause(): void;
  /** Lets a paused run continue. */
  continue(): void;
  /** Applies an edited document of a paused run. Returns what is wrong with it, or ''. */
  editStopped(document: string): Promise<string>;
  /** Sends a message of the Debug Adapter Protocol to a run that was started with `debug`. */
  sendDebugMessage(message: object): void;
  /** Answers a pause. Returns true if it was still waiting. */
  answer(params: AnswerParams): Promise<boolean>;
  /** Resumes a run that was paused or whose process ended. */
  resume(params: ResumeRunParams): Promise<StartOutcome>;
  /** Starts a fork of a run. */
  fork(params: ForkRunParams): Promise<StartOutcome>;
  /** Describes a step to fork a run at. Only for a process without a run. */
  forkStep(params: ForkStepParams): Promise<ForkStepResult>;
  /** Determines whether a run was started on this machine. Only for a process without a run. */
  origin(params: RunOriginParams): Promise<RunOrigin | undefined>;
  /** Finds LM Studio and Ollama on this machine. Only for a process without a run. */
  localServers(): Promise<readonly LocalServer[] | 'failed'>;
  /** Lists the models of an endpoint, which also verifies its key. Only for a process without a run. */
  listModels(params: ListModelsParams): Promise<ListModelsResult>;
  /** Lists the saved approvals. Undefined if the process does not respond. */
  approvals(): Promise<readonly ApprovalRecord[] | undefined>;
  /** Forgets these approvals. Undefined if the process does not respond. */
  forgetApprovals(approvals: readonly ApprovalRecord[]): Promise<ForgetResult | undefined>;
  /** Describes the export of a run, and writes it if a file is given, unless cancelled. Only for a process without a run. */
  exportRun(params: ExportParams, token: CancellationToken): Promise<ExportResult>;
  /** Suggests an eval case from a run. Only for a process without a run. */
  suggestCase(params: SuggestCaseParams, token: CancellationToken): Promise<SuggestCaseResult>;
  /** Returns the names of the skills that a run was offered or loaded, by its journal. Undefined if it cannot be read. */
  usedSkills(journal: string): Promise<UsedSkills>;
  /** Returns the edit that appends a case to an eval file. */
  makeCase(params: MakeCaseParams): Promise<MakeCaseResult>;
  /** Compares two runs step by step. Only for a process without a run. */
  compare(params: CompareParams): Promise<CompareResult>;
  /** Finds the first of the earlier runs that received another text of a skill. Undefined if there is none. */
  findRunBeforeEdit(params: RunBeforeEditParams, token: CancellationToken): Promise<string | undefined>;
  /** Estimates the tokens of the requests of a run. */
  estimateTokens(params: EstimateTokensParams): Promise<EstimateTokensResult>;
  /** Describes the environment of the process. */
  describe(): Promise<RuntimeFacts | undefined>;
  /**
   * Runs a stress test of a skill. Only for a process without a run. If cancelled, returns the results so far; if it fails,
   * an error message.
   */
  stress(
    params: StressParams,
    onProgress: (done: number, planned: number) => void,
    token: CancellationToken,
  ): Promise<StressResult | string>;
  /** Lists the cases of an eval file. Only for a process without a run. */
  listEvalCases(params: ListEvalCasesParams): Promise<ListEvalCasesResult>;
  /**
   * Runs an eval of a skill. Only for a process without a run. If cancelled, returns the results so far; if the process fails,
   * an error message.
   */
  evaluate(params: EvalParams, listener: EvalProcessListener, token: CancellationToken): Promise<EvalResult | string>;
  /** Lists the sessions of other agents on this machine in parts. Only for a process without a run. Returns an error message. */
  listSessions(
    params: ListSessionsParams,
    onPart: (part: SessionsFound) => void,
    token: CancellationToken,
  ): Promise<string | undefined>;
  /**
   * Adds up the sessions of this machine. Only for a process without a run. Returns an error message if it fails or is
   * cancelled.
   */
  reportSessions(
    params: ReportSessionsParams,
    onProgress: (read: number, files: number) => void,
    token: CancellationToken,
  ): Promise<SessionsReported | string>;
  /** Reads a session of another agent as a journal. Only for a process without a run. */
  readSession(params: ReadSessionParams, token: CancellationToken): Promise<ReadSessionResult>;
  /** Signals that the window is closing. A run that waits for the user ends as paused, any other is stopped. */
  leave(): void;
  /** Stops the run. A process that does not exit in time is killed. */
  cancel(): void;
}

/** Receives the progress of an eval. */
export interface EvalProcessListener {
  onProgress(done: number, planned: number): void;
  /** Called when the first trial of a case starts. */
  onCaseStarted(key: CaseKey): void;
  /** Called before the first call of a language model. False ends the eval. */
  confirm(preview: EvalPreview): Promise<boolean>;
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

  const outcomeOf = async (request: Promise<StartRunResult>): Promise<StartOutcome> => {
    try {
      return { kind: 'started', run: await request };
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      const missingKeys = error instanceof ResponseError ? (error.data as StartRefused | undefined)?.missingKeys : [];
      return { kind: 'failed', message, missingKeys: missingKeys ?? [] };
    }
  };
  return {
    start: (params) => outcomeOf(connection.sendRequest(StartRun, params)),
    resume: (params) => outcomeOf(connection.sendRequest(ResumeRun, params)),
    fork: (params) => outcomeOf(connection.sendRequest(ForkRun, params)),
    forkStep: (params) =>
      connection
        .sendRequest(DescribeForkStep, params)
        .catch((error: unknown): ForkStepResult => ({ kind: 'failed', message: String(error) })),
    // JSON-RPC transfers undefined as null.
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
    estimateTokens: (params) =>
      connection.sendRequest(EstimateTokens, params).catch((error: unknown) => ({
        kind: 'failed' as const,
        message: error instanceof Error ? error.message : String(error),
      })),
    exportRun: (params, token) =>
      connection.sendRequest(ExportRun, params, token).catch((error: unknown) => ({
        kind: 'failed' as const,
        message: error instanceof Error ? error.message : String(error),
      })),
    suggestCase: (params, token) =>
      connection.sendRequest(SuggestCase, params, token).catch((error: unknown) => ({
        kind: 'failed' as const,
        message: error instanceof Error ? error.message : String(error),
      })),
    usedSkills: (journal) =>
      connection.sendRequest(FindUsedSkills, journal).then(
        (names) => names ?? undefined,
        () => undefined,
      ),
    makeCase: (params) =>
      connection.sendRequest(MakeCase, params).catch((error: unknown) => ({
        kind: 'failed' as const,
        message: error instanceof Error ? error.message : String(error),
      })),
    compare: (params) =>
      connection.sendRequest(CompareRuns, params).catch((error: unknown) => ({
        kind: 'failed' as const,
        message: error instanceof Error ? error.message : String(error),
      })),
    findRunBeforeEdit: (params, token) =>
      connection.sendRequest(FindRunBeforeEdit, params, token).then(
        (journal) => journal ?? undefined,
        () => undefined,
      ),
    describe: () => connection.sendRequest(DescribeRuntime).catch(() => undefined),
    async stress(params, onProgress, token) {
      const progress = connection.onNotification(StressProgress, ([done, planned]) => onProgress(done, planned));
      try {
        return await connection.sendRequest(StressSkill, params, token);
      } catch (error) {
        return error instanceof Error ? error.message : String(error);
      } finally {
        progress.dispose();
      }
    },
    listEvalCases: (params) =>
      connection.sendRequest(ListEvalCases, params).catch(
        (error: unknown): ListEvalCasesResult => ({
          cases: [],
          problems: [{ file: params.file, line: 1, column: 1, message: String(error) }],
        }),
      ),
    async evaluate(params, { onProgress, onCaseStarted, confirm }, token) {
      const listeners = [
        connection.onNotification(EvalProgress, ([done, planned]) => onProgress(done, planned)),
        connection.onNotification(EvalCaseStarted, onCaseStarted),
        connection.onRequest(ConfirmEval, confirm),
      ];
      try {
        return await connection.sendRequest(RunEval, params, token);
      } catch (error) {
        return error instanceof Error ? error.message : String(error);
      } finally {
        for (const one of listeners) one.dispose();
      }
    },
    async listSessions(params, onPart, token) {
      const parts = connection.onNotification(FoundSessions, onPart);
      try {
        await connection.sendRequest(ListSessions, params, token);
        return undefined;
      } catch (error) {
        return error instanceof Error ? error.message : String(error);
      } finally {
        parts.dispose();
      }
    },
    async reportSessions(params, onProgress, token) {
      const progress = connection.onNotification(ReportProgress, ([read, files]) => onProgress(read, files));
      try {
        return await connection.sendRequest(ReportSessions, params, token);
      } catch (error) {
        return error instanceof Error ? error.message : String(error);
      } finally {
        progress.dispose();
      }
    },
    readSession: (params, token) =>
      connection.sendRequest(ReadSession, params, token).catch((error: unknown) => ({
        kind: 'refused' as const,
        message: error instanceof Error ? error.message : String(error),
      })),
    pause() {
      if (!hasExited) connection.sendNotification(PauseRun).catch(() => undefined);
    },
    continue() {
      if (!hasExited) connection.sendNotification(ContinueRun).catch(() => undefined);
    },
    editStopped: (document) =>
      connection.sendRequest(EditStopped, { document }).catch(() => 'Pause the run again: it has ended.'),
    sendDebugMessage(message) {
      if (!hasExited) connection.sendNotification(DebugMessage, message).catch(() => undefined);
    },
    leave() {
      if (!hasExited) connection.sendNotification(LeaveRun).catch(() => undefined);
    },
    async answer(params) {
      try {
        return await connection.sendRequest(AnswerPause, params);
      } catch {
        return false;
      }
    },
    cancel() {
      if (hasExited) return;
      cancelled = true;
      connection.sendNotification(CancelRun).catch(() => undefined);
      setTimeout(() => hasExited || child.kill('SIGKILL'), EXIT_TIMEOUT_MS).unref();
    },
  };
}
