/** Programs that stop themselves and ignore signals, so that nothing but a kill ends them. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { ownFolders } from '../../../scripts/lib/own-folders.ts';
import { openClient } from '../../equipment/runtime/client.ts';
import { manifest, skillOnDisk, writeFiles } from '../../equipment/runtime/folders.ts';
import { canSandbox } from '../../equipment/runtime/sandbox.ts';
import { createTemporaryFolder, runCli } from '../run-support.ts';

/** Returns the state of a process as Linux shows it; undefined if it has ended. */
function stateOf(pid: number): string | undefined {
  const file = `/proc/${pid}/stat`;
  const [, state] = (existsSync(file) && /\) (\w)/.exec(readFileSync(file, 'utf8'))) || [];
  return state === 'Z' ? undefined : state;
}

function killNow(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended.
  }
}

const hasSandbox = await canSandbox();

describe.skipIf(process.platform !== 'linux')('a time limit ends', () => {
  test('a client of an eval that stopped itself, and a stopped process of another session that keeps its output', {
    timeout: 90_000,
  }, async () => {
    const cwd = createTemporaryFolder();
    writeFiles(cwd, {
      'one/SKILL.md': manifest('one'),
      'one/evals/evals.json': JSON.stringify({
        evals: [{ id: 't', prompt: 'Do it.', assertions: [{ check: 'not_loaded' }] }],
      }),
    });
    const client = join(cwd, 'client.sh');
    writeFileSync(
      client,
      `trap '' TERM HUP INT
setsid bash -c 'trap "" TERM HUP INT; echo $$ >> "$1"; kill -STOP $$; sleep 600' x "$1" &
sleep 0.5
echo $$ >> "$1"
kill -STOP $$
sleep 600
`,
    );
    // Not in the author's folder, in which a trial must change nothing.
    const pids = join(createTemporaryFolder(), 'pids');
    const runner = ['--runner', `bash ${client} ${pids}`, '--runner-timeout', '2'];
    const args = ['--client', 'claude-code', '--trials', '1', '--out', 'out', ...runner, '--json'];
    const ran = await runCli(['eval', 'one', ...args], { cwd, env: ownFolders(createTemporaryFolder()) });
    const all = readFileSync(pids, 'utf8').trim().split('\n').map(Number);
    onTestFinished(() => all.forEach(killNow));
    // Two for each side.
    expect(all).toHaveLength(4);
    expect(ran.stdout).toContain('it ran for 2 s');
    expect(all.map(stateOf)).toEqual([undefined, undefined, undefined, undefined]);
  });

  test.skipIf(!hasSandbox)('a command that stopped everything in its sandbox', { timeout: 60_000 }, async () => {
    const client = await openClient('claude-code', { skills: [skillOnDisk('one')] });
    const mark = `31415.${process.pid}`;
    const command = `trap '' TERM HUP INT; for i in 1 2 3; do setsid bash -c 'trap "" TERM; kill -STOP $$; sleep ${mark}' & done; sleep 0.3; echo started > started; kill -STOP -1; kill -STOP $$; sleep ${mark}`;
    const outcome = await client.call('Bash', { command, timeout: 2000 });
    expect(outcome.errorCode).toBe('COMMAND_TIMED_OUT');
    expect((await client.call('Bash', { command: 'cat started' })).value).toBe('started');
    expect(
      execFileSync('ps', ['-eo', 'args'], { encoding: 'utf8' })
        .split('\n')
        .filter((line) => line.includes(mark)),
    ).toEqual([]);
  });
});
