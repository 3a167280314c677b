import { chmodSync, chownSync, existsSync, readFileSync, rmSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createRepository, Repository, temporaryFolder, writeFiles } from '../../test/equipment/server/repository.ts';
import type { PathChanges } from './path-changes.ts';
import { type HistoryRequest, readHistory } from './read-history.ts';

/** Returns the changes in a repository. Generous with time, so that a busy machine does not matter. */
async function changesIn({ root }: Repository, more: Partial<HistoryRequest> = {}): Promise<PathChanges> {
  const answer = await readHistory({ root, workspace: [], limit: 60_000, ...more });
  if (answer.kind !== 'read') throw new Error(answer.kind);
  return answer.changes;
}

const kindIn = async (root: string, more: Partial<HistoryRequest> = {}): Promise<string> =>
  (await readHistory({ root, workspace: [], limit: 60_000, ...more })).kind;

describe('a file', () => {
  it('was deleted by a commit', async () => {
    const repository = createRepository();
    repository.commit({ 'references/tax.md': 'Tax.', 'a.md': 'A' }, 7_200);
    const id = repository.commit({ 'references/tax.md': null }, 3_600);
    repository.commit({ 'a.md': 'B' }, 60);
    const change = (await changesIn(repository)).changeOf('references/tax.md');
    expect(change).toEqual({ kind: 'deleted', commit: { id, time: expect.any(Number) }, as: 'references/tax.md' });
    expect(Math.abs((change?.commit.time ?? 0) * 1000 - Date.now() + 3_600_000)).toBeLessThan(600_000);
  });

  it('was renamed, once or several times', async () => {
    const repository = createRepository();
    repository.commit({ 'a.md': 'Text.' });
    repository.move('a.md', 'b.md');
    const id = repository.commit();
    const once = await changesIn(repository);
    expect(once.changeOf('a.md')).toMatchObject({ kind: 'renamed', to: 'b.md', commit: { id } });
    repository.move('b.md', 'x/ü b.md');
    const later = repository.commit();
    const twice = await changesIn(repository);
    expect(twice.changeOf('a.md')).toMatchObject({ kind: 'renamed', to: 'x/ü b.md', commit: { id } });
    expect(twice.changeOf('b.md')).toMatchObject({ kind: 'renamed', to: 'x/ü b.md', commit: { id: later } });
    expect(twice.formerPaths('x/ü b.md')).toEqual(['b.md', 'a.md']);
  });

  it('was renamed and then deleted', async () => {
    const repository = createRepository();
    repository.commit({ 'a.md': 'Text.' });
    repository.move('a.md', 'b.md');
    repository.commit();
    const id = repository.commit({ 'b.md': null });
    expect((await changesIn(repository)).changeOf('a.md')).toMatchObject({
      kind: 'deleted',
      as: 'b.md',
      commit: { id },
    });
  });

  it('was renamed back and forth', async () => {
    const repository = createRepository();
    repository.commit({ 'a.md': 'Text.' });
    for (const [from, to] of [
      ['a.md', 'b.md'],
      ['b.md', 'a.md'],
    ] as const) {
      repository.move(from, to);
      repository.commit();
    }
    const changes = await changesIn(repository);
    expect(changes.changeOf('a.md')).toBeUndefined();
    expect(changes.changeOf('b.md')).toMatchObject({ kind: 'renamed', to: 'a.md' });
  });

  it('that was added again, was never there or still is has no change', async () => {
    const repository = createRepository();
    repository.commit({ 'a.md': 'A', 'b.md': 'B' });
    repository.commit({ 'a.md': null });
    repository.commit({ 'a.md': 'A' });
    const changes = await changesIn(repository);
    expect(['a.md', 'b.md', 'c.md'].map((path) => changes.changeOf(path))).toEqual([undefined, undefined, undefined]);
  });

  it('is not taken for another one that is empty or has the same content', async () => {
    const repository = createRepository();
    repository.commit({ 'empty.md': '', 'one.md': 'Same.', 'two.md': 'Same.', 'x/kept.md': 'Kept.' });
    repository.move('empty.md', 'hollow.md');
    repository.move('one.md', 'three.md');
    repository.move('two.md', 'four.md');
    repository.move('x/kept.md', 'y/kept.md');
    repository.commit({ 'y/copy.md': 'Kept.' });
    const changes = await changesIn(repository);
    for (const path of ['empty.md', 'one.md', 'two.md']) expect(changes.changeOf(path)?.kind).toBe('deleted');
    expect(changes.changeOf('x/kept.md')).toMatchObject({ kind: 'renamed', to: 'y/kept.md' });
  });

  it('was deleted on a branch that was merged', async () => {
    const repository = createRepository();
    repository.commit({ 'a.md': 'A', 'b.md': 'B' }, 5_000);
    repository.git('checkout', '--quiet', '-b', 'side');
    const id = repository.commit({ 'a.md': null }, 4_000);
    repository.git('checkout', '--quiet', 'main');
    repository.commit({ 'b.md': 'BB' }, 3_000);
    repository.git('merge', '--quiet', '--no-edit', 'side');
    expect((await changesIn(repository)).changeOf('a.md')).toMatchObject({ kind: 'deleted', commit: { id } });
  });
});

