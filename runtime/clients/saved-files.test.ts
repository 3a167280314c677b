import {
  appendFileSync,
  chmodSync,
  existsSync,
  linkSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { confined, temporaryFolder, writeFiles } from '../../test/equipment/runtime/folders.ts';
import { scaledLimit } from '../../test/equipment/runtime/scaled-limit.ts';
import type { ResultOutcome, Tool, ToolContext, ToolOutcome } from '../loop/interfaces/tools.ts';
import type { SavedFile } from '../protocol/events.ts';
import { restoreFiles } from '../workspace-copy/restore-files.ts';
import { saveFiles } from './saved-files.ts';

/** Creates a workspace, and a tool whose commands change it. */
function workspaceWith(files: Readonly<Record<string, string>>) {
  const folder = temporaryFolder();
  writeFiles(folder, files);
  let work: () => void = () => undefined;
  let claim: Pick<ResultOutcome, 'changes'> = {};
  const tool: Tool = {
    name: 'shell',
    description: '',
    inputSchema: {},
    execute: () => {
      work();
      return { kind: 'result', value: '', ...claim };
    },
  };
  const saving = saveFiles(tool, { files: confined(folder), workspace: folder });
  const run = async (command: () => void): Promise<readonly SavedFile[] | undefined> => {
    work = command;
    const outcome = await saving.execute({}, {} as ToolContext);
    return outcome.kind === 'result' ? outcome.files : undefined;
  };
  /** Runs a command that is taken for one that only reads. */
  const outcomeOfReading = async (command: () => void): Promise<ToolOutcome> => {
    [work, claim] = [command, { changes: false }];
    return saving.execute({}, {} as ToolContext);
  };
  return { folder, run, outcomeOfReading };
}

describe('the files that a command changed', () => {
  test('are in its result, each command with its own', async () => {
    const { folder, run } = workspaceWith({ 'a.txt': 'one\n', 'b.txt': 'two\n', 'c.txt': 'same\n' });
    expect(await run(() => undefined)).toBeUndefined();
    const first = await run(() => {
      appendFileSync(join(folder, 'a.txt'), 'more\n');
      writeFiles(folder, { 'sub/new.sh': 'echo\n' });
      chmodSync(join(folder, 'sub/new.sh'), 0o755);
    });
    expect(first).toMatchObject([
      { path: 'a.txt', content: 'one\nmore\n' },
      { path: 'sub/new.sh', content: 'echo\n', executable: true },
    ]);
    expect(await run(() => rmSync(join(folder, 'b.txt')))).toEqual([{ path: 'b.txt', deleted: true }]);
  });

  test('are listed without their content if they are binary, large or links', async () => {
    const { folder, run } = workspaceWith({ 'a.txt': 'one\n' });
    const files = await run(() => {
      writeFileSync(join(folder, 'image'), Buffer.from([0, 1]));
      writeFileSync(join(folder, 'large'), 'x'.repeat(200_000));
      symlinkSync('/etc/hostname', join(folder, 'link'));
    });
    expect(files).toEqual([
      { path: 'image', omitted: 'binary' },
      { path: 'large', omitted: 'large' },
      { path: 'link', omitted: 'link' },
    ]);
  });

  test('are written to another copy as they were after the last command', async () => {
    const { folder, run } = workspaceWith({ 'a.txt': 'one\n', 'b.txt': 'two\n' });
    const saved = [
      ...((await run(() => writeFiles(folder, { 'a.txt': 'first\n', 'new/x.sh': 'echo\n' }))) ?? []),
      ...((await run(() => writeFileSync(join(folder, 'a.txt'), 'second\n'))) ?? []),
      ...((await run(() => rmSync(join(folder, 'b.txt')))) ?? []),
    ];
    const copy = temporaryFolder();
    writeFiles(copy, { 'a.txt': 'one\n', 'b.txt': 'two\n' });
    expect(restoreFiles(copy, saved)).toEqual([]);
    expect(readFileSync(join(copy, 'a.txt'), 'utf8')).toBe('second\n');
    expect(readFileSync(join(copy, 'new/x.sh'), 'utf8')).toBe('echo\n');
    expect(existsSync(join(copy, 'b.txt'))).toBe(false);
  });
});

test('a command that is wrongly taken for one that only reads has changed something', async () => {
  const { folder, outcomeOfReading } = workspaceWith({ 'a.txt': 'one\n' });
  expect(await outcomeOfReading(() => undefined)).toEqual({ kind: 'result', value: '', changes: false });
  const outcome = await outcomeOfReading(() => writeFiles(folder, { 'b.txt': 'two\n' }));
  expect(outcome).toMatchObject({ changes: true, files: [{ path: 'b.txt', content: 'two\n' }] });
});

test('files that are not kept are not read', async () => {
  const { folder, run } = workspaceWith({ 'a.txt': 'x'.repeat(128 * 1024) });
  const start = performance.now();
  const files = await run(() => {
    for (let index = 0; index < 10_000; index++) linkSync(join(folder, 'a.txt'), join(folder, `b${index}`));
  });
  expect(performance.now() - start).toBeLessThan(scaledLimit(4000));
  expect(files).toHaveLength(1000);
  expect(files?.filter(({ content }) => content !== undefined)).toHaveLength(8);
});

describe('restored files', () => {
  const file = async (path: string, text = 'text\n'): Promise<SavedFile> => {
    const { folder, run } = workspaceWith({});
    const [saved] = (await run(() => writeFiles(folder, { x: text }))) ?? [];
    return { ...(saved as SavedFile), path };
  };

  test('keep their mode', async () => {
    const copy = temporaryFolder();
    restoreFiles(copy, [{ ...(await file('run.sh')), executable: true }, await file('a.txt')]);
    expect(statSync(join(copy, 'run.sh')).mode & 0o100).toBe(0o100);
    expect(statSync(join(copy, 'a.txt')).mode & 0o100).toBe(0);
  });

  test.each(['../out.txt', '/tmp/out.txt', 'a/../../out.txt', '', '.', 'a\0b', 'C:/x', 'a//b'])(
    'stay in the workspace: %j is refused',
    async (path) => {
      const root = temporaryFolder();
      writeFiles(root, { 'copy/keep.txt': '' });
      expect(restoreFiles(join(root, 'copy'), [await file(path)])).toEqual([path]);
      expect(restoreFiles(join(root, 'copy'), [{ path, deleted: true }])).toEqual([path]);
      expect(existsSync(join(root, 'copy/keep.txt'))).toBe(true);
    },
  );

  test.each(['a/skills/one/x.sh', 'a/Skills/ONE/x.sh', 'a/skills/one', 'a/skills', 'a'])(
    'change nothing in an installed skill: %s',
    async (path) => {
      const copy = writeFiles(temporaryFolder(), { 'a/skills/one/x.sh': 'installed\n' });
      const folder = join(copy, 'a/skills/one');
      expect(restoreFiles(copy, [await file(path), await file('a/skills/one-more.md')], [folder])).toEqual([path]);
      expect(restoreFiles(copy, [{ path, deleted: true }], [folder])).toEqual([path]);
      expect(readFileSync(join(folder, 'x.sh'), 'utf8')).toBe('installed\n');
      expect(existsSync(join(copy, 'a/skills/one-more.md'))).toBe(true);
    },
  );

  test('do not follow links', async () => {
    const root = temporaryFolder();
    writeFiles(root, { 'copy/keep.txt': '', 'outside/a.txt': 'mine\n' });
    symlinkSync(join(root, 'outside'), join(root, 'copy/folder'));
    symlinkSync(join(root, 'outside/a.txt'), join(root, 'copy/a.txt'));
    expect(restoreFiles(join(root, 'copy'), [await file('folder/a.txt'), await file('a.txt')])).toEqual([]);
    expect(readFileSync(join(root, 'outside/a.txt'), 'utf8')).toBe('mine\n');
    expect(readFileSync(join(root, 'copy/a.txt'), 'utf8')).toBe('text\n');
    expect(readFileSync(join(root, 'copy/folder/a.txt'), 'utf8')).toBe('text\n');
  });

  test('with a redacted secret or without their text are reported', async () => {
    const copy = temporaryFolder();
    const redacted = { ...(await file('a.txt')), content: '[redacted]' };
    expect(restoreFiles(copy, [redacted, { path: 'b.png', omitted: 'binary' }])).toEqual(['a.txt', 'b.png']);
    expect(existsSync(join(copy, 'a.txt'))).toBe(false);
  });
});
