import type { ClientId } from '../clients/client-id.ts';
import { userFolders } from '../clients/clients.ts';
import { type Environment, homeFolder } from './user-folders.ts';

/**
 * Returns the folders of the user's own skills, each once, with the clients that search it. They need not exist.
 * Absolute paths, with `/`.
 */
export function userSkillFolders(
  environment: Environment = process.env,
): readonly { readonly path: string; readonly clients: readonly ClientId[] }[] {
  return userFolders({ home: homeFolder().replaceAll('\\', '/').replace(/\/$/, ''), environment });
}
