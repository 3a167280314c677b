/** Hooks as clients start them: a process of its own for each event, whose failure no client may notice. */
import { spawn } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ownFolders } from '../../scripts/lib/own-folders.ts';
import { manifest, temporaryFolder, writeFiles } from '../equipment/runtime/folders.ts';
import { CLI, runCli } from './run-support.ts';

const PROGRAM = join(dirname(CLI), 'hook.cjs');

function machine() {
  const home = writeFiles(temporaryFolder(), {
    'site/.git/HEAD': '',
    'site/.claude/skills/brew/SKILL.md': manifest('brew', 'Read `references/menu.md` first.\n'),
    'site/.claude/skills/brew/references/menus.md': 'Teas\n',
  });
  const site = join(home, 'site');
  const miss = {
    session_id: 's1',
    cwd: site,
    hook_event_name: 'PostToolUseFailure',
    tool_name: 'Read',
    tool_input: { file_path: join(site, '.claude/skills/brew/references/menu.md') },
    tool_use_id: 't1',
    error: 'File does not exist.',
  };
  return { home, site, miss, env: { ...process.env, ...ownFolders(home) } };
}

/** Runs a program with an input; `undefined` leaves standard input open. */
async function run(args: readonly string[], input: string | Buffer | undefined, env: NodeJS.ProcessEnv) {
  const started = performance.now();
  const child = spawn(process.execPath, args, { env, stdio: ['pipe', 'pipe', 'pipe'] });
  const texts = { stdout: '', stderr: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => (texts.stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (texts.stderr += text));
  child.stdin.on('error', () => undefined);
  if (input !== undefined) child.stdin.end(input);
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve));
  return { ...texts, code, milliseconds: performance.now() - started };
}

describe.each([
  ['its own program', [PROGRAM, 'claude-code']],
  ['the command line', [CLI, 'hook', 'claude-code']],
])('%s', (_, args) => {
  test('answers a miss with the nearest file', async () => {
    const { miss, env } = machine();
    const { code, stdout, stderr } = await run(args, JSON.stringify(miss), env);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(JSON.parse(stdout).hookSpecificOutput.additionalContext).toContain('`references/menus.md`');
  });

  test.each<[string, (miss: object) => string | Buffer]>([
    ['nothing', () => ''],
    ['no JSON', () => '{"session_id": '],
    ['bytes', () => Buffer.from([0xff, 0xfe, 0, 1, 2])],
    ['a list', () => '[]'],
    ['null', () => 'null'],
    ['another event', (miss) => JSON.stringify({ ...miss, hook_event_name: 'Notification' })],
    ['a tool without arguments', (miss) => JSON.stringify({ ...miss, tool_input: null })],
    ['a folder that does not exist', (miss) => JSON.stringify({ ...miss, cwd: '/nowhere/at/all' })],
    [
      'an id that leads out of the folder',
      (miss) => JSON.stringify({ ...miss, session_id: '../../../../x', tool_name: 'Write' }),
    ],
    ['20 MB', (miss) => JSON.stringify({ ...miss, tool_response: 'x'.repeat(20_000_000) })],
  ])('ends with 0 and without an answer for %s', async (_title, inputOf) => {
    const { miss, env, home } = machine();
    const { code, stdout, stderr } = await run(args, inputOf(miss), env);
    expect({ code, stdout, stderr }).toEqual({ code: 0, stdout: '', stderr: '' });
    expect(existsSync(join(home, 'x.jsonl'))).toBe(false);
  });
});

