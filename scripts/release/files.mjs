/** Which files of the checkout a package holds. */
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../lib/paths.mjs';

/** What `.vscodeignore` lets into the extension's package, as paths from the root of the checkout. */
export function extensionFiles() {
  const vsce = join(root, 'node_modules/.bin/vsce');
  return execFileSync(vsce, ['ls', '--no-dependencies'], { cwd: root, encoding: 'utf8' })
    .split(/\r?\n/)
    .filter((path) => path !== '' && existsSync(join(root, path)));
}

/** What the command line needs to run without VS Code. */
const COMMAND_LINE =
  /^(?:dist\/(?:cli(?:\.mjs$|\/)|server|tool-host|third-party)|docs\/rules\/|[A-Z]+(?:\.md)?$|package\.json$)/;

/** @param {readonly string[]} files of the extension's package */
export function commandLineFiles(files) {
  return files.filter((path) => COMMAND_LINE.test(path));
}
