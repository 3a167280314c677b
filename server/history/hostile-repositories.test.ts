/** Shows that nothing which a repository or its surroundings configure runs while its history is read. */
import { execFileSync } from 'node:child_process';
import { appendFileSync, chmodSync, existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createRepository, Repository, temporaryFolder, writeFiles } from '../../test/equipment/server/repository.ts';
import { type HistoryRequest, readHistory } from './read-history.ts';

/** Files that were created by traps, by the names of the traps. */
interface Traps {
  /** Returns the command of a trap: it records its name, and fails. */
  readonly command: (name: string) => string;
  readonly sprung: () => readonly string[];
}

function createTraps(): Traps {
  const [programs, marks] = [temporaryFolder(), temporaryFolder()];
  return {
    command(name) {
      const program = join(programs, name);
      writeFiles(programs, { [name]: `#!/bin/sh\ntouch ${marks}/${name}\nexit 1\n` });
      chmodSync(program, 0o755);
      return program;
    },
    sprung: () => readdirSync(marks).sort(),
  };
}

/** Creates a repository whose file `a.md` was deleted, and `b.md` renamed to `c.md`; its last commit claims to be signed. */
function createSigned(): Repository {
  const repository = createRepository();
  repository.commit({ 'a.md': 'A', 'b.md': 'B', 'kept.md': 'Kept.' });
  repository.commit({ 'a.md': null });
  repository.move('b.md', 'c.md');
  repository.commit({ 'kept.md': 'Changed.' });
  const commit = execFileSync('git', ['-C', repository.root, 'cat-file', 'commit', 'HEAD'], { encoding: 'utf8' });
  const signature = 'gpgsig -----BEGIN PGP SIGNATURE-----\n \n iQ\n -----END PGP SIGNATURE-----\n\n';
  const id = execFileSync('git', ['-C', repository.root, 'hash-object', '-t', 'commit', '-w', '--stdin'], {
    encoding: 'utf8',
    input: commit.replace('\n\n', `\n${signature}`),
  }).trim();
  repository.git('reset', '--quiet', id);
  return repository;
}

async function read({ root }: Repository, more: Partial<HistoryRequest> = {}) {
  const answer = await readHistory({ root, workspace: [], limit: 60_000, ...more });
  return answer.kind === 'read' ? answer.changes : undefined;
}

/** Runs git as a user would, whatever it answers. */
function runUnprotected({ root }: Repository, args: readonly string[], environment: NodeJS.ProcessEnv = {}): void {
  try {
    execFileSync('git', ['-C', root, ...args], { stdio: 'ignore', env: { ...process.env, ...environment } });
  } catch {
    // A trap fails.
  }
}

/** Settings with a trap; and the command that springs it, if git is not told otherwise. */
const SETTINGS: Readonly<Record<string, { readonly config: (trap: string) => string; readonly springs?: string }>> = {
  signature: { config: (trap) => `[log]\nshowSignature = true\n[gpg]\nprogram = ${trap}\n`, springs: 'log -1' },
  'ssh-signature': {
    config: (trap) =>
      `[log]\nshowSignature = true\n[gpg]\nformat = ssh\nprogram = ${trap}\n[gpg "ssh"]\nprogram = ${trap}\n`,
  },
  monitor: { config: (trap) => `[core]\nfsmonitor = ${trap}\n`, springs: 'status' },
  filter: {
    config: (trap) =>
      `[filter "f"]\nclean = ${trap}\nsmudge = ${trap}\nprocess = ${trap}\nrequired = true\n[core]\nattributesFile = ATTRIBUTES\n`,
    springs: 'add --renormalize kept.md',
  },
  textconv: {
    config: (trap) => `[diff "f"]\ntextconv = ${trap}\n[core]\nattributesFile = ATTRIBUTES\n`,
    springs: 'log -p',
  },
  difference: {
    config: (trap) =>
      `[diff]\nexternal = ${trap}\n[diff "f"]\ncommand = ${trap}\n[core]\nattributesFile = ATTRIBUTES\n`,
    springs: 'diff HEAD~1',
  },
  alias: {
    config: (trap) => `[alias]\nlog = !${trap}\nrev-parse = !${trap}\nx = !${trap}\n`,
    springs: 'x',
  },
  pager: { config: (trap) => `[core]\npager = ${trap}\n[pager]\nlog = ${trap}\nrev-parse = ${trap}\n` },
  editor: { config: (trap) => `[core]\neditor = ${trap}\naskPass = ${trap}\n[credential]\nhelper = ${trap}\n` },
  hooks: { config: (trap) => `[core]\nhooksPath = ${trap}-hooks\n`, springs: 'add kept.md' },
  'upload-pack': {
    config: (trap) => `[uploadpack]\npackObjectsHook = ${trap}\n[core]\nalternateRefsCommand = ${trap}\n`,
  },
};

