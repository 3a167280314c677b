import { existsSync, lstatSync, readlinkSync, statSync } from 'node:fs';
import type { SandboxedCommand } from './sandboxed-command.ts';

/**
 * What of `/proc` is about the machine and nothing that a script needs. To read: root can read the machine's own there. The
 * list is that of the paths that container runtimes hide, and what else names the kernel's addresses and keys.
 */
const HIDDEN = [
  ...['acpi', 'asound', 'bus', 'fs', 'irq', 'scsi'],
  ...['iomem', 'ioports', 'kallsyms', 'kcore', 'key-users', 'keys', 'kmsg', 'kpagecgroup', 'kpagecount', 'kpageflags'],
  ...['latency_stats', 'sched_debug', 'slabinfo', 'sysrq-trigger', 'timer_list', 'timer_stats'],
  ...['vmallocinfo'],
];

/**
 * Arguments of bubblewrap for a command: the system's programs read-only, the working folder writable, nothing else of
 * the disk, no network, an environment of its own, no capabilities (root could make a read-only folder writable again).
 * The root is never bound as a whole: that would show the home folder. `/proc` is read-only as a whole: files below
 * `/proc/sys` belong to root, and a script of root's is their owner, with capabilities or without.
 * @param canNest leaves out what bubblewrap before 0.8 does not know: no user namespace inside the sandbox. In one a script
 *   has all capabilities, and can mount the machine's control groups, whose files are root's as well
 */
export function bubblewrapArguments(sandboxed: SandboxedCommand, canNest = false): readonly string[] {
  const { folder, needs, environment, command, childFd, closes = [] } = sandboxed;
  return [
    ...['--ro-bind', '/usr', '/usr'],
    ...['/bin', '/sbin', '/lib', '/lib64', '/lib32'].flatMap(systemFolder),
    ...['/etc/ld.so.cache', '/etc/alternatives', '/etc/localtime', '/nix/store'].flatMap((path) => [
      '--ro-bind-try',
      path,
      path,
    ]),
    ...['--proc', '/proc', ...HIDDEN.flatMap(hide), '--remount-ro', '/proc'],
    // Semaphores live in /dev/shm; nothing else is to be made in /dev.
    ...['--dev', '/dev', '--tmpfs', '/dev/shm', '--remount-ro', '/dev', '--tmpfs', '/tmp'],
    ...needs.flatMap((path) => ['--ro-bind-try', path, path]),
    ...['--bind', folder, folder, '--remount-ro', '/', '--chdir', folder],
    ...['--unshare-all', '--die-with-parent', '--new-session', '--cap-drop', 'ALL', '--clearenv'],
    ...(canNest ? [] : ['--unshare-user', '--disable-userns']),
    ...Object.entries(environment).flatMap(([name, value]) => ['--setenv', name, value]),
    ...(childFd === undefined ? [] : ['--info-fd', String(childFd)]),
    // It reads further arguments there, none as they are open on the null device, and closes them.
    ...closes.flatMap((descriptor) => ['--args', String(descriptor)]),
    '--',
    ...command,
  ];
}

/** Covers a file or folder of `/proc`, where this kernel has it: a mount needs something to lie on. */
function hide(name: string): readonly string[] {
  const path = `/proc/${name}`;
  if (!existsSync(path)) return [];
  return statSync(path).isDirectory() ? ['--tmpfs', path, '--remount-ro', path] : ['--ro-bind', '/dev/null', path];
}

/** On most systems `/bin` is a link to `/usr/bin`, on some a folder of its own. */
function systemFolder(path: string): readonly string[] {
  try {
    return lstatSync(path).isSymbolicLink() ? ['--symlink', readlinkSync(path), path] : ['--ro-bind', path, path];
  } catch {
    return [];
  }
}
