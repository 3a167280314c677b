import type { MessageConnection } from 'vscode-jsonrpc/node';
import type { EditorLink } from '../models/providers/vscode.ts';
import { ApproveScripts } from '../protocol/eval-scripts.ts';
import {
  ConfirmEval,
  EvalCaseJudged,
  EvalCaseStarted,
  type EvalModel,
  EvalProgress,
  FirstEvalCases,
  ListEvalCases,
  RunEval,
} from '../protocol/evals.ts';

/** The parts of the process that evals use. */
export interface EvalQueryContext {
  /** Provides VS Code's models. */
  readonly editor: EditorLink;
  /** Redacts the keys of a model from everything that is shown. */
  readonly addSecrets: (model: EvalModel) => void;
  /** Fires when the process ends. */
  readonly ended: AbortSignal;
}

/** Answers the requests of the extension for evals. */
export function answerEvalQueries(
  connection: MessageConnection,
  { editor, addSecrets, ended }: EvalQueryContext,
): void {
  connection.onRequest(ListEvalCases, async (params) => (await import('./evals.ts')).listEvalCases(params));
  connection.onRequest(FirstEvalCases, async (root) => (await import('./evals.ts')).firstCasesOf(root));
  connection.onRequest(
    ApproveScripts,
    async (params) => (await (await import('./eval-scripts.ts')).approveScripts(params, ended)) ?? null,
  );
  connection.onRequest(RunEval, async (params, token) => {
    const stop = new AbortController();
    if (token.isCancellationRequested) stop.abort();
    token.onCancellationRequested(() => stop.abort());
    const { judge, models } = params;
    for (const model of judge === undefined ? models : [...models, judge]) addSecrets(model);
    const { evaluateFromEditor } = await import('./evals.ts');
    let reportedAt = 0;
    return evaluateFromEditor(params, {
      signal: AbortSignal.any([stop.signal, ended]),
      editor,
      onProgress: (done, planned) => {
        if (done < planned && performance.now() - reportedAt < 100) return;
        reportedAt = performance.now();
        connection.sendNotification(EvalProgress, [done, planned]).catch(() => undefined);
      },
      onCaseStarted: (key) => void connection.sendNotification(EvalCaseStarted, key).catch(() => undefined),
      onCaseJudged: (judged) => void connection.sendNotification(EvalCaseJudged, judged).catch(() => undefined),
      // If the editor is gone, nothing may be paid.
      confirm: (preview) => connection.sendRequest(ConfirmEval, preview).catch(() => false),
    });
  });
}
