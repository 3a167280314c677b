/** The files that a client's run changes in the copy of its workspace. */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { copyFolder } from '../../../runtime/disk/client-copy.ts';
import type { RunEvent, RunStarted, WorkspaceChanges } from '../../../runtime/protocol/events.ts';
import { manifest, writeFiles } from '../../equipment/runtime/folders.ts';
import { canSandbox } from '../../equipment/runtime/sandbox.ts';
import { startModelServer } from '../run-server.ts';
import { createTemporaryFolder, runCli } from '../run-support.ts';

const SECRET = 'sk-test-3f9a8b7c6d5e4f3a';

/** Prepares a run as Claude Code that runs these commands, one in each model call. */
async function makeRun(...commands: readonly string[]) {
  const cwd = createTemporaryFolder();
  writeFiles(cwd, {
    'app/README.md': '# App\n\nHello.\n',
    'app/old.txt': 'old\n',
    'greeter/SKILL.md': manifest('greeter', '# Greet\n\nSay hello.\n'),
  });
  const server = await startModelServer([
    ...commands.map((command) => ({ calls: [['Bash', { command }] as const] })),
    { text: 'Done.' },
  ]);
  onTestFinished(() => server.close());
  const env = { XDG_DATA_HOME: join(cwd, 'data'), OPENAI_API_KEY: SECRET };
  const run = (...args: readonly string[]) => runCli([...args, '--runs', 'runs'], { cwd, env });
  const start = (...args: readonly string[]) =>
    run(
      ...['run', 'Go.', '--client', 'claude-code', '--workspace', 'app', '--skills', 'greeter'],
      ...['--model', 'openai-compatible/m', '--base-url', server.url],
      ...args,
    );
  return { cwd, run, start };
}

function eventsIn(stdout: string): readonly RunEvent[] {
  return stdout
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as RunEvent);
}
const changesIn = (events: readonly RunEvent[]) =>
  events.filter((event): event is WorkspaceChanges => event.type === 'workspace_changes');

describe.skipIf(!(await canSandbox()))('the changes of a run', () => {
  test('are unknown if the record of its first state was changed while it was paused, and the run ends', async () => {
    const { run, start } = await makeRun('echo x > passwd');
    const first = eventsIn((await start('--json')).stdout);
    const name = first.find((event) => event.type === 'run_started')?.run ?? '';
    const pause = first.find((event) => event.type === 'pause')?.id ?? '';
    writeFileSync(`${copyFolder(name)}.json`, JSON.stringify([['README.md', null]]));
    const { code, stdout } = await run('resume', name, '--approve', pause, '--json');
    const events = eventsIn(stdout);
    expect([code, events.findLast((event) => event.type === 'run_finished')?.reason]).toEqual([0, 'final']);
    expect(changesIn(events)).toMatchObject([{ changes: [], incomplete: true }]);
  });

  test('are listed before its end, and the workspace itself is unchanged', async () => {
    const { cwd, start } = await makeRun(
      'echo Bye. >> README.md; rm old.txt; mkdir -p out && echo new > out/a.txt',
      'printf "\\0\\1" > image.bin',
    );
    const { code, stdout } = await start('--yes', '--json');
    expect(code).toBe(0);
    const events = eventsIn(stdout);
    expect(events.slice(-2).map(({ type }) => type)).toEqual(['workspace_changes', 'run_finished']);
    expect(changesIn(events)[0]?.changes).toEqual([
      { path: 'README.md', kind: 'changed', before: '# App\n\nHello.\n', after: '# App\n\nHello.\nBye.\n' },
      { path: 'image.bin', kind: 'added', omitted: 'binary' },
      { path: 'old.txt', kind: 'deleted', before: 'old\n' },
      { path: 'out/a.txt', kind: 'added', after: 'new\n' },
    ]);
    expect(readFileSync(join(cwd, 'app/README.md'), 'utf8')).toBe('# App\n\nHello.\n');
    const { run } = events[0] as RunStarted;
    expect(readdirSync(tmpdir()).filter((name) => name.includes(run))).toEqual([]);
  });

  test('are printed as a diff in the terminal', async () => {
    const { start } = await makeRun('sed -i s/Hello/Hi/ README.md');
    const { stdout } = await start('--yes');
    expect(stdout).toContain('1 file changed in the copy of the workspace\n  changed README.md\n');
    expect(stdout).toContain('    -Hello.\n    +Hi.\n');
  });

  test('do not contain secrets, and are absent if nothing changed', async () => {
    const { cwd, start } = await makeRun(`echo key=${SECRET} > config`);
    const { stdout } = await start('--yes', '--json', '--api-key-env', 'OPENAI_API_KEY');
    const [found] = changesIn(eventsIn(stdout));
    expect(found?.changes).toEqual([{ path: 'config', kind: 'added', after: 'key=[redacted]\n' }]);
    const { run } = eventsIn(stdout)[0] as RunStarted;
    expect(readFileSync(join(cwd, 'runs', run, 'journal.jsonl'), 'utf8')).not.toContain(SECRET);
    const idle = await makeRun('touch README.md; ls');
    expect(changesIn(eventsIn((await idle.start('--yes', '--json')).stdout))).toEqual([]);
  });

  test('of a resumed run include those from before the pause, and are reported once', async () => {
    const { run, start } = await makeRun('echo one > one.txt', 'echo two > two.txt');
    const paused = eventsIn((await start('--json')).stdout);
    expect(changesIn(paused)).toEqual([]);
    const pause = paused.find((event) => event.type === 'pause');
    const { run: id } = paused[0] as RunStarted;
    const resumed = eventsIn((await run('resume', id, '--approve', pause?.id ?? '', '--json')).stdout);
    expect(changesIn(resumed).map(({ changes }) => changes.map(({ path }) => path))).toEqual([['one.txt', 'two.txt']]);
  });

  test('with long texts are stored next to the journal, and a replay does not compare them', async () => {
    const { cwd, run, start } = await makeRun('seq 1 20000 > long.txt');
    const events = eventsIn((await start('--yes', '--json')).stdout);
    const [change] = changesIn(events)[0]?.changes ?? [];
    expect(change).toMatchObject({ path: 'long.txt', after: { blob: expect.stringMatching(/^blob-/) } });
    const { run: id } = events[0] as RunStarted;
    const blob = typeof change?.after === 'object' ? change.after.blob : '';
    expect(existsSync(join(cwd, 'runs', id, blob))).toBe(true);
    const replayed = await run('replay', id);
    expect([replayed.code, replayed.stdout]).toEqual([0, expect.stringMatching(/^the same/)]);
  });
});