describe.skipIf(process.platform === 'win32')('runs no program that a repository configures', () => {
  for (const [name, { config, springs }] of Object.entries(SETTINGS))
    for (const isIncluded of [false, true])
      it(`${name}${isIncluded ? ', in an included file' : ''}`, async () => {
        const repository = createSigned();
        const traps = createTraps();
        const program = traps.command(name);
        const others = temporaryFolder();
        writeFiles(others, { attributes: '*.md filter=f diff=f\n' });
        const hooks = ['post-index-change', 'reference-transaction', 'post-checkout', 'pre-auto-gc'];
        for (const hook of hooks) execFileSync('install', ['-D', program, join(`${program}-hooks`, hook)]);
        const settings = config(program).replaceAll('ATTRIBUTES', join(others, 'attributes'));
        writeFiles(others, { config: settings });
        const added = isIncluded ? `[include]\npath = ${join(others, 'config')}\n` : settings;
        appendFileSync(join(repository.root, '.git/config'), added);
        writeFiles(repository.root, { 'kept.md': 'Changed again.' });
        const changes = await read(repository);
        expect(changes?.changeOf('a.md')?.kind).toBe('deleted');
        expect(changes?.changeOf('b.md')).toMatchObject({ kind: 'renamed', to: 'c.md' });
        expect(traps.sprung()).toEqual([]);
        if (springs === undefined) return;
        // The trap works.
        runUnprotected(repository, springs.split(' '));
        expect(traps.sprung()).toEqual([name]);
      });

  it.each(['blob:none', 'tree:0'])('to fetch what a partial clone lacks (%s)', async (filter) => {
    const source = createSigned();
    source.git('config', 'uploadpack.allowFilter', 'true');
    const clone = new Repository(join(temporaryFolder(), 'clone'));
    source.git('clone', '--quiet', '--no-checkout', `--filter=${filter}`, `file://${source.root}`, clone.root);
    const traps = createTraps();
    for (const [index, [key, value]] of [
      ['core.sshCommand', traps.command('ssh')],
      ['core.gitProxy', traps.command('proxy')],
      ['remote.origin.uploadpack', traps.command('upload-pack')],
    ].entries()) {
      const urls = ['ssh://example.invalid/x', 'git://example.invalid/x', source.root];
      clone.git('config', 'remote.origin.url', urls[index] ?? '');
      clone.git('config', key ?? '', value ?? '');
      const changes = await read(clone);
      // Without trees nothing is known.
      expect(changes?.changeOf('b.md')?.kind).toBe(filter === 'blob:none' ? 'renamed' : undefined);
      expect(traps.sprung()).toEqual([]);
    }
    for (const [url, name] of [
      ['ssh://example.invalid/x', 'ssh'],
      ['git://example.invalid/x', 'proxy'],
      [source.root, 'upload-pack'],
    ] as const) {
      clone.git('config', 'remote.origin.url', url);
      runUnprotected(clone, ['log', '-p'], { GIT_ALLOW_PROTOCOL: 'ssh:git:file' });
      expect(traps.sprung()).toContain(name);
    }
  });

  it('in a folder that looks like a repository', async () => {
    const source = createSigned();
    const outer = createRepository();
    outer.git('clone', '--quiet', '--bare', source.root, 'skill');
    const traps = createTraps();
    const settings = `[log]\nshowSignature = true\n[gpg]\nprogram = ${traps.command('signature')}\n`;
    appendFileSync(join(outer.root, 'skill/config'), settings);
    // Something is called `.git`, so the folder is taken for the root of a repository.
    writeFiles(outer.root, { 'skill/.git': 'x' });
    const inner = new Repository(join(outer.root, 'skill'));
    expect(await read(inner)).toBeUndefined();
    expect(traps.sprung()).toEqual([]);
    rmSync(join(inner.root, '.git'));
    runUnprotected(inner, ['log', '-1']);
    expect(traps.sprung()).toEqual(['signature']);
  });

  it('that a variable of the environment names', async () => {
    const repository = createSigned();
    const traps = createTraps();
    const other = createSigned();
    const environment = {
      ...process.env,
      GIT_EXTERNAL_DIFF: traps.command('difference'),
      GIT_PAGER: traps.command('pager'),
      GIT_SSH_COMMAND: traps.command('ssh'),
      GIT_CONFIG_COUNT: '2',
      GIT_CONFIG_KEY_0: 'log.showSignature',
      GIT_CONFIG_VALUE_0: 'true',
      GIT_CONFIG_KEY_1: 'gpg.program',
      GIT_CONFIG_VALUE_1: traps.command('signature'),
      GIT_EXEC_PATH: temporaryFolder(),
      GIT_TRACE: join(repository.root, 'trace'),
      GIT_DIR: join(other.root, '.git'),
      GIT_WORK_TREE: other.root,
      GIT_OBJECT_DIRECTORY: temporaryFolder(),
      LD_PRELOAD: join(repository.root, 'lib.so'),
      PAGER: traps.command('any-pager'),
    };
    const changes = await read(repository, { environment });
    expect(changes?.changeOf('a.md')?.kind).toBe('deleted');
    expect(existsSync(join(repository.root, 'trace'))).toBe(false);
    expect(traps.sprung()).toEqual([]);
    const { GIT_CONFIG_COUNT, GIT_CONFIG_KEY_0, GIT_CONFIG_VALUE_0, GIT_CONFIG_KEY_1, GIT_CONFIG_VALUE_1 } =
      environment;
    const working = { GIT_CONFIG_COUNT, GIT_CONFIG_KEY_0, GIT_CONFIG_VALUE_0, GIT_CONFIG_KEY_1, GIT_CONFIG_VALUE_1 };
    runUnprotected(repository, ['log', '-1'], working);
    expect(traps.sprung()).toEqual(['signature']);
  });
});

