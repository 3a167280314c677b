/** Reads the rows of the table in runtime processes: the journals of own runs, and sessions of other agents. */
import type * as vscode from 'vscode';
import type { RowsFound, RowsListed } from '../../runtime/protocol/session-rows.ts';
import { defined } from '../../runtime/text/objects.ts';
import { queryRuntime } from '../runtime-process/query-runtime.ts';
import type { SessionContext } from '../sessions/context.ts';
import { sessionFolders } from '../sessions/settings.ts';

/** The result of reading: all that was there, a part because it was stopped, or an error message. */
export type ReadResult =
  | { readonly kind: 'read'; readonly listed: RowsListed }
  | { readonly kind: 'stopped' }
  | { readonly kind: 'failed'; readonly message: string };

/**
 * Reads the sessions of other agents on this machine or, with `files`, these journals of ours.
 * @param onPart receives what has been read so far
 */
export async function readRows(
  { module, log, server }: Pick<SessionContext, 'module' | 'log' | 'server'>,
  files: readonly string[] | undefined,
  onPart: (part: RowsFound) => void,
  token: vscode.CancellationToken,
): Promise<ReadResult> {
  const skills = (await server.skills()).map(({ root }) => root);
  // The setting is about sessions of other agents.
  const folders = files === undefined ? sessionFolders() : {};
  const listed = await queryRuntime(module, log, (process) =>
    process.listRows(defined({ folders, skills, files }), onPart, token),
  );
  if (token.isCancellationRequested) return { kind: 'stopped' };
  return typeof listed === 'string' ? { kind: 'failed', message: listed } : { kind: 'read', listed };
}
