/** The parameters with which the runtime reads a session. */
import { join } from 'node:path';
import type { ReadSessionParams, SessionSource } from '../../runtime/protocol/sessions.ts';
import type { SessionContext } from './context.ts';
import { sessionFolders } from './settings.ts';

/** Returns the folder with the journals of sessions, absolute. */
export function journalsOf({ storage }: Pick<SessionContext, 'storage'>): string {
  return join(storage.fsPath, 'sessions');
}

/** Returns the parameters to read a session as a journal, with the current skills. */
export async function readSessionParams(
  context: Pick<SessionContext, 'storage' | 'server'>,
  source: SessionSource,
): Promise<ReadSessionParams> {
  const skills = (await context.server.skills()).map(({ root }) => root);
  return { ...source, journals: journalsOf(context), skills, folders: sessionFolders() };
}