test('import shows what the hooks of a session said, below its calls', async () => {
  const { home, site, miss } = machine();
  const env = ownFolders(home);
  const told: string[] = [];
  const records: object[] = [];
  const add = (type: 'user' | 'assistant', content: unknown): void => {
    const uuid = `u${records.length}`;
    const parentUuid = records.length === 0 ? null : `u${records.length - 1}`;
    const message = { id: uuid, role: type, model: 'claude-some', content };
    const timestamp = new Date().toISOString();
    records.push({ sessionId: 's1', cwd: site, version: '2.1.0', timestamp, type, uuid, parentUuid, message });
  };
  const hook = async (more: object): Promise<string> =>
    (
      await run([PROGRAM, 'claude-code'], JSON.stringify({ ...miss, error: undefined, ...more }), {
        ...process.env,
        ...env,
      })
    ).stdout;
  add('user', 'Brew');
  await hook({ hook_event_name: 'PostToolUse', tool_name: 'Skill', tool_input: { skill: 'brew' }, tool_use_id: 't0' });
  for (const id of ['t1', 't2', 't3']) {
    add('assistant', [{ type: 'tool_use', id, name: 'Read', input: miss.tool_input }]);
    const before = await hook({ hook_event_name: 'PreToolUse', tool_use_id: id });
    const after = before === '' ? await hook({ tool_use_id: id, error: miss.error }) : before;
    told.push(after);
    add('user', [{ type: 'tool_result', tool_use_id: id, is_error: true, content: miss.error }]);
  }
  expect(told.map((answer) => answer.includes('permissionDecision'))).toEqual([false, false, true]);
  const transcript = join(home, 's1.jsonl');
  writeFileSync(transcript, records.map((record) => `${JSON.stringify(record)}\n`).join(''));
  const { stdout } = await runCli(['import', transcript, '--json'], { env, process: true });
  const events = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  const guards = events.filter(({ type }) => type === 'guard');
  expect(guards.map(({ verdict, count, threshold }) => [verdict, count, threshold])).toEqual([
    ['warn', 1, 3],
    ['warn', 2, 3],
    ['deny', 3, 3],
  ]);
  for (const [index, { told: words, parent }] of guards.entries()) {
    expect(told[index]).toContain(JSON.stringify(words).slice(1, -1));
    expect(events.find(({ seq }) => seq === parent)).toMatchObject({ type: 'tool_call', id: `t${index + 1}` });
  }
});

describe('the uninstallation of the extension', () => {
  const UNINSTALL = join(dirname(CLI), 'uninstall.cjs');
  const MINE = '{\n  // mine\n  "model": "opus"\n}\n';

  test('is run by VS Code in the form that it accepts', () => {
    const { scripts } = JSON.parse(readFileSync(join(dirname(CLI), '../package.json'), 'utf8'));
    expect(scripts['vscode:uninstall']).toBe('node ./dist/uninstall.cjs');
  });

  test('takes back what the extension has installed, and leaves what the command line has', async () => {
    const { home, site, env } = machine();
    const settings = join(home, '.claude/settings.json');
    writeFiles(home, { '.claude/settings.json': MINE });
    for (const client of ['claude-code', 'opencode', 'codex'])
      expect(
        await runCli(['hook', 'install', '--client', client, '--project', site], {
          env: ownFolders(home),
          process: true,
        }),
      ).toMatchObject({ code: 0 });
    expect(
      await runCli(['hook', 'install', '--client', 'claude-code'], { env: ownFolders(home), process: true }),
    ).toMatchObject({ code: 0 });
    // The list as the extension writes it for all but the last.
    const list = join(String(env.XDG_DATA_HOME), 'skillwright/hook/installed.json');
    const installed = JSON.parse(readFileSync(list, 'utf8'));
    const files = installed.files.map((one: { file: string }) =>
      one.file.includes('.codex') ? one : { ...one, by: 'extension' },
    );
    writeFileSync(list, JSON.stringify({ ...installed, files }));
    expect(await run([UNINSTALL], '', env)).toMatchObject({ code: 0, stdout: '', stderr: '' });
    expect(readFileSync(settings, 'utf8')).toBe(MINE);
    expect(existsSync(join(site, '.claude/settings.json'))).toBe(false);
    expect(existsSync(join(site, '.opencode'))).toBe(false);
    expect(existsSync(join(site, '.codex/hooks.json'))).toBe(true);
    writeFileSync(
      list,
      JSON.stringify({
        ...installed,
        files: files
          .filter((one: { by?: string }) => one.by === undefined)
          .map((one: object) => ({ ...one, by: 'extension' })),
      }),
    );
    expect(await run([UNINSTALL], '', env)).toMatchObject({ code: 0 });
    expect(existsSync(join(site, '.codex'))).toBe(false);
    expect(existsSync(join(dirname(list), 'skillwright-hook.cjs'))).toBe(false);
  });

  test('does nothing where nothing is installed, and says nothing about a damaged list', async () => {
    const { env } = machine();
    expect(await run([UNINSTALL], '', env)).toMatchObject({ code: 0, stdout: '', stderr: '' });
    const list = join(String(env.XDG_DATA_HOME), 'skillwright/hook/installed.json');
    writeFiles(dirname(list), { 'installed.json': '{"files":[{"file":7},{"file":"/","by":"extension"}]}' });
    expect(await run([UNINSTALL], '', env)).toMatchObject({ code: 0, stdout: '', stderr: '' });
  });
});

test('ends with 0 if the input never ends', async () => {
  const { env } = machine();
  const { code, stdout } = await run([PROGRAM, 'claude-code'], undefined, env);
  expect({ code, stdout }).toEqual({ code: 0, stdout: '' });
});

