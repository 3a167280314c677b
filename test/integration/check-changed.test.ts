/** `check --changed-since` in real repositories. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { manifest, temporaryFolder, writeFiles } from '../equipment/runtime/folders.ts';
import { runInProcess } from './in-process.ts';

const IDENTITY = ['-c', 'user.name=A', '-c', 'user.email=a@b.c', '-c', 'commit.gpgsign=false'];

function git(folder: string, ...args: readonly string[]): string {
  const all = [...IDENTITY, '-C', folder, ...args];
  return execFileSync('git', all, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
}

function commit(folder: string): void {
  git(folder, 'add', '-A');
  git(folder, 'commit', '-qm', 'x');
}

const FILES = {
  'skills/giver/SKILL.md': manifest('giver', 'Read `references/menu.md` first.\n'),
  'skills/giver/references/menu.md': 'Teas.\n',
  'skills/giver/references/prices.md': 'See [the menu](menu.md).\n',
  // Depends on a file of another skill, and has a fault of its own.
  'skills/taker/SKILL.md': manifest(
    'taker',
    'Read [the menu](../giver/references/menu.md).\n\nRead `references/never.md`.\n',
  ),
  'skills/taker/references/other.md': '\n',
  // Names the other skill in words.
  'skills/wide/SKILL.md': manifest('wide', 'Read `references/menu.md` of the giver skill.\n'),
  'skills/wide/references/own.md': '\n',
  'skills/old/SKILL.md': manifest('old', 'Read `references/gone.md` first.\n'),
  'skills/old/references/here.md': '\n',
  'AGENTS.md': 'Read [the menu](skills/giver/references/menu.md) and [this](docs/never.md).\n',
};

function repository(files: Readonly<Record<string, string>> = FILES): string {
  const top = temporaryFolder();
  writeFiles(top, files);
  git(top, 'init', '-q');
  commit(top);
  return top;
}

interface Diagnostic {
  readonly file: string;
  readonly severity: string;
  readonly target?: string;
}

/** Returns the targets of the errors and warnings by file. */
async function check(cwd: string, ...args: readonly string[]): Promise<Readonly<Record<string, readonly string[]>>> {
  const all = ['check', '--format', 'json', '--no-cache', ...args];
  const { stdout, stderr } = await runInProcess(all, { cwd, env: process.env });
  expect(stderr).toBe('');
  const { diagnostics } = JSON.parse(stdout) as { readonly diagnostics: readonly Diagnostic[] };
  const found: Record<string, string[]> = {};
  for (const { file, severity, target = '' } of diagnostics)
    if (severity === 'error' || severity === 'warning') found[file] = [...(found[file] ?? []), target];
  return found;
}

const since = '--changed-since=HEAD';

test('reports nothing of what has not changed', async () => {
  const top = repository();
  expect(Object.keys(await check(top))).toEqual(['skills/old/SKILL.md', 'skills/taker/SKILL.md', 'AGENTS.md']);
  expect(await check(top, since)).toEqual({});
  const { code, stdout } = await runInProcess(['check', since], { cwd: top, env: process.env });
  expect([code, stdout]).toEqual([0, '4 skills: no new problems.\n']);
});

describe.each(['uncommitted', 'staged', 'committed'])('a change that is %s', (how) => {
  const finish = (top: string): void => {
    if (how !== 'uncommitted') git(top, 'add', '-A');
    if (how === 'committed') git(top, 'commit', '-qm', 'change');
  };

  test('is reported in the files that it touched', async () => {
    const top = repository();
    git(top, 'branch', 'base');
    writeFileSync(join(top, 'skills/giver/SKILL.md'), manifest('giver', 'Read `references/new.md` first.\n'));
    writeFiles(top, { 'skills/fresh/SKILL.md': manifest('fresh', 'Read `references/none.md`.\n') });
    finish(top);
    const found = await check(top, '--changed-since=base');
    expect(found['skills/giver/SKILL.md']).toContain('references/new.md');
    expect(Object.keys(found)).toEqual(['skills/fresh/SKILL.md', 'skills/giver/SKILL.md']);
  });

  test('is reported where it broke something: in the skill of a renamed file, and in documents that reference it', async () => {
    const top = repository();
    git(top, 'branch', 'base');
    renameSync(join(top, 'skills/giver/references/menu.md'), join(top, 'skills/giver/references/teas.md'));
    finish(top);
    expect(await check(top, '--changed-since=base')).toEqual({
      'skills/giver/SKILL.md': ['references/menu.md'],
      'skills/giver/references/prices.md': ['menu.md'],
      'skills/taker/SKILL.md': ['../giver/references/menu.md'],
      'skills/wide/SKILL.md': ['references/menu.md'],
      'AGENTS.md': ['skills/giver/references/menu.md'],
    });
  });

  test('is reported where a removed skill is referenced', async () => {
    const top = repository();
    git(top, 'branch', 'base');
    rmSync(join(top, 'skills/giver'), { recursive: true });
    finish(top);
    expect(await check(top, '--changed-since=base')).toEqual({
      'skills/taker/SKILL.md': ['../giver/references/menu.md'],
      'skills/wide/SKILL.md': ['references/menu.md'],
      'AGENTS.md': ['skills/giver/references/menu.md'],
    });
  });

  test('of settings is reported in the documents that they apply to', async () => {
    const top = repository();
    git(top, 'branch', 'base');
    writeFiles(top, { 'skills/old/.skillwright.json': '{"rules": {"reference.missing": "warning"}}' });
    finish(top);
    expect(Object.keys(await check(top, '--changed-since=base'))).toEqual(['skills/old/SKILL.md']);
  });
});

