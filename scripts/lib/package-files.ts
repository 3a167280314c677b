/** The files of each package, as paths from the root of the checkout. */
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './paths.mjs';

/** Returns the files of the extension's package, as selected by `.vscodeignore`. */
export function extensionFiles(): readonly string[] {
  return output('vsce', ['ls', '--no-dependencies'])
    .split(/\r?\n/)
    .filter((path) => path !== '' && existsSync(join(root, path)));
}

/** Returns the files of the npm package, as selected by `.npmignore`. */
export function commandLineFiles(): readonly string[] {
  const listed: Listed[] = Object.values(
    JSON.parse(output('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'])),
  );
  return listed.flatMap(({ files }) => files.map(({ path }) => path));
}

/** A package in the output of `npm pack --json`. */
interface Listed {
  readonly files: readonly { readonly path: string }[];
}

function output(tool: 'vsce' | 'npm', args: readonly string[]): string {
  const command = tool === 'npm' ? tool : join(root, 'node_modules/.bin', tool);
  const shell = process.platform === 'win32';
  return execFileSync(command, args, { cwd: root, encoding: 'utf8', shell, stdio: ['ignore', 'pipe', 'ignore'] });
}