describe('a folder', () => {
  it('was renamed or deleted as a whole', async () => {
    const repository = createRepository();
    repository.commit({ 'refs/a.md': 'A', 'refs/b/c.md': 'C', 'old/x.md': 'X', 'old/y.md': 'Y' });
    repository.move('refs', 'references');
    repository.commit();
    repository.commit({ 'old/x.md': null });
    const id = repository.commit({ 'old/y.md': null });
    const changes = await changesIn(repository);
    expect(changes.changeOf('refs/')).toMatchObject({ kind: 'renamed', to: 'references/' });
    expect(changes.changeOf('old/')).toMatchObject({ kind: 'deleted', commit: { id } });
    expect(changes.changeOf('references/')).toBeUndefined();
  });

  it('with files that are left was not', async () => {
    const repository = createRepository();
    repository.commit({ 'old/x.md': 'X', 'old/y.md': 'Y' });
    repository.commit({ 'old/x.md': null });
    expect((await changesIn(repository)).changeOf('old/')).toBeUndefined();
  });
});

it('reads nothing again while the commit is the same', async () => {
  const repository = createRepository();
  const head = repository.commit({ 'a.md': 'A' });
  expect(await readHistory({ root: repository.root, workspace: [], head, limit: 60_000 })).toEqual({
    kind: 'unchanged',
  });
});

it('reads at most 5,000 commits', async () => {
  const repository = createRepository();
  repository.commit({ 'old.md': 'Old.', 'x/gone.md': 'Gone.' });
  repository.commit({ 'old.md': null });
  const commits = Array.from({ length: 5_000 }, (_, index) => {
    const path = `x/${index % 50}.md`;
    return `commit refs/heads/main\ncommitter A <a@example.com> ${1_900_000_000 + index} +0000\ndata 0\n${index === 0 ? 'from refs/heads/main^0\n' : ''}${index === 0 ? 'D x/gone.md' : `M 100644 inline ${path}\ndata 1\n${index % 10}`}\n`;
  });
  repository.import(commits.join('\n'));
  const changes = await changesIn(repository);
  expect(changes.changeOf('x/gone.md')?.kind).toBe('deleted');
  expect(changes.changeOf('old.md')).toBeUndefined();
  // Older files of the folder are unknown.
  repository.git('rm', '-r', '--quiet', 'x');
  repository.commit();
  expect((await changesIn(repository)).changeOf('x/')).toBeUndefined();
});

