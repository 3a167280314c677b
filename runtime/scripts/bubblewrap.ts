import { existsSync, lstatSync, readlinkSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import type { SandboxedCommand } from './sandboxed-command.ts';

/**
 * Entries of `/proc` that describe the machine and that scripts do not need. Root could read the host's values there. These
 * are the paths that container runtimes hide, plus others that expose kernel addresses and keys.
 */
const HIDDEN_PROC_ENTRIES = [
  ...['acpi', 'asound', 'bus', 'fs', 'irq', 'scsi'],
  ...['iomem', 'ioports', 'kallsyms', 'kcore', 'key-users', 'keys', 'kmsg', 'kpagecgroup', 'kpagecount', 'kpageflags'],
  ...['latency_stats', 'sched_debug', 'slabinfo', 'sysrq-trigger', 'timer_list', 'timer_stats'],
  ...['vmallocinfo'],
];

/**
 * Returns bubblewrap's arguments for a command: the system's programs read-only, the writable folders, nothing else
 * on disk, no network, a separate environment, no capabilities (root could make a read-only folder writable again). The
 * root folder is never bound, because that would expose the home folder. All of `/proc` is read-only: files below
 * `/proc/sys` belong to root, and a script of root owns them, with or without capabilities.
 * @param canNest omits an option that bubblewrap lacks before 0.8: no user namespace inside the sandbox. In one, a script
 *   has all capabilities and can mount the host's control groups, whose files belong to root, too
 */
export function bubblewrapArguments(sandboxed: SandboxedCommand, canNest = false): readonly string[] {
  const { folder, writable = [folder], hidden = [], needs, environment, command, childFd, closes = [] } = sandboxed;
  const isAbove = !writable.includes(folder);
  return [
    ...['--ro-bind', '/usr', '/usr'],
    ...['/bin', '/sbin', '/lib', '/lib64', '/lib32'].flatMap(bindSystemFolder),
    ...['/etc/ld.so.cache', '/etc/alternatives', '/etc/localtime', '/nix/store'].flatMap((path) => [
      '--ro-bind-try',
      path,
      path,
    ]),
    ...['--proc', '/proc', ...HIDDEN_PROC_ENTRIES.flatMap(hideProcEntry), '--remount-ro', '/proc'],
    // Semaphores are in /dev/shm; the rest of /dev must stay unchanged.
    ...['--dev', '/dev', '--tmpfs', '/dev/shm', '--remount-ro', '/dev', '--tmpfs', '/tmp'],
    // Files next to the writable folders would be lost.
    ...(isAbove ? ['--tmpfs', folder] : []),
    ...needs.flatMap((path) => ['--ro-bind-try', path, path]),
    // A folder that is mounted cannot be moved.
    ...[...writable, ...foldersAbove(hidden, writable)].flatMap((path) => ['--bind', path, path]),
    ...hidden.flatMap((path) => ['--tmpfs', path, '--remount-ro', path]),
    ...(isAbove ? ['--remount-ro', folder] : []),
    ...['--remount-ro', '/', '--chdir', folder],
    ...['--unshare-all', '--die-with-parent', '--new-session', '--cap-drop', 'ALL', '--clearenv'],
    ...(canNest ? [] : ['--unshare-user', '--disable-userns']),
    ...Object.entries(environment).flatMap(([name, value]) => ['--setenv', name, value]),
    ...(childFd === undefined ? [] : ['--info-fd', String(childFd)]),
    // Bubblewrap reads more arguments from these descriptors, which are open on the null device, and then closes them.
    ...closes.flatMap((descriptor) => ['--args', String(descriptor)]),
    '--',
    ...command,
  ];
}

/** Covers a file or folder of `/proc` if this kernel has it; a mount requires an existing target. */
function hideProcEntry(name: string): readonly string[] {
  const path = `/proc/${name}`;
  if (!existsSync(path)) return [];
  return statSync(path).isDirectory() ? ['--tmpfs', path, '--remount-ro', path] : ['--ro-bind', '/dev/null', path];
}

/** Binds a system folder. On most systems `/bin` is a link to `/usr/bin`, on some a real folder. */
function bindSystemFolder(path: string): readonly string[] {
  try {
    return lstatSync(path).isSymbolicLink() ? ['--symlink', readlinkSync(path), path] : ['--ro-bind', path, path];
  } catch {
    return [];
  }
}

/** Returns the folders between the writable ones and those in them that are hidden, the outermost first. */
function foldersAbove(hidden: readonly string[], writable: readonly string[]): readonly string[] {
  const found = new Set<string>();
  for (const path of hidden)
    for (let above = dirname(path); writable.some((top) => above.startsWith(`${top}/`)); above = dirname(above))
      found.add(above);
  return [...found].sort((a, b) => a.length - b.length);
}
