/** Entry of the language server's process: `--node-ipc` (VS Code), `--stdio` (other editors). */
import { existsSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createConnection } from 'vscode-languageserver/node';
import { diskFiles } from '../../skill/disk.ts';
import { startServer } from '../server.ts';

// A parent that is killed closes nothing: without this the server would live on.
process.on('disconnect', () => process.exit(1));

if (!process.argv.some((argument) => /^--(?:node-ipc|stdio|socket|pipe)/.test(argument))) {
  process.stderr.write('skillwright: start the language server with --stdio.\n');
  process.exit(2);
}

startServer(createConnection(), diskFiles(), rulePages());

/** `docs/rules` beside the folder of the running bundle, where it was shipped. */
function rulePages(): string | undefined {
  try {
    // A command line installed by npm is a link.
    const folder = join(dirname(realpathSync(process.argv[1] ?? '')), '..', 'docs', 'rules');
    return existsSync(folder) ? folder.replaceAll('\\', '/') : undefined;
  } catch {
    return undefined;
  }
}
