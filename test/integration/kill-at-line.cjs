/**
 * Preloaded by a command under test: its process kills itself with SIGKILL as soon as it has printed `KILL_AT_LINE`. A test
 * that reads the line and then kills would lose a race, because the run continues meanwhile.
 */
const { KILL_AT_LINE } = process.env;
// Not for its own processes.
delete process.env.KILL_AT_LINE;
if (KILL_AT_LINE) {
  const write = process.stdout.write.bind(process.stdout);
  process.stdout.write = (chunk, ...more) => {
    const result = write(chunk, ...more);
    // Every event is one write, and a write to a pipe is synchronous.
    if (String(chunk).includes(KILL_AT_LINE)) process.kill(process.pid, 'SIGKILL');
    return result;
  };
}
