/**
 * A skill script that finds out which visible paths it can open for writing and which descriptors it inherited. It tries
 * every folder and every file, except regular files on read-only mounts, of which only the first in each folder is tried.
 * Prints JSON: `writable` paths, `nests` (it can create a user namespace), `left` (where it left a marker file), and
 * `inherited` descriptors, of its own process and of others that it sees, with their targets. With the argument
 * `descriptors` it checks only its own descriptors, because it must not walk the disk outside a sandbox.
 */
import { spawnSync } from 'node:child_process';
import {
  closeSync,
  constants,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from 'node:fs';

// Most attempts fail, and the stack is the most expensive part of an error.
Error.stackTraceLimit = 0;

const writable = [];
const left = [];

function opens(path, flags) {
  try {
    closeSync(openSync(path, flags | constants.O_NONBLOCK | constants.O_NOCTTY, 0o600));
    return true;
  } catch {
    return false;
  }
}

function entries(folder) {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}

/** Returns for each mount point, folder or file, whether it is read-only. */
function mounts() {
  try {
    const lines = readFileSync('/proc/self/mountinfo', 'utf8').trimEnd().split('\n');
    return new Map(
      lines.map((line) => {
        const [, , , , at = '', options = ''] = line.split(' ');
        const path = at.replace(/\\(\d{3})/g, (_, octal) => String.fromCharCode(Number.parseInt(octal, 8)));
        return [path, options.split(',').includes('ro')];
      }),
    );
  } catch {
    return new Map();
  }
}

const isReadOnly = mounts();

function walk(folder, above = false) {
  const readOnly = isReadOnly.get(folder) ?? above;
  let tried = false;
  const inside = `${folder === '/' ? '' : folder}/.skillwright-probe`;
  if (opens(inside, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL)) {
    writable.push(folder);
    rmSync(inside);
  }
  for (const entry of entries(folder)) {
    const path = `${folder === '/' ? '' : folder}/${entry.name}`;
    if (entry.isSymbolicLink()) continue;
    if (entry.isDirectory()) walk(path, readOnly);
    else {
      // A device or a pipe can be writable on a read-only mount.
      if (readOnly && tried && entry.isFile() && !isReadOnly.has(path)) continue;
      if (entry.isFile()) tried = true;
      if (opens(path, constants.O_WRONLY)) writable.push(path);
    }
  }
}

/** Returns the descriptors above 2 that were inherited: Node closes its own on exec. */
function descriptors(pid) {
  return entries(`/proc/${pid}/fd`).flatMap(({ name }) => {
    try {
      const flags = /^flags:\s*([0-7]+)$/m.exec(readFileSync(`/proc/${pid}/fdinfo/${name}`, 'utf8'))?.[1] ?? '0';
      const closesOnExec = (Number.parseInt(flags, 8) & 0o2000000) !== 0;
      if (Number(name) <= 2 || closesOnExec) return [];
      return [`${pid === 'self' ? '' : `${pid}: `}${name} -> ${readlinkSync(`/proc/${pid}/fd/${name}`)}`];
    } catch {
      return [];
    }
  });
}

if (process.argv[2] !== 'descriptors') {
  walk('/');
  // The caller checks from outside whether these folders are the sandbox's own.
  for (const folder of ['/tmp', '/dev/shm'])
    try {
      writeFileSync(`${folder}/${process.argv[3]}`, '');
      left.push(folder);
    } catch {}
}
const others = entries('/proc').filter(({ name }) => /^\d+$/.test(name) && Number(name) !== process.pid);
process.stdout.write(
  JSON.stringify({
    uid: process.getuid(),
    writable,
    left,
    // In its own user namespace it would have all capabilities.
    nests: spawnSync('unshare', ['--user', 'true']).status === 0,
    inherited: [
      ...descriptors('self'),
      ...(process.argv[2] === 'descriptors' ? [] : others.flatMap(({ name }) => descriptors(name))),
    ],
  }),
);