test('compares with the commit at which the branch left the revision', async () => {
  const top = repository();
  git(top, 'checkout', '-qb', 'other');
  writeFileSync(join(top, 'skills/old/SKILL.md'), manifest('old', 'Other. Read `references/gone.md` first.\n'));
  commit(top);
  git(top, 'checkout', '-q', '-');
  expect(await check(top, '--changed-since=other')).toEqual({});
});

test('ignored files, the other time of a file and what a sparse checkout leaves out are no change', async () => {
  const top = repository({ ...FILES, '.gitignore': 'built/\n' });
  writeFiles(top, { 'built/x/SKILL.md': manifest('x', 'Read `references/none.md`.\n') });
  rmSync(join(top, 'skills/old/SKILL.md'));
  writeFileSync(join(top, 'skills/old/SKILL.md'), FILES['skills/old/SKILL.md']);
  expect(await check(top, since)).toEqual({});
  git(top, 'sparse-checkout', 'set', '--no-cone', '/*', '!/skills/giver/references/menu.md');
  expect(existsSync(join(top, 'skills/giver/references/menu.md'))).toBe(false);
  expect(await check(top, since)).toEqual({});
});

test('works from a folder below, for a path that is a link, and with a baseline', async () => {
  const top = repository();
  writeFileSync(
    join(top, 'skills/old/SKILL.md'),
    manifest('old', 'Now read `references/gone.md` and `references/b.md`.\n'),
  );
  const found = await check(join(top, 'skills'), 'old', 'taker/SKILL.md', since);
  expect(Object.keys(found)).toEqual(['old/SKILL.md']);
  const link = join(temporaryFolder(), 'link');
  symlinkSync(top, link);
  expect(await check(link, since)).toEqual({ 'skills/old/SKILL.md': found['old/SKILL.md'] });
  const baseline = join(top, 'known.json');
  await runInProcess(['check', '--baseline', baseline, '--update-baseline'], { cwd: top, env: process.env });
  expect(await check(top, since, '--baseline', baseline)).toEqual({});
});

test('fixes only what it reports', async () => {
  const broken = (name: string): string =>
    `---\nname: ${name}\ndescription: Writes ${name}: text. Use when the user wants ${name}.\n---\n\nHi.\n`;
  const top = repository({ 'skills/one/SKILL.md': broken('one'), 'skills/two/SKILL.md': broken('two') });
  writeFileSync(join(top, 'skills/two/SKILL.md'), `${broken('two')}More.\n`);
  const { stderr } = await runInProcess(['check', '--fix', since], { cwd: top, env: process.env });
  expect(stderr).toContain('1 finding fixed in 1 file.');
  expect(git(top, 'hash-object', 'skills/one/SKILL.md')).toBe(git(top, 'rev-parse', 'HEAD:skills/one/SKILL.md'));
});

test.each([
  [['--changed-since='], 'Name a branch, tag or commit'],
  [['--changed-since=--output=owned'], 'Name a branch, tag or commit'],
  [['--changed-since=no-such'], 'Fetch the history of no-such'],
  [['--changed-since=HEAD', '--baseline=x', '--update-baseline'], 'Leave out --changed-since'],
  [['--changed-since=HEAD', 'no-such-folder'], 'does not exist'],
])('refuses %j', async (args, message) => {
  const { code, stdout, stderr } = await runInProcess(['check', ...args], { cwd: repository(), env: process.env });
  expect([code, stdout]).toEqual([2, '']);
  expect(stderr).toContain(message);
});

test('says that a folder is in no repository', async () => {
  const folder = temporaryFolder();
  writeFiles(folder, FILES);
  const { code, stderr } = await runInProcess(['check', since], { cwd: folder, env: process.env });
  expect(code).toBe(2);
  expect(stderr).toContain('Specify paths in a git repository');
});

test.skipIf(process.platform === 'win32')('nothing runs that the repository configures', async () => {
  const top = repository();
  const canary = join(top, '.git/ran');
  const script = join(top, '.git/record.sh');
  writeFileSync(script, `#!/bin/sh\necho "$0 $*" >> '${canary}'\ncat\n`, { mode: 0o755 });
  for (const [key, value] of [
    ['core.fsmonitor', script],
    ['core.pager', script],
    ['core.sshCommand', script],
    ['core.hooksPath', join(top, '.git/hooks')],
    ['filter.x.clean', script],
    ['filter.x.smudge', script],
    ['filter.x.process', script],
    ['filter.x.required', 'true'],
    ['diff.x.textconv', script],
    ['diff.x.command', script],
    ['diff.external', script],
    ['gpg.program', script],
    ['log.showSignature', 'true'],
    ['extensions.partialClone', 'origin'],
    ['remote.origin.url', `ext::${script}`],
    ['remote.origin.promisor', 'true'],
    ['protocol.ext.allow', 'always'],
    ['alias.rev-parse', `!${script}`],
    ['alias.ls-files', `!${script}`],
    ['include.path', '/dev/null'],
  ] as const)
    git(top, 'config', key, value);
  mkdirSync(join(top, '.git/hooks'), { recursive: true });
  for (const hook of ['post-index-change', 'post-checkout', 'fsmonitor-watchman', 'reference-transaction'])
    writeFileSync(join(top, '.git/hooks', hook), `#!/bin/sh\necho hook >> '${canary}'\n`, { mode: 0o755 });
  writeFileSync(join(top, '.gitattributes'), '* filter=x diff=x\n');
  rmSync(canary, { force: true });
  writeFileSync(join(top, 'skills/old/SKILL.md'), manifest('old', 'Now read `references/gone.md`.\n'));
  const found = await check(top, since);
  expect(Object.keys(found)).toEqual(['skills/old/SKILL.md']);
  expect(existsSync(canary)).toBe(false);
});
