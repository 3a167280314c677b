/** The files of each package, as paths from the root of the checkout. */
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from './paths.mjs';

/** Folders that no package contains. `.cache` alone has several times as many files as all others together. */
const EXCLUDED = new Set(['.cache', '.git', 'node_modules', 'bench', 'test']);

/**
 * Returns the files of the extension's package, as selected by `.vscodeignore`. vsce matches each file of its folder with
 * each line of `.vscodeignore`, which would take ten seconds for the whole checkout, so it gets a copy of the rest.
 */
export function extensionFiles(): readonly string[] {
  const copy = mkdtempSync(join(tmpdir(), 'sw-package-files-'));
  try {
    for (const name of readdirSync(root))
      if (!EXCLUDED.has(name)) cpSync(join(root, name), join(copy, name), { recursive: true });
    return output('vsce', ['ls', '--no-dependencies'], copy)
      .split(/\r?\n/)
      .filter((path) => path !== '' && existsSync(join(root, path)));
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
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

function output(tool: 'vsce' | 'npm', args: readonly string[], cwd = root): string {
  const command = tool === 'npm' ? tool : join(root, 'node_modules/.bin', tool);
  const shell = process.platform === 'win32';
  return execFileSync(command, args, { cwd, encoding: 'utf8', shell, stdio: ['ignore', 'pipe', 'ignore'] });
}
