import { execFile } from 'node:child_process';
import { lstatSync, mkdtempSync, readlinkSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onPath } from './interpreters.ts';

/**
 * Arguments of bubblewrap for a command: the system's programs read-only, the working folder writable, nothing else of
 * the disk, no network, an environment of its own. The root is never bound as a whole: that would show the home folder.
 */
export function bubblewrapArguments(
  folder: string,
  needs: readonly string[],
  environment: Readonly<Record<string, string>>,
  command: readonly string[],
): readonly string[] {
  return [
    ...['--ro-bind', '/usr', '/usr'],
    ...['/bin', '/sbin', '/lib', '/lib64', '/lib32'].flatMap(systemFolder),
    ...['/etc/ld.so.cache', '/etc/alternatives', '/etc/localtime', '/nix/store'].flatMap((path) => [
      '--ro-bind-try',
      path,
      path,
    ]),
    ...['--proc', '/proc', '--dev', '/dev', '--tmpfs', '/tmp'],
    ...needs.flatMap((path) => ['--ro-bind-try', path, path]),
    ...['--bind', folder, folder, '--chdir', folder],
    ...['--unshare-all', '--die-with-parent', '--new-session', '--clearenv'],
    ...Object.entries(environment).flatMap(([name, value]) => ['--setenv', name, value]),
    '--',
    ...command,
  ];
}

/** On most systems `/bin` is a link to `/usr/bin`, on some a folder of its own. */
function systemFolder(path: string): readonly string[] {
  try {
    return lstatSync(path).isSymbolicLink() ? ['--symlink', readlinkSync(path), path] : ['--ro-bind', path, path];
  } catch {
    return [];
  }
}

let probed: Promise<string | undefined> | undefined;

/** The path of a bubblewrap that works here, tried once with the real flags: it fails where user namespaces are forbidden. */
export function workingBubblewrap(): Promise<string | undefined> {
  probed ??= probe();
  return probed;
}

function probe(): Promise<string | undefined> {
  const path = process.platform === 'linux' ? onPath(['bwrap'])[0] : undefined;
  if (path === undefined) return Promise.resolve(undefined);
  return new Promise((resolve) => {
    let folder: string;
    try {
      folder = mkdtempSync(join(realpathSync(tmpdir()), 'skillwright-probe-'));
    } catch {
      return resolve(undefined);
    }
    execFile(path, bubblewrapArguments(folder, [], {}, ['/bin/true']), { timeout: 5000, cwd: '/' }, (error) => {
      rmSync(folder, { recursive: true, force: true });
      resolve(error === null ? path : undefined);
    });
  });
}