test('says nothing with SKILLWRIGHT_HOOKS=off', async () => {
  const { miss, env } = machine();
  const { code, stdout } = await run([PROGRAM, 'claude-code'], JSON.stringify(miss), {
    ...env,
    SKILLWRIGHT_HOOKS: 'off',
  });
  expect({ code, stdout }).toEqual({ code: 0, stdout: '' });
});

test('tells even if nothing can be stored', async () => {
  const { miss, env, home } = machine();
  const file = join(home, 'no-folder');
  writeFileSync(file, '');
  const { code, stdout } = await run([PROGRAM, 'claude-code'], JSON.stringify(miss), {
    ...env,
    SKILLWRIGHT_HOOKS_DATA: join(file, 'data'),
  });
  expect(code).toBe(0);
  expect(stdout).toContain('has no file');
});

describe('hook install', () => {
  test('writes commands that run, also if the program is gone, and uninstall restores the bytes', async () => {
    const { home, miss, env } = machine();
    const settings = join(home, '.claude/settings.json');
    const before = '{\n  // mine\n  "model": "opus",\n}\n';
    writeFiles(home, { '.claude/settings.json': before, '.gemini/settings.json': '{}' });
    const options = { cwd: home, env: ownFolders(home) };
    const installed = await runCli(['hook', 'install', '--client', 'all'], options);
    expect({ code: installed.code, stderr: installed.stderr }).toEqual({ code: 0, stderr: '' });
    expect(installed.stdout).toContain('Wrote ~/.claude/settings.json (Claude Code)');
    expect(existsSync(join(home, '.codex'))).toBe(false);
    const [, command = ''] = /"command": "([^"]*)"/.exec(readFileSync(settings, 'utf8')) ?? [];
    const viaShell = () => runShell(command, JSON.stringify(miss), env);
    expect((await viaShell()).stdout).toContain('`references/menus.md`');
    const doctor = JSON.parse(
      (await runCli(['hook', 'doctor', '--json', '--cwd', join(home, 'site')], options)).stdout,
    );
    expect(doctor.clients[0]).toMatchObject({ client: 'claude-code', runs: { here: 1 }, problems: [] });
    const program = /\S+skillwright-hook\.cjs/.exec(command)?.[0] ?? '';
    rmSync(program);
    expect(await viaShell()).toMatchObject({ code: 0, stdout: '', stderr: '' });
    const removed = await runCli(['hook', 'uninstall', '--client', 'all'], options);
    expect({ code: removed.code, stderr: removed.stderr }).toEqual({ code: 0, stderr: '' });
    expect(readFileSync(settings, 'utf8')).toBe(before);
    expect(readFileSync(join(home, '.gemini/settings.json'), 'utf8')).toBe('{}');
  });

  test('refuses a broken file, says why, and installs the others', async () => {
    const { home } = machine();
    writeFiles(home, { '.claude/settings.json': '{"model": \n', '.qwen/settings.json': '{}' });
    const { code, stdout, stderr } = await runCli(['hook', 'install', '--client', 'all'], {
      cwd: home,
      env: ownFolders(home),
    });
    expect(code).toBe(1);
    expect(stderr).toContain('~/.claude/settings.json (Claude Code) was not changed: it is not valid JSON (line 2)');
    expect(stdout).toContain('Wrote ~/.qwen/settings.json');
    expect(readFileSync(join(home, '.claude/settings.json'), 'utf8')).toBe('{"model": \n');
  });

  test('shows what it would change with --dry-run, and writes nothing', async () => {
    const { home } = machine();
    const { code, stdout } = await runCli(['hook', 'install', '--client', 'codex', '--dry-run'], {
      cwd: home,
      env: ownFolders(home),
    });
    expect(code).toBe(0);
    expect(stdout).toContain('Would write ~/.codex/hooks.json');
    expect(existsSync(join(home, '.codex'))).toBe(false);
  });
});

function runShell(command: string, input: string, env: NodeJS.ProcessEnv) {
  return new Promise<{ code: number | null; stdout: string; stderr: string }>((resolve) => {
    const child = spawn('/bin/sh', ['-c', command], { env });
    const texts = { stdout: '', stderr: '' };
    child.stdout.setEncoding('utf8').on('data', (text: string) => (texts.stdout += text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => (texts.stderr += text));
    child.stdin.on('error', () => undefined);
    child.stdin.end(input);
    child.on('close', (code) => resolve({ ...texts, code }));
  });
}
