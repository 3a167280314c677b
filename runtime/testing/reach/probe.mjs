/**
 * A script of a skill that tries what it can open for writing, in all that it sees, and which descriptors it was given.
 * Prints JSON: `writable` paths, `inherited` descriptors (of its own process and of others that it sees) with what they
 * lead to. With the argument `descriptors` it looks at its own descriptors alone: outside a sandbox it must not walk.
 */
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

function walk(folder) {
  const inside = `${folder === '/' ? '' : folder}/.skillwright-probe`;
  if (opens(inside, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL)) {
    writable.push(folder);
    rmSync(inside);
  }
  for (const entry of entries(folder)) {
    const path = `${folder === '/' ? '' : folder}/${entry.name}`;
    if (entry.isSymbolicLink()) continue;
    if (entry.isDirectory()) walk(path);
    else if (opens(path, constants.O_WRONLY)) writable.push(path);
  }
}

/** Those above 2 that survived the start of the process: Node's own are all closed on exec. */
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
  // Whether these are the sandbox's own is seen from outside.
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
    inherited: [
      ...descriptors('self'),
      ...(process.argv[2] === 'descriptors' ? [] : others.flatMap(({ name }) => descriptors(name))),
    ],
  }),
);
