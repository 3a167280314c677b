import { join } from 'node:path';
import * as vscode from 'vscode';
import type { LanguageServer } from '../language/start.ts';
import { queryRuntime } from '../runtime-process/query-runtime.ts';
import { pickSession } from './pick-session.ts';
import { removeOldJournals } from './retention.ts';

export interface SessionContext {
  readonly server: LanguageServer;
  /** Absolute path of `dist/runtime.cjs`. */
  readonly module: string;
  /** The extension's storage, which contains the journals of the sessions that were opened. */
  readonly storage: vscode.Uri;
  readonly log: vscode.LogOutputChannel;
  show(journal: string): void;
}

/**
 * Implements "Skillwright: Open Agent Session": shows the session of another agent in a timeline. Without a file, the user
 * selects one. The session is data: nothing in it is run or fetched, so no workspace trust is needed.
 */
export async function openSession(context: SessionContext, uri: vscode.Uri | undefined): Promise<void> {
  const source = uri === undefined ? await pickSession(context.module, context.log) : { file: uri.fsPath };
  if (source === undefined) return;
  const journals = join(context.storage.fsPath, 'sessions');
  const skills = (await context.server.skills()).map(({ root }) => root);
  const result = await vscode.window.withProgress(
    { location: vscode.ProgressLocation.Notification, title: 'Reading the session…', cancellable: true },
    async (_, token) => {
      const read = await queryRuntime(context.module, context.log, (process) =>
        process.readSession({ ...source, journals, skills }, token),
      );
      return token.isCancellationRequested ? undefined : read;
    },
  );
  if (result === undefined) return;
  if (result.kind === 'refused') {
    void vscode.window.showErrorMessage(result.message);
    return;
  }
  context.show(result.journal);
  if (result.skipped > 0)
    void vscode.window.showWarningMessage(
      `${result.skipped.toLocaleString('en')} damaged ${result.skipped === 1 ? 'record' : 'records'} of this session could not be read and were skipped.`,
    );
  await removeOldJournals(journals);
}
