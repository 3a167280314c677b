/**
 * Commands that fill the copy of a workspace so that reading, searching or removing it would block the process or take its
 * memory. Some of them only in `npm run test:long`.
 */
// cspell:ignore aabbccdd listdir
import { utimesSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { readJournal } from '../../../runtime/journal/reader.ts';
import { type OpenedClient, openClient, textIn } from '../../equipment/runtime/client.ts';
import { manifest, skillOnDisk, writeFiles } from '../../equipment/runtime/folders.ts';
import { canSandbox } from '../../equipment/runtime/sandbox.ts';
import { isLong, sample } from '../../equipment/skill/long.ts';
import { startModelServer } from '../run-server.ts';
import { createTemporaryFolder, runCli } from '../run-support.ts';
import { longestTurn, MAX_MILLISECONDS } from './longest-turn.ts';

const hasSandbox = await canSandbox();

/** Calls a client's shell. */
const run = (client: OpenedClient, command: string) =>
  client.call(client.behavior.shell.tool, { [client.behavior.shell.command]: command });

/** Python that makes a chain of long names, and many empty folders at its end. */
const emptyFolders = (count: number) =>
  `python3 -c "
import os
for i in range(190): os.mkdir('d' * 250); os.chdir('d' * 250)
for i in range(${count}): os.mkdir('e' * 240 + str(i))
print('made', len(os.listdir('.')))"`;

describe.skipIf(!hasSandbox)('the event loop gets a turn within two seconds of the processor', () => {
  test('if a command makes many empty folders, which are visited after each command', async () => {
    const client = await openClient('claude-code', { skills: [skillOnDisk('one')] });
    const { value, milliseconds } = await longestTurn(() => run(client, emptyFolders(120_000)));
    expect(textIn(value)).toContain('made 120000');
    expect(milliseconds).toBeLessThan(MAX_MILLISECONDS);
  });

  test.runIf(isLong)('if the copy that is removed at the end of a run has many folders', async () => {
    const client = await openClient('claude-code', { skills: [skillOnDisk('one')] });
    expect(textIn(await run(client, emptyFolders(120_000)))).toContain('made 120000');
    const { value, milliseconds } = await longestTurn(async () => client.installation.remove());
    expect(value).toBeUndefined();
    expect(milliseconds).toBeLessThan(MAX_MILLISECONDS);
  });

  test.each(
    sample<readonly [tool: string, args: object]>(
      [
        ['grep', { pattern: 'nothing' }],
        ['glob', { pattern: '*.nothing' }],
      ],
      2,
    ),
  )('if %s compares many folders with many lines of a .gitignore', async (tool, args) => {
    const client = await openClient('opencode', { skills: [skillOnDisk('one')] });
    const made = await run(
      client,
      `python3 -c "
import os
open('.gitignore', 'w').write(chr(10).join('*zz%d' % i for i in range(1000)))
for i in range(12): os.mkdir('aabbccdd' * 31); os.chdir('aabbccdd' * 31)
for i in range(300): os.mkdir('aabbccdd' * 30 + str(i))
print('made', len(os.listdir('.')))"`,
    );
    expect(textIn(made)).toContain('made 300');
    const path = join(client.installation.workspace, `${'aabbccdd'.repeat(31)}/`.repeat(12));
    const { value, milliseconds } = await longestTurn(() => client.call(tool, { ...args, path }));
    expect(textIn(value)).toContain('No files found');
    expect(milliseconds).toBeLessThan(MAX_MILLISECONDS);
  });

  test.runIf(isLong)('if a model reads a file of line breaks with several calls in one step', async () => {
    const client = await openClient('claude-code', { skills: [skillOnDisk('one')] });
    const made = await run(client, `python3 -c "open('big', 'wb').write(bytes([10]) * 2**26)"; wc -l big`);
    expect(textIn(made)).toContain('67108864 big');
    const path = join(client.installation.workspace, 'big');
    const read = (offset: number) => client.call('Read', { file_path: path, offset, limit: 1 });
    const { value, milliseconds } = await longestTurn(() => Promise.all([1, 2, 3].map(read)));
    expect(value.map(textIn)).toEqual(['1\t', '2\t', '3\t']);
    expect(milliseconds).toBeLessThan(MAX_MILLISECONDS);
  });

  test.runIf(isLong)('if a model searches a folder of many files with many calls in one step', async () => {
    const client = await openClient('claude-code', { skills: [skillOnDisk('one')] });
    const made = await run(
      client,
      `python3 -c "
import os
for i in range(60000): os.close(os.open('e' * 240 + str(i), os.O_CREAT | os.O_WRONLY))
print('made', len(os.listdir('.')))"`,
    );
    expect(textIn(made)).toContain('made 60000');
    const search = () => client.call('Glob', { pattern: '*.nothing' });
    const { value, milliseconds } = await longestTurn(() => Promise.all(Array.from({ length: 40 }, search)));
    expect(value.map(textIn)).toEqual(value.map(() => expect.stringContaining('No files found')));
    expect(milliseconds).toBeLessThan(MAX_MILLISECONDS);
  });
});

test('a search counts all files and shows the newest ones', async () => {
  const names = Array.from({ length: 500 }, (_, index) => `f${String(index).padStart(3, '0')}.txt`);
  const workspace = writeFiles(createTemporaryFolder(), Object.fromEntries(names.map((name) => [name, ''])));
  const client = await openClient('claude-code', { skills: [skillOnDisk('one')], workspace });
  // In another order than their names.
  const timeOf = (name: string) => 1000 + ((names.indexOf(name) * 7) % 500);
  for (const name of names) utimesSync(join(client.installation.workspace, name), timeOf(name), timeOf(name));
  const found = textIn(await client.call('Glob', { pattern: '*.txt' })).match(/f\d+\.txt/g);
  expect(found).toEqual(names.toSorted((a, b) => timeOf(b) - timeOf(a)).slice(0, 100));
});

/** Python that makes files with paths that are longer than any program can use. */
const LONG_PATHS = `python3 -c "
import os
for i in range(190): os.mkdir('d' * 250); os.chdir('d' * 250)
open('f', 'w').close()
for i in range(49000): os.link('f', 'e' * 240 + str(i))
print('made', len(os.listdir('.')))"`;

describe.skipIf(!hasSandbox)('a search does not take the memory', () => {
  test('if a command made many files with long paths', async () => {
    const cwd = createTemporaryFolder();
    writeFiles(cwd, { 'workspace/README.md': '# App\n', 'skills/one/SKILL.md': manifest('one') });
    const server = await startModelServer([
      { calls: [['Bash', { command: LONG_PATHS }]] },
      { calls: [['Glob', { pattern: '**' }]] },
      { text: 'Done.' },
    ]);
    onTestFinished(() => server.close());
    const place = ['--skills', 'skills', '--workspace', 'workspace', '--client', 'claude-code', '--runs', 'runs'];
    const model = ['--model', 'openai-compatible/m', '--base-url', server.url];
    // By default a process has eight to sixteen times as much, and an eval has several trials in one.
    const env = { XDG_DATA_HOME: join(cwd, 'data'), NODE_OPTIONS: '--max-old-space-size=256' };
    const ran = await runCli(['run', 'Do it.', '--yes', '--json', ...place, ...model], { cwd, env, process: true });
    const { events } = readJournal(join(cwd, 'runs', ran.ofType('run_started')[0]?.run ?? '', 'journal.jsonl'));
    expect(events.some((event) => event.type === 'tool_result' && event.result === 'made 49001')).toBe(true);
    expect(events.some((event) => event.type === 'tool_call' && event.tool === 'Glob')).toBe(true);
    expect([ran.code, ran.finished?.reason]).toEqual([0, 'final']);
  });
});
