import { lstatSync, readlinkSync } from 'node:fs';
import type { SandboxedCommand } from './sandboxed-command.ts';

/**
 * Arguments of bubblewrap for a command: the system's programs read-only, the working folder writable, nothing else of
 * the disk, no network, an environment of its own, no capabilities (root could make a read-only folder writable again).
 * The root is never bound as a whole: that would show the home folder.
 */
export function bubblewrapArguments(sandboxed: SandboxedCommand): readonly string[] {
  const { folder, needs, environment, command, childFd } = sandboxed;
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
    ...['--bind', folder, folder, '--remount-ro', '/', '--chdir', folder],
    ...['--unshare-all', '--die-with-parent', '--new-session', '--cap-drop', 'ALL', '--clearenv'],
    ...Object.entries(environment).flatMap(([name, value]) => ['--setenv', name, value]),
    ...(childFd === undefined ? [] : ['--info-fd', String(childFd)]),
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
