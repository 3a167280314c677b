/**
 * Preloaded by a process under test: it kills itself with SIGKILL as soon as it has written `KILL_AT_SIZE` bytes to a new journal.
 * A test that looks at the size and then kills would lose a race, because the process continues meanwhile.
 */
const fs = require('node:fs');
const { basename } = require('node:path');
const { KILL_AT_SIZE } = process.env;
// Not for its own processes.
delete process.env.KILL_AT_SIZE;
if (KILL_AT_SIZE) {
  const { openSync, writeSync } = fs;
  let journal;
  let size = 0;
  fs.openSync = (path, flags, ...more) => {
    const fd = openSync(path, flags, ...more);
    if (flags === 'wx' && basename(String(path)) === 'journal.jsonl') journal = fd;
    return fd;
  };
  fs.writeSync = (fd, ...more) => {
    const written = writeSync(fd, ...more);
    if (fd === journal) size += written;
    if (size >= Number(KILL_AT_SIZE)) process.kill(process.pid, 'SIGKILL');
    return written;
  };
}
