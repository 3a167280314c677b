/** The server except for its connection, loaded after the response to `initialize`. */
import { accessSync, constants, existsSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Connection, InitializeParams } from 'vscode-languageserver';
import { diskFiles, programFinder, userSkillFolders } from '../../skill/disk.ts';
import { CLIENTS } from '../../skill/index.ts';
import type { UserFolder } from '../features/skill-catalogue.ts';
import { History } from '../history/history.ts';
import { readHistory } from '../history/read-history.ts';
import { startServer } from '../lsp/server.ts';
import { readFlag } from '../settings.ts';

export function serve(connection: Connection, params: InitializeParams): void {
  const history = new History(readHistory, readFlag(params.initializationOptions, 'trusted'));
  startServer(connection, params, diskFiles(), rulePages(), mayWrite, userFolders, history, programFinder(process.env));
}

/** Returns true if the user may write to a file, or into a folder. */
function mayWrite(path: string): boolean {
  try {
    accessSync(path, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

function userFolders(): readonly UserFolder[] {
  const nameOf = new Map(CLIENTS.map(({ id, name }) => [id, name]));
  return userSkillFolders().map(({ path, clients }) => ({ path, clients: clients.map((id) => nameOf.get(id) ?? id) }));
}

/** Returns `docs/rules` next to the folder of the running bundle, if shipped. */
function rulePages(): string | undefined {
  try {
    // A command line installed by npm is a symbolic link.
    const folder = join(dirname(realpathSync(process.argv[1] ?? '')), '..', 'docs', 'rules');
    return existsSync(folder) ? folder.replaceAll('\\', '/') : undefined;
  } catch {
    return undefined;
  }
}
