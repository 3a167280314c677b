import { existsSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { temporaryFolder, writeFiles } from '../../test/equipment/runtime/folders.ts';
import { bubblewrapArguments } from './bubblewrap.ts';
import type { ScriptPlan } from './executor.ts';
import type { Interpreter } from './interpreters.ts';
import { localEnvironment } from './local-environment.ts';
import { localExecutor } from './local-executor.ts';
import { NO_SANDBOX, type SandboxKind, systemSandbox, trySandbox } from './sandbox.ts';
import { seatbeltArguments, seatbeltProfile } from './seatbelt.ts';

const COMMAND = {
  folder: '/private/tmp/skillwright-script-1',
  needs: ['/Users/ada/.pyenv/versions/3.13.0'],
  environment: { HOME: '/private/tmp/skillwright-script-1' },
  command: ['/usr/bin/python3', 'scripts/a.py', '-x'],
};
/** Returns the values that follow a flag. */
const following = (args: readonly string[], flag: string, count: number): readonly (readonly string[])[] =>
  args.flatMap((arg, index) => (arg === flag ? [args.slice(index + 1, index + 1 + count)] : []));

describe('the choice of a sandbox', () => {
  const found = (name: string): string => `/opt/bin/${name}`;

  test('is bubblewrap on Linux if it is on PATH, seatbelt by its absolute path on macOS, none elsewhere', () => {
    const kind = (platform: NodeJS.Platform, find: (name: string) => string | undefined = found) =>
      systemSandbox(platform, find).name;
    expect(kind('linux')).toBe('bubblewrap');
    expect(kind('linux', () => undefined)).toBe('none');
    expect([kind('darwin'), kind('win32'), kind('freebsd')]).toEqual(['seatbelt', 'none', 'none']);
    expect(systemSandbox('linux', found).wrap(COMMAND)[0]).toBe('/opt/bin/bwrap');
    expect(systemSandbox('darwin', found).wrap(COMMAND)[0]).toBe('/usr/bin/sandbox-exec');
    expect(NO_SANDBOX.wrap(COMMAND)).toEqual(COMMAND.command);
  });

  test('skips a sandbox in which the interpreter does not start', async () => {
    const interpreter: Interpreter = {
      kind: 'interpreter',
      path: process.execPath,
      needs: [],
      environment: {},
      trial: ['-e', '0'],
    };
    const fake = (file: string, ...args: string[]) =>
      trySandbox({ name: 'seatbelt', wrap: ({ command }) => [file, ...args, ...command] }, interpreter);
    expect((await fake('/usr/bin/env')).name).toBe('seatbelt');
    expect((await fake(process.execPath, '-e', 'process.exit(1)')).name).toBe('none');
    expect((await fake('/nowhere/sandbox')).name).toBe('none');
    const wrap: SandboxKind['wrap'] = ({ command }) => ['/usr/bin/env', ...command];
    const weaker: SandboxKind = { name: 'bubblewrap', wrap };
    const old: SandboxKind = { name: 'bubblewrap', wrap: () => [process.execPath, '--unknown-option'], weaker };
    expect(await trySandbox(old, interpreter)).toBe(weaker);
  });

  test.skipIf(process.platform === 'win32')('fails if the approved sandbox is no longer available', async () => {
    const root = temporaryFolder();
    writeFiles(root, { 'scripts/a.mjs': 'console.log("ran");' });
    // With names that no sandbox was tested with yet.
    const [node, shell] = [join(root, 'node'), join(root, 'sh')];
    symlinkSync(process.execPath, node);
    symlinkSync('/bin/sh', shell);
    const command = [node, 'scripts/a.mjs'];
    const plan: ScriptPlan = {
      kind: 'plan',
      command,
      needs: [],
      environment: {},
      sandbox: 'bubblewrap',
      timeoutSeconds: 9,
    };
    vi.stubEnv('PATH', root);
    onTestFinished(() => void vi.unstubAllEnvs());
    const { signal } = new AbortController();
    expect(await localExecutor({ trusted: true }).run(plan, root, [], signal)).toMatchObject({ kind: 'failed' });
    const inShell = { ...plan, shell };
    const environment = localEnvironment({ trusted: true });
    onTestFinished(() => environment.close());
    expect(await environment.run(inShell, { root }, 'echo ran', signal)).toMatchObject({ kind: 'failed' });
  });
});

describe('bubblewrap', () => {
  const args = bubblewrapArguments(COMMAND);

  test('shares nothing, drops all capabilities, and ends with its parent', () => {
    for (const flag of ['--unshare-all', '--die-with-parent', '--new-session', '--clearenv'])
      expect(args).toContain(flag);
    expect(following(args, '--cap-drop', 1)).toEqual([['ALL']]);
    expect(args).not.toContain('--share-net');
    expect(args).toContain('--disable-userns');
    expect(bubblewrapArguments(COMMAND, true)).not.toContain('--disable-userns');
  });

  test('binds only the folder as writable, and never the root or a home folder', () => {
    expect(following(args, '--bind', 2)).toEqual([[COMMAND.folder, COMMAND.folder]]);
    const writable = [`${COMMAND.folder}/home`, `${COMMAND.folder}/work`];
    const hidden = [`${COMMAND.folder}/home/.x/skills/two`];
    const several = bubblewrapArguments({ ...COMMAND, writable, hidden });
    const above = [`${COMMAND.folder}/home/.x`, `${COMMAND.folder}/home/.x/skills`];
    expect(following(several, '--bind', 2).map(([path]) => path)).toEqual([...writable, ...above]);
    expect(following(several, '--tmpfs', 1).flat()).toEqual(expect.arrayContaining([COMMAND.folder, ...hidden]));
    expect(following(several, '--remount-ro', 1).flat()).toEqual(expect.arrayContaining([COMMAND.folder, ...hidden]));
    const bound = [...following(args, '--ro-bind', 1), ...following(args, '--ro-bind-try', 1)].flat();
    expect(bound).toContain('/Users/ada/.pyenv/versions/3.13.0');
    for (const path of ['/', '/home', '/root', '/etc', '/var', '/Users/ada']) expect(bound).not.toContain(path);
  });

  test('makes /, /proc and /dev read-only after all mounts in them, except private ones', () => {
    const readOnly = following(args, '--remount-ro', 1).flat();
    for (const path of ['/', '/proc', '/dev']) {
      const at = args.findIndex((arg, index) => arg === path && args[index - 1] === '--remount-ro');
      const mounts = ['--proc', '--dev', '--tmpfs', '--ro-bind', '--ro-bind-try', '--bind', '--symlink'];
      const later = args.slice(at + 1).filter((_, index, rest) => mounts.includes(rest[index - 1] ?? ''));
      expect([path, later.filter((one) => one.startsWith(path === '/' ? path : `${path}/`))]).toEqual([path, []]);
    }
    // Nothing in /proc is writable, covered or not.
    const covers = following(args, '--tmpfs', 1).flat();
    expect(covers.filter((path) => !readOnly.includes(path))).toEqual(['/dev/shm', '/tmp']);
  });

  test.runIf(process.platform === 'linux')('covers the existing entries of /proc that describe the machine', () => {
    const covered = [...following(args, '--tmpfs', 1), ...following(args, '--ro-bind', 2).map(([, to]) => [to])].flat();
    for (const path of ['/proc/kcore', '/proc/keys', '/proc/timer_list', '/proc/irq', '/proc/bus'])
      expect([path, covered.includes(path)]).toEqual([path, existsSync(path)]);
  });

  test('closes leaked descriptors, but not the one for the child’s id', () => {
    const closing = bubblewrapArguments({ ...COMMAND, childFd: 3, closes: [64, 251] });
    expect(following(closing, '--args', 1)).toEqual([['64'], ['251']]);
    expect(following(closing, '--info-fd', 1)).toEqual([['3']]);
    expect(following(args, '--args', 1)).toEqual([]);
  });

  test('passes the command after --', () => {
    expect(args.slice(args.indexOf('--') + 1)).toEqual(COMMAND.command);
  });
});

describe('seatbelt', () => {
  const args = seatbeltArguments(COMMAND);
  const profile = following(args, '-p', 1)[0]?.[0] ?? '';
  const rules = profile.split(/\n(?=\()/);
  const rule = (begin: string): readonly string[] => rules.filter((one) => one.startsWith(begin));

  test('denies by default, and the network explicitly', () => {
    expect(rules.slice(0, 3)).toEqual(['(version 1)', '(deny default)', '(deny network*)']);
    expect(profile).not.toMatch(/allow network|allow default|mach-register|iokit/);
  });

  test('has no rule for writing, which would apply to all paths, if no folder is writable', () => {
    expect(seatbeltProfile(0, 1, 1)).not.toContain('file-write*');
    expect(seatbeltProfile(1, 1, 1)).toContain('(allow file-write*\n');
  });

  test('makes only the folder and data-less devices writable', () => {
    expect(rule('(allow file-write*')).toEqual(['(allow file-write*\n  (subpath (param "WRITABLE_0")))']);
    // Neither the folder nor one above it can be moved.
    expect(rule('(deny file-write-unlink')[0]).toMatch(
      /\(literal \(param "WRITABLE_0"\)\)\n {2}\(literal \(param "ABOVE_0"\)\)/,
    );
    const two = seatbeltProfile(2, 0, 0);
    expect(two).toContain('(allow file-write*\n  (subpath (param "WRITABLE_0"))\n  (subpath (param "WRITABLE_1")))');
    expect(two).toContain('(literal (param "FOLDER"))');
    expect(two).not.toContain('HIDDEN');
    const hidden = seatbeltProfile(1, 0, 0, 1).split(/\n(?=\()/);
    const [allowed, denied] = ['(allow file-write*', '(deny file-read* file-write*'].map((begin) =>
      hidden.findIndex((one) => one.startsWith(begin)),
    );
    expect(denied, 'later rules win').toBeGreaterThan(allowed ?? 0);
    const devices = [...(rule('(allow file-write-data')[0] ?? '').matchAll(/"([^"]+)"/g)].map(([, path]) => path);
    expect(devices).toEqual(['/dev/null', '/dev/zero', '/dev/random', '/dev/urandom']);
  });

  test('makes the system, the interpreter and the folder readable, but no home folder', () => {
    const [read = ''] = rule('(allow file-read*');
    expect(read).toContain('(subpath (param "WRITABLE_0"))');
    expect(read).toContain('(subpath (param "NEED_0"))');
    expect(read).toContain('(literal "/")');
    expect(read).not.toMatch(/subpath "\/"|Users|\/private\/var\/folders|\/etc"/);
  });

  test('allows looking up parent folders, but not listing them: Node resolves links from the root', () => {
    const above = following(args, '-D', 1)
      .flat()
      .filter((one) => one.startsWith('ABOVE_'))
      .map((one) => one.replace(/^ABOVE_\d+=/, ''));
    expect(above).toEqual([
      '/private/tmp',
      '/private',
      '/Users/ada/.pyenv/versions',
      '/Users/ada/.pyenv',
      '/Users/ada',
      '/Users',
    ]);
    expect(rule('(allow file-read-metadata')[0]?.match(/literal \(param "ABOVE_/g)).toHaveLength(above.length);
  });

  test('passes paths as parameters, so that none is parsed as part of the profile', () => {
    const folder = '/tmp/a")(allow default)("';
    const hostile = seatbeltArguments({ ...COMMAND, folder, needs: [folder] });
    expect(following(hostile, '-p', 1)[0]?.[0]).not.toContain('allow default');
    expect(following(hostile, '-D', 1).flat()).toContain(`FOLDER=${folder}`);
  });

  test('has balanced brackets and all used parameters', () => {
    expect(profile.match(/\(/g)?.length).toBe(profile.match(/\)/g)?.length);
    const given = following(args, '-D', 1)
      .flat()
      .map((one) => one.slice(0, one.indexOf('=')));
    const used = [...profile.matchAll(/\(param "(\w+)"\)/g)].map(([, name]) => name);
    expect(new Set(used)).toEqual(new Set(given));
    expect(seatbeltProfile(1, 0, 0)).not.toContain('file-read-metadata');
  });

  test('passes the command after --', () => {
    expect(args.slice(args.indexOf('--') + 1)).toEqual(COMMAND.command);
  });
});
