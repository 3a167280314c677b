import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { runProcess } from './run-process.ts';
import { NO_SANDBOX } from './sandbox.ts';

// The child behaves like bubblewrap's sandbox, which does not end with its parent until it has been set up.
test.runIf(process.platform === 'linux')('ends a child that has left the group together with its leader', async () => {
  const stop = new AbortController();
  onTestFinished(() => stop.abort());
  const folder = mkdtempSync(join(tmpdir(), 'skillwright-process-'));
  const running = runProcess({
    sandbox: NO_SANDBOX,
    needs: [],
    command: ['/bin/sh', '-c', 'setsid sleep 60 & echo $! > pid; wait'],
    folder,
    environment: { PATH: '/usr/bin:/bin' },
    timeoutMs: 40_000,
    maxOutputBytes: 100,
    signal: stop.signal,
  });
  const pid = await vi.waitFor(() => {
    const written = readFileSync(join(folder, 'pid'), 'utf8').trim();
    expect(written).toMatch(/^\d+$/);
    return written;
  }, 20_000);
  expect(isAlive(pid)).toBe(true);
  stop.abort();
  await running;
  await vi.waitFor(() => expect(isAlive(pid)).toBe(false), 20_000);
});

/** Returns true if a process is running. Zombies are treated as ended. */
function isAlive(pid: string): boolean {
  try {
    return !readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z ');
  } catch {
    return false;
  }
}
