/** The sandbox of macOS, Seatbelt. */
import { dirname } from 'node:path';
import type { SandboxedCommand } from './sandboxed-command.ts';

/** Locations of macOS's programs and of the files that they read when they start. */
const SYSTEM = [
  '/bin',
  '/sbin',
  '/usr/bin',
  '/usr/sbin',
  '/usr/lib',
  '/usr/libexec',
  '/usr/local',
  '/usr/share',
  '/System',
  '/Library/Apple',
  '/opt/homebrew',
  '/private/var/db/dyld',
  '/private/var/db/timezone',
];
const DEVICES = ['/dev/null', '/dev/zero', '/dev/random', '/dev/urandom'];

/**
 * Returns the arguments of `sandbox-exec` for a command: the system's programs readable, the working folder writable,
 * nothing else on disk, no network. Paths are passed as parameters, so that none is parsed as part of the profile.
 */
export function seatbeltArguments(sandboxed: SandboxedCommand): readonly string[] {
  const { folder, writable = [folder], hidden = [], needs, command } = sandboxed;
  const ancestors = [...new Set([folder, ...writable, ...hidden, ...needs].flatMap(ancestorsOf))];
  const parameters = {
    FOLDER: folder,
    ...Object.fromEntries(writable.map((path, index) => [`WRITABLE_${index}`, path])),
    ...Object.fromEntries(hidden.map((path, index) => [`HIDDEN_${index}`, path])),
    ...Object.fromEntries(needs.map((path, index) => [`NEED_${index}`, path])),
    ...Object.fromEntries(ancestors.map((path, index) => [`ABOVE_${index}`, path])),
  };
  return [
    ...Object.entries(parameters).flatMap(([name, path]) => ['-D', `${name}=${path}`]),
    ...['-p', seatbeltProfile(writable.length, needs.length, ancestors.length, hidden.length), '--'],
    ...command,
  ];
}

/**
 * Returns the profile for the given numbers of writable folders, of readable paths, of parent folders that may be looked
 * up but not listed, and of hidden folders.
 */
export function seatbeltProfile(writable: number, needs: number, ancestors: number, hidden = 0): string {
  const parameter = (name: string, count: number, kind: string): readonly string[] =>
    Array.from({ length: count }, (_, index) => `(${kind} (param "${name}_${index}"))`);
  const list = (items: readonly string[]): string => items.map((item) => `\n  ${item}`).join('');
  const readable = [
    '(literal "/")',
    ...SYSTEM.map((path) => `(subpath "${path}")`),
    ...parameter('NEED', needs, 'subpath'),
    '(literal (param "FOLDER"))',
    ...parameter('WRITABLE', writable, 'subpath'),
  ];
  const devices = DEVICES.map((path) => `(literal "${path}")`);
  return [
    '(version 1)',
    '(deny default)',
    '(deny network*)',
    '(allow process-exec process-fork)',
    '(allow process-info* signal (target same-sandbox))',
    '(allow sysctl-read)',
    '(allow ipc-posix-sem)',
    '(allow file-map-executable)',
    `(allow file-read*${list([...readable, ...devices])})`,
    ...(ancestors === 0 ? [] : [`(allow file-read-metadata${list(parameter('ABOVE', ancestors, 'literal'))})`]),
    // A rule without paths would apply to all of them.
    ...(writable === 0
      ? []
      : [
          `(allow file-write*${list(parameter('WRITABLE', writable, 'subpath'))})`,
          // Later rules win: neither a folder nor one above it can be moved or removed.
          `(deny file-write-unlink${list([...parameter('WRITABLE', writable, 'literal'), ...parameter('ABOVE', ancestors, 'literal')])})`,
        ]),
    ...(hidden === 0 ? [] : [`(deny file-read* file-write*${list(parameter('HIDDEN', hidden, 'subpath'))})`]),
    `(allow file-write-data file-ioctl${list(devices)})`,
    '(allow mach-lookup (global-name "com.apple.system.opendirectoryd.libinfo"))',
    '',
  ].join('\n');
}

function ancestorsOf(path: string): readonly string[] {
  const above = dirname(path);
  return above === path || above === '/' ? [] : [above, ...ancestorsOf(above)];
}
