import type { CancellationToken, Disposable, MessageConnection } from 'vscode-jsonrpc/node';
import {
  CatalogProgress,
  type CatalogsShown,
  ShowCatalogs,
  type ShowCatalogsParams,
} from '../../runtime/protocol/catalog.ts';
import {
  type CaseKey,
  ConfirmEval,
  EvalCaseJudged,
  EvalCaseStarted,
  type EvalParams,
  type EvalPreview,
  EvalProgress,
  type EvalResult,
  type JudgedCase,
  RunEval,
} from '../../runtime/protocol/evals.ts';
import {
  FoundRows,
  ListRows,
  type ListRowsParams,
  type RowsFound,
  type RowsListed,
} from '../../runtime/protocol/session-rows.ts';
import {
  FoundSessions,
  type JournalPart,
  ListSessions,
  type ListSessionsParams,
  ReadingSession,
  ReadSession,
  type ReadSessionParams,
  type ReadSessionResult,
  type SessionsFound,
} from '../../runtime/protocol/sessions.ts';
import { type StressParams, StressProgress, type StressResult, StressSkill } from '../../runtime/protocol/stress.ts';
import { errorMessage } from './failed.ts';

/** Receives the progress of an eval. */
export interface EvalProcessListener {
  onProgress(done: number, planned: number): void;
  /** Called when the first trial of a case starts. */
  onCaseStarted(key: CaseKey): void;
  onCaseJudged(judged: JudgedCase): void;
  /** Called before the first call of a language model. False ends the eval. */
  confirm(preview: EvalPreview): Promise<boolean>;
}

/** Requests that report their progress and can be cancelled. For a process without a run. */
export interface ReportedQueries {
  /**
   * Runs a stress test of a skill. If cancelled, returns the results so far; if it fails, an error message.
   */
  stress(
    params: StressParams,
    onProgress: (done: number, planned: number) => void,
    token: CancellationToken,
  ): Promise<StressResult | string>;
  /**
   * Runs an eval of a skill. If cancelled, returns the results so far; if the process fails, an error message.
   */
  evaluate(params: EvalParams, listener: EvalProcessListener, token: CancellationToken): Promise<EvalResult | string>;
  /** Lists the sessions of other agents on this machine in parts. Returns an error message. */
  listSessions(
    params: ListSessionsParams,
    onPart: (part: SessionsFound) => void,
    token: CancellationToken,
  ): Promise<string | undefined>;
  /** Describes sessions, or the given files, in parts. Returns an error message if it fails or is cancelled. */
  listRows(
    params: ListRowsParams,
    onPart: (part: RowsFound) => void,
    token: CancellationToken,
  ): Promise<RowsListed | string>;
  /** Reads a session of another agent as a journal. `onPart` receives a journal that can be shown before it is complete. */
  readSession(
    params: ReadSessionParams,
    token: CancellationToken,
    onPart?: (part: JournalPart) => void,
  ): Promise<ReadSessionResult>;
  /** Reads what clients offer to a model in a folder. Returns an error message if it fails or is cancelled. */
  showCatalogs(
    params: ShowCatalogsParams,
    onProgress: (done: number, clients: number) => void,
    token: CancellationToken,
  ): Promise<CatalogsShown | string>;
}

/** Returns these queries to the process at the other end of a connection. They never throw. */
export function reportedQueriesOver(connection: MessageConnection): ReportedQueries {
  return {
    stress: (params, onProgress, token) =>
      whileListening(
        [connection.onNotification(StressProgress, ([done, planned]) => onProgress(done, planned))],
        connection.sendRequest(StressSkill, params, token),
      ),
    evaluate: (params, { onProgress, onCaseStarted, onCaseJudged, confirm }, token) =>
      whileListening(
        [
          connection.onNotification(EvalProgress, ([done, planned]) => onProgress(done, planned)),
          connection.onNotification(EvalCaseStarted, onCaseStarted),
          connection.onNotification(EvalCaseJudged, onCaseJudged),
          connection.onRequest(ConfirmEval, confirm),
        ],
        connection.sendRequest(RunEval, params, token),
      ),
    listSessions: (params, onPart, token) =>
      whileListening(
        [connection.onNotification(FoundSessions, onPart)],
        connection.sendRequest(ListSessions, params, token).then(() => undefined),
      ),
    listRows: (params, onPart, token) =>
      whileListening([connection.onNotification(FoundRows, onPart)], connection.sendRequest(ListRows, params, token)),
    async readSession(params, token, onPart = () => undefined) {
      const parts = connection.onNotification(ReadingSession, onPart);
      const result = await whileListening([parts], connection.sendRequest(ReadSession, params, token));
      return typeof result === 'string' ? { kind: 'refused', message: result } : result;
    },
    showCatalogs: (params, onProgress, token) =>
      whileListening(
        [connection.onNotification(CatalogProgress, ([done, clients]) => onProgress(done, clients))],
        connection.sendRequest(ShowCatalogs, params, token),
      ),
  };
}

/** Returns the reply, or the message of its error, and removes the listeners. */
async function whileListening<T>(listeners: readonly Disposable[], reply: Promise<T>): Promise<T | string> {
  try {
    return await reply;
  } catch (error) {
    return errorMessage(error);
  } finally {
    for (const one of listeners) one.dispose();
  }
}