it.skipIf(process.platform === 'win32')('does not wait for a pipe that a repository includes', async () => {
  const repository = createSigned();
  const pipe = join(temporaryFolder(), 'pipe');
  execFileSync('mkfifo', [pipe]);
  appendFileSync(join(repository.root, '.git/config'), `[include]\npath = ${pipe}\n`);
  expect(await readHistory({ root: repository.root, workspace: [], limit: 200 })).toEqual({ kind: 'none' });
});

it('has the same answer whatever a repository configures for its output', async () => {
  const repository = createSigned();
  const settings = {
    'diff.renames': 'copies',
    'diff.relative': 'true',
    'diff.noprefix': 'true',
    'diff.orderFile': '/nowhere',
    'log.decorate': 'full',
    'log.follow': 'true',
    'log.abbrevCommit': 'true',
    'log.mailmap': 'true',
    'mailmap.file': '/nowhere',
    'log.diffMerges': 'on',
    'format.pretty': 'oneline',
    'notes.displayRef': '*',
    'color.ui': 'always',
    'color.diff': 'always',
    'core.abbrev': '4',
    'core.quotePath': 'true',
    'i18n.logOutputEncoding': 'UTF-16',
  };
  for (const [key, value] of Object.entries(settings)) repository.git('config', key, value);
  const changes = await read(repository);
  expect(changes?.changeOf('a.md')?.kind).toBe('deleted');
  expect(changes?.changeOf('b.md')).toMatchObject({ kind: 'renamed', to: 'c.md' });
});