describe('a repository', () => {
  it('may be a worktree or a submodule', async () => {
    const repository = createRepository();
    repository.commit({ 'a.md': 'A' });
    const id = repository.commit({ 'a.md': null });
    const worktree = join(temporaryFolder(), 'tree');
    repository.git('worktree', 'add', '--quiet', '--detach', worktree);
    const outer = createRepository();
    outer.git('submodule', 'add', '--quiet', repository.root, 'inner');
    for (const root of [worktree, join(outer.root, 'inner')])
      expect((await changesIn(new Repository(root))).changeOf('a.md')).toMatchObject({
        kind: 'deleted',
        commit: { id },
      });
  });

  it('without commits, that is bare, broken, shallow, or none has no history', async () => {
    const repository = createRepository();
    expect(await kindIn(repository.root)).toBe('none');
    repository.commit({ 'x/a.md': 'A' });
    repository.commit({ 'x/a.md': null, 'b.md': 'B' });
    expect(await kindIn(repository.root)).toBe('read');
    expect(await kindIn(temporaryFolder())).toBe('none');
    const bare = join(temporaryFolder(), 'bare');
    repository.git('clone', '--quiet', '--bare', repository.root, bare);
    expect(await kindIn(bare)).toBe('none');
    // The repository in `inside` is broken, and git finds the one around it.
    writeFiles(repository.root, { 'inside/.git/HEAD': 'x' });
    expect(await kindIn(join(repository.root, 'inside'))).toBe('none');
    const shallow = join(temporaryFolder(), 'shallow');
    repository.git('clone', '--quiet', '--depth=1', `file://${repository.root}`, shallow);
    expect(await kindIn(shallow)).toBe('none');
    rmSync(join(repository.root, '.git/objects'), { recursive: true });
    expect(await kindIn(repository.root)).toBe('none');
  });

  it.skipIf(process.getuid?.() !== 0)('of another user has no history', async () => {
    const repository = createRepository();
    repository.commit({ 'a.md': 'A' });
    expect(await kindIn(repository.root)).toBe('read');
    for (const path of ['', '.git']) chownSync(join(repository.root, path), 4_321, 4_321);
    expect(await kindIn(repository.root)).toBe('none');
  });
});

describe.skipIf(process.platform === 'win32')('git', () => {
  /** Creates a program called git that runs a script; returns the folder. */
  function fakeGit(script: string, folder = temporaryFolder()): string {
    writeFiles(folder, { git: `#!/bin/sh\n${script}\n` });
    chmodSync(join(folder, 'git'), 0o755);
    return folder;
  }

  it('is not run if it is not installed', async () => {
    const repository = createRepository();
    repository.commit({ 'a.md': 'A' });
    expect(await kindIn(repository.root, { environment: { PATH: temporaryFolder() } })).toBe('none');
    expect(await kindIn(repository.root, { environment: {} })).toBe('none');
  });

  it('is ended with its processes after the time limit', async () => {
    const repository = createRepository();
    repository.commit({ 'a.md': 'A' });
    const record = temporaryFolder();
    const folder = fakeGit(`sleep 1000 &\necho $! > ${record}/child\necho $$ > ${record}/pid\nwait`);
    // Twice, since the first one may be ended before it starts.
    for (let limit = 100; !existsSync(join(record, 'pid')); limit *= 2)
      expect(await kindIn(repository.root, { environment: { PATH: `${folder}:/usr/bin:/bin` }, limit })).toBe('none');
    for (const name of ['pid', 'child']) await untilEnded(Number(readFileSync(join(record, name), 'utf8')));
  });

  it('that never ends its output is ended', async () => {
    const repository = createRepository();
    repository.commit({ 'a.md': 'A' });
    const environment = { PATH: `${fakeGit('while :; do echo xxxxxxxxxxxxxxxxxxxx; done')}:/usr/bin:/bin` };
    expect(await kindIn(repository.root, { environment })).toBe('none');
  });

  it('of a workspace is never run, whatever PATH contains', async () => {
    const repository = createRepository();
    repository.commit({ 'a.md': 'A' });
    const marker = join(temporaryFolder(), 'ran');
    const script = `echo ran >> ${marker}`;
    const workspace = temporaryFolder();
    fakeGit(script, join(workspace, 'bin'));
    fakeGit(script, repository.root);
    const before = process.cwd();
    process.chdir(repository.root);
    try {
      for (const first of ['', '.', './', repository.root, join(workspace, 'bin'), 'bin']) {
        const environment = { ...process.env, PATH: [first, process.env.PATH].join(delimiter) };
        expect(await kindIn(repository.root, { environment, workspace: [workspace] })).toBe('read');
      }
    } finally {
      process.chdir(before);
    }
    expect(existsSync(marker)).toBe(false);
    // The program would run if its folder were not the workspace's.
    await kindIn(repository.root, { environment: { PATH: `${workspace}/bin:/usr/bin:/bin` } });
    expect(existsSync(marker)).toBe(true);
  });
});

/** Waits until a process has ended. */
async function untilEnded(id: number): Promise<void> {
  for (;;) {
    try {
      process.kill(id, 0);
      // A process that ended may not have been collected by its parent.
      if (process.platform === 'linux' && /\) Z /.test(readFileSync(`/proc/${id}/stat`, 'utf8'))) return;
    } catch {
      return;
    }
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
