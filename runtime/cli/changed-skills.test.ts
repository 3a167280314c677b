import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { Skill } from '../../skill/index.ts';
import { manifest, temporaryFolder, writeFiles } from '../../test/equipment/runtime/folders.ts';
import { readSkills } from '../toolset/read-skills.ts';
import { selectChanged } from './changed-skills.ts';

const IDENTITY = ['-c', 'user.name=A', '-c', 'user.email=a@b.c', '-c', 'commit.gpgsign=false'];

function git(folder: string, ...args: readonly string[]): string {
  const all = [...IDENTITY, '-C', folder, ...args];
  return execFileSync('git', all, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
}

/** A repository with a committed skill. */
interface Repository {
  readonly top: string;
  /** The folder of the skill. */
  readonly root: string;
}

function repository(files: Readonly<Record<string, string | Uint8Array>> = {}): Repository {
  const top = temporaryFolder();
  const root = join(top, 'skills/notes');
  writeFiles(root, {
    'SKILL.md': manifest('notes', 'Read the guide.\n'),
    'references/ü b.md': 'Old.\n',
    'evals/evals.json': '{"skill_name": "notes", "evals": []}',
    ...files,
  });
  git(top, 'init', '-q');
  commit(top);
  return { top, root };
}

function commit(folder: string): void {
  git(folder, 'add', '-A');
  git(folder, 'commit', '-qm', 'x');
}

function skillIn({ root }: Repository): Skill {
  const read = readSkills([root]);
  if (read.kind === 'failed' || read.skills[0] === undefined) throw new Error('no skill');
  return read.skills[0];
}

/** Returns the names of the skills that changed since a revision, or the error message. */
async function changedSince(repo: Repository, changedSince = 'HEAD'): Promise<readonly string[] | string> {
  const selected = await selectChanged({ skills: [skillIn(repo)], caseFiles: [] }, { changedSince });
  return 'message' in selected ? selected.message : selected.skills.map(({ name }) => name);
}

it.each<[what: string, change: (repo: Repository) => void, isChanged: boolean]>([
  ['nothing', () => undefined, false],
  ['a file with another time', ({ root }) => rewrite(join(root, 'references/ü b.md'), 'Old.\n'), false],
  ['a file of another skill', ({ top }) => writeFiles(top, { 'skills/other/SKILL.md': manifest('other') }), false],
  ['an ignored file', ({ top, root }) => ignore(top, root), false],
  ['line ends that git converts', ({ top, root }) => convert(top, root, 'true'), false],
  ['line ends that git does not convert', ({ top, root }) => convert(top, root, 'false'), true],
  ['an edited file', ({ root }) => writeFileSync(join(root, 'references/ü b.md'), 'New.\n'), true],
  ['an edited and committed file', ({ root }) => commit(writeFiles(root, { 'a.md': '' })), true],
  ['a new file', ({ root }) => writeFileSync(join(root, 'new.md'), ''), true],
  ['a new, staged file', ({ root }) => git(writeFiles(root, { 'a.md': '' }), 'add', '-A'), true],
  ['a deleted file', ({ root }) => rmSync(join(root, 'references/ü b.md')), true],
  ['a renamed file', ({ root }) => renameSync(join(root, 'references/ü b.md'), join(root, 'references/c.md')), true],
  [
    'a file replaced by a folder',
    ({ root }) => replace(join(root, 'references/ü b.md'), (path) => mkdirSync(path)),
    true,
  ],
])('finds a skill with %s: %s', async (_, change, isChanged) => {
  const repo = repository();
  const revision = git(repo.top, 'rev-parse', 'HEAD');
  change(repo);
  expect(await changedSince(repo, revision)).toEqual(isChanged ? ['notes'] : []);
});

function rewrite(path: string, content: string): void {
  rmSync(path);
  writeFileSync(path, content);
}

function convert(top: string, root: string, setting: string): void {
  git(top, 'config', 'core.autocrlf', setting);
  rewrite(join(root, 'references/ü b.md'), 'Old.\r\n');
}

function ignore(top: string, root: string): void {
  writeFiles(top, { '.gitignore': '*.log\n' });
  writeFiles(root, { 'a.log': '' });
}

function replace(path: string, write: (path: string) => void): void {
  rmSync(path);
  write(path);
}

it.skipIf(process.platform === 'win32').each<[what: string, change: (repo: Repository) => void]>([
  ['an executable file', ({ root }) => chmodSync(join(root, 'SKILL.md'), 0o755)],
  [
    'a link to a copy of the file',
    ({ root }) => {
      writeFileSync(join(root, '../copy.md'), 'Old.\n');
      replace(join(root, 'references/ü b.md'), (path) => symlinkSync('../../copy.md', path));
    },
  ],
  ['a pipe', ({ root }) => replace(join(root, 'references/ü b.md'), (path) => execFileSync('mkfifo', [path]))],
])('finds a skill with %s instead', async (_, change) => {
  const repo = repository();
  change(repo);
  expect(await changedSince(repo)).toEqual(['notes']);
});

it('compares with the commit at which the branch left the revision', async () => {
  const repo = repository();
  git(repo.top, 'checkout', '-qb', 'other');
  writeFileSync(join(repo.root, 'later.md'), '');
  commit(repo.top);
  git(repo.top, 'checkout', '-q', '-');
  expect(await changedSince(repo, 'other')).toEqual([]);
});

it('compares a file of Git LFS with its pointer', async () => {
  const oid = '2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824';
  const pointer = `version https://git-lfs.github.com/spec/v1\noid sha256:${oid}\nsize 5\n`;
  const repo = repository({ 'assets/logo.bin': pointer });
  writeFileSync(join(repo.root, 'assets/logo.bin'), 'hello');
  expect(await changedSince(repo)).toEqual([]);
  writeFileSync(join(repo.root, 'assets/logo.bin'), 'other');
  expect(await changedSince(repo)).toEqual(['notes']);
});

it.each<[what: string, text: string]>([
  ['a line end between two parts that are read', `${'x'.repeat(1024 * 1024 - 1)}\n${'y'.repeat(1024 * 1024)}\nz`],
  ['many line ends', '\n'.repeat(1024 * 1024 + 1)],
  ['a carriage return at the end', 'a\nb\r'],
  ['carriage returns before line ends', 'a\r\r\nb\n'],
])('recognizes converted line ends in a file with %s', async (_, text) => {
  const repo = repository({ 'data.txt': text });
  git(repo.top, 'config', 'core.autocrlf', 'true');
  const stored = execFileSync('git', ['-C', repo.top, 'show', 'HEAD:skills/notes/data.txt'], { maxBuffer: 2 ** 24 });
  const converted = stored.toString('utf8').replaceAll('\n', '\r\n');
  rewrite(join(repo.root, 'data.txt'), converted);
  expect(await changedSince(repo)).toEqual([]);
  rewrite(join(repo.root, 'data.txt'), `${converted}x`);
  expect(await changedSince(repo)).toEqual(['notes']);
});

it('takes a skill with more files than a skill can have as changed, and says so', async () => {
  const repo = repository();
  const id = git(repo.top, 'rev-parse', 'HEAD:skills/notes/SKILL.md');
  const lines = Array.from({ length: 20_000 }, (_, index) => `100644 ${id} 0\tskills/notes/a${index}\n`);
  execFileSync('git', ['-C', repo.top, 'update-index', '--index-info'], { input: lines.join('') });
  const selected = await selectChanged({ skills: [skillIn(repo)], caseFiles: [] }, { changedSince: 'HEAD' });
  expect(selected).toMatchObject({
    skills: [{ name: 'notes' }],
    notes: ['notes counts as changed: it has more than 20,000 files.'],
  });
});

it('takes a skill with more bytes than a skill can have as changed, and says so', async () => {
  const repo = repository({ 'a.bin': 'a' });
  const skill = skillIn(repo);
  // A sparse file.
  truncateSync(join(repo.root, 'a.bin'), 257 * 1024 * 1024);
  const selected = await selectChanged({ skills: [skill], caseFiles: [] }, { changedSince: 'HEAD' });
  expect(selected).toMatchObject({ notes: ['notes counts as changed: it has more than 256 MB.'] });
});

it.each([
  ['', 'Name a branch'],
  ['--output=owned', 'Name a branch'],
  ['no-such', 'Fetch the history of no-such'],
])('refuses the revision %j', async (revision, message) => {
  expect(await changedSince(repository(), revision)).toContain(message);
});

/** Creates a script that records that it ran. */
function recorder(top: string): { readonly command: string; readonly hasRun: () => boolean } {
  const mark = join(top, '.git/ran');
  const script = join(top, '.git/record.sh');
  writeFileSync(script, `#!/bin/sh\necho ran >> '${mark}'\n`, { mode: 0o755 });
  return { command: script, hasRun: () => existsSync(mark) };
}

/** Configurations of a repository that run a program. */
const PROGRAMS: readonly [what: string, configure: (repo: Repository, command: string) => void][] = [
  ...['process', 'clean', 'smudge'].map((kind): (typeof PROGRAMS)[number] => [
    `filter.NAME.${kind}`,
    ({ top }, command) => {
      writeFileSync(join(top, '.git/info/attributes'), '* filter=a=b\n');
      appendFileSync(join(top, '.git/config'), `[filter "a=b"]\n\t${kind} = ${command}\n\trequired = true\n`);
    },
  ]),
  [
    'an included filter',
    ({ top }, command) => {
      writeFileSync(join(top, '.git/info/attributes'), '* filter=x\n');
      appendFileSync(join(top, '.git/config'), '[includeIf "gitdir:**"]\n\tpath = more\n');
      writeFileSync(join(top, '.git/more'), `[FILTER "x"]\n\tClean = ${command}\n`);
    },
  ],
  ['core.fsmonitor', ({ top }, command) => git(top, 'config', 'core.fsmonitor', command)],
  ['diff.external', ({ top }, command) => git(top, 'config', 'diff.external', command)],
  ['core.pager', ({ top }, command) => git(top, 'config', 'core.pager', command)],
  [
    'diff.NAME.textconv',
    ({ top }, command) => {
      writeFileSync(join(top, '.git/info/attributes'), '* diff=x\n');
      git(top, 'config', 'diff.x.textconv', command);
      git(top, 'config', 'diff.x.command', command);
    },
  ],
  [
    'hooks',
    ({ top }, command) => {
      const hooks = join(top, '.git/own-hooks');
      mkdirSync(hooks);
      for (const name of [
        'post-index-change',
        'post-checkout',
        'pre-auto-gc',
        'reference-transaction',
        'fsmonitor-watchman',
      ])
        symlinkSync(command, join(hooks, name));
      git(top, 'config', 'core.hooksPath', hooks);
    },
  ],
  [
    'the filter of a submodule',
    ({ top, root }, command) => {
      const inner = join(root, 'inner');
      mkdirSync(inner);
      git(inner, 'init', '-q');
      writeFileSync(join(inner, 'a.md'), 'Old.\n');
      commit(inner);
      commit(top);
      writeFileSync(join(inner, 'a.md'), 'New!\n');
      writeFileSync(join(inner, '.git/info/attributes'), '* filter=x\n');
      git(inner, 'config', 'filter.x.clean', command);
      git(inner, 'config', 'core.fsmonitor', command);
    },
  ],
  ...['core.sshCommand', 'remote.origin.uploadpack', 'credential.helper', 'ext'].map(
    (kind): (typeof PROGRAMS)[number] => [
      `a partial clone with ${kind}`,
      ({ top, root }, command) => {
        writeFileSync(join(root, 'references/ü b.md'), 'New.\n');
        git(top, 'add', '-A');
        const missing = ['HEAD^{tree}', 'HEAD:skills', 'HEAD:skills/notes/SKILL.md'].map((name) =>
          git(top, 'rev-parse', name),
        );
        const url = {
          'core.sshCommand': 'ssh://host/x',
          'credential.helper': 'http://127.0.0.1:9/x',
          ext: `ext::${command}`,
        };
        git(top, 'config', 'core.repositoryFormatVersion', '1');
        git(top, 'config', 'extensions.partialClone', 'origin');
        git(top, 'config', 'remote.origin.promisor', 'true');
        git(top, 'config', 'remote.origin.url', url[kind as keyof typeof url] ?? top);
        git(top, 'config', 'protocol.allow', 'always');
        if (kind !== 'ext') git(top, 'config', kind, kind === 'credential.helper' ? `!${command}` : command);
        // Objects that are missing are requested from the remote.
        for (const id of missing) rmSync(join(top, '.git/objects', id.slice(0, 2), id.slice(2)));
      },
    ],
  ),
];

it.skipIf(process.platform === 'win32').each(PROGRAMS)('runs no program because of %s', async (_, configure) => {
  const repo = repository();
  const skill = skillIn(repo);
  const { command, hasRun } = recorder(repo.top);
  configure(repo, command);
  writeFileSync(join(repo.root, 'references/ü b.md'), 'New.\n');
  await selectChanged({ skills: [skill], caseFiles: [] }, { changedSince: 'HEAD' });
  expect(hasRun()).toBe(false);
});

it.skipIf(process.platform === 'win32')(
  'reads no configuration of a bare repository among the files of a skill',
  async () => {
    const repo = repository();
    const { command, hasRun } = recorder(repo.top);
    const inner = join(repo.root, 'references');
    git(inner, 'init', '-q', '--bare');
    git(inner, 'config', 'core.fsmonitor', command);
    git(inner, 'config', 'core.bare', 'false');
    git(inner, 'config', 'core.worktree', inner);
    writeFileSync(join(inner, 'SKILL.md'), manifest('references'));
    const changed = await changedSince({ top: repo.top, root: inner });
    expect(changed).toContain('Fetch the history of HEAD');
    expect(hasRun()).toBe(false);
  },
);
