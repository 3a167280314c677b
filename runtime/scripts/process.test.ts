import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { runProcess } from './process.ts';
import { NO_SANDBOX } from './sandbox.ts';

/** As bubblewrap's sandbox does, which ends with its parent only once it has been set up. */
test.runIf(process.platform === 'linux')('a child that has left the group is ended with its leader', async () => {
  const stop = new AbortController();
  onTestFinished(() => stop.abort());
  setTimeout(() => stop.abort(), 150);
  const ended = await runProcess({
    sandbox: NO_SANDBOX,
    needs: [],
    command: ['/bin/sh', '-c', 'setsid sleep 60 & echo $!; wait'],
    folder: mkdtempSync(join(tmpdir(), 'skillwright-process-')),
    environment: { PATH: '/usr/bin:/bin' },
    timeoutMs: 10_000,
    maxOutputBytes: 100,
    signal: stop.signal,
  });
  const pid = ended.kind === 'ended' ? ended.stdout.trim() : '';
  expect(pid).toMatch(/^\d+$/);
  await vi.waitFor(() => expect(isAlive(pid)).toBe(false), 20_000);
});

/** A process that nobody has taken note of yet has ended all the same. */
function isAlive(pid: string): boolean {
  try {
    return !readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z ');
  } catch {
    return false;
  }
}
