/** Installs programs that only tests use from the packages of a Debian system. */
import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Programs that some tests are skipped without, and the Debian package of each. */
const OPTIONAL_PROGRAMS: Readonly<Record<string, string>> = { bwrap: 'bubblewrap', 'redis-server': 'redis-server' };

/** Returns the path of the first of these programs on PATH, or undefined. */
export function findProgram(names: readonly string[]): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter);
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find(isExecutable);
}

/** True if a file is executable by this process. */
export function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** True if packages may be installed unasked: in continuous integration (`CI` is set), or as root in a container. */
export function mayInstallPackages(): boolean {
  if (process.platform !== 'linux' || !existsSync('/usr/bin/apt-get')) return false;
  const inContainer =
    existsSync('/.dockerenv') || existsSync('/run/.containerenv') || process.env.container !== undefined;
  return Boolean(process.env.CI) || (process.getuid?.() === 0 && inContainer);
}

/** Installs packages, with their output on the terminal. Failures are left to the caller, who looks for the program. */
export function installPackages(packages: readonly string[]): void {
  const [command, prefix] = process.getuid?.() === 0 ? ['apt-get', []] : ['sudo', ['-n', 'apt-get']];
  const options = { stdio: 'inherit', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } } as const;
  spawnSync(command, [...prefix, 'update', '-qq'], options);
  spawnSync(command, [...prefix, 'install', '-y', '-qq', '--no-install-recommends', ...packages], options);
}

/** Installs the missing optional programs if that is allowed, so that the tests that need them are not skipped. */
export function ensureOptionalPrograms(log: (line: string) => void): void {
  if (!mayInstallPackages()) return;
  const missing = Object.keys(OPTIONAL_PROGRAMS).filter((name) => findProgram([name]) === undefined);
  if (missing.length === 0) return;
  log(`Installing ${missing.join(', ')} from the system's packages, so that no test is skipped …`);
  installPackages(missing.map((name) => OPTIONAL_PROGRAMS[name] ?? name));
}
