import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../equipment/runtime/folders.ts';
import { runCli } from './run-support.ts';

function record(type: string, content: unknown, second: number, more: object = {}): string {
  const envelope = { parentUuid: null, isSidechain: false, sessionId: 'brew-1', cwd: '/home/ada/tea' };
  const timestamp = `2026-01-05T10:00:0${second}.000Z`;
  const message = { role: type, content, ...more };
  return JSON.stringify({ ...envelope, type, uuid: `u${second}`, timestamp, message });
}

const SESSION = [
  record('user', 'Brew some tea.', 1),
  record('assistant', [{ type: 'text', text: 'Green \u001b]0;tea\u0007tea.' }], 2, {
    id: 'm1',
    model: 'claude-test',
    usage: { input_tokens: 7, cache_read_input_tokens: 90, output_tokens: 3 },
  }),
  '{"type":',
].join('\n');

test('import prints the events of a session with the times of the source, and the numbers of records last', async () => {
  const folder = temporaryFolder();
  const file = join(folder, 'anything.txt');
  writeFileSync(file, SESSION);
  const { code, stdout } = await runCli(['import', file, '--json'], { cwd: folder });
  expect(code).toBe(0);
  const events = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(events.map(({ type }) => type)).toEqual([
    ...['run_started', 'llm_request', 'llm_response', 'run_finished', 'import_finished'],
  ]);
  expect(events[0]).toMatchObject({
    prompt: 'Brew some tea.',
    model: 'anthropic/claude-test',
    time: '2026-01-05T10:00:01.000Z',
    imported: { format: 'claude-code', client: 'claude-code', file },
  });
  expect(events.at(-1)).toMatchObject({ run: events[0].run, records: 3, used: 2, broken: 1, steps: 1 });
  expect(stdout).not.toContain('\u001b');
});

test('import reads each session in a folder, and skips other files', async () => {
  const cwd = temporaryFolder();
  mkdirSync(join(cwd, 'all/inner'), { recursive: true });
  writeFileSync(join(cwd, 'all/inner/a.jsonl'), SESSION);
  writeFileSync(join(cwd, 'all/b.jsonl'), SESSION.replaceAll('brew-1', 'brew-2'));
  writeFileSync(join(cwd, 'all/settings.json'), '{"tea":"green"}');
  // A payload of one of our runs.
  writeFileSync(join(cwd, `all/blob-${'0'.repeat(32)}.json`), '"tea"');
  const { code, stdout, stderr } = await runCli(['import', 'all', '--json'], { cwd });
  expect([code, stderr]).toEqual([0, 'skillwright: 1 file of unknown format in all.\n']);
  const runs = [...stdout.matchAll(/"type":"import_finished","run":"([^"]*)"/g)].map(([, run]) => run);
  expect(runs.sort()).toEqual(['claude-code-brew-1', 'claude-code-brew-2']);
  mkdirSync(join(cwd, 'empty'));
  const none = await runCli(['import', 'empty'], { cwd });
  expect(none).toMatchObject({ code: 2, stdout: '' });
  expect(none.stderr).toContain('Specify a folder with sessions: empty contains none.');
});

test('import exits with 2 if a file has no event of the given format', async () => {
  const cwd = temporaryFolder();
  writeFileSync(join(cwd, 'session.jsonl'), SESSION);
  const other = await runCli(['import', 'session.jsonl', '--format', 'gemini-cli', '--json'], { cwd });
  expect(other.code).toBe(2);
  expect(other.stderr).toContain('Import session.jsonl without --format: it has no event of the format gemini-cli.');
  const own = await runCli(['import', 'session.jsonl', '--format', 'claude-code'], { cwd });
  expect(own).toMatchObject({ code: 0, stderr: '' });
});

test('import prints a summary, and exits with 2 if a file is not a session or has an unsupported format', async () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'session.jsonl'), SESSION);
  writeFileSync(join(folder, 'notes.txt'), 'no session');
  writeFileSync(join(folder, 'goose.jsonl'), '{"content_json":[],"message_id":"m1"}');
  const read = await runCli(['import', 'session.jsonl'], { cwd: folder });
  expect(read).toMatchObject({ code: 0, stderr: '' });
  expect(read.stdout).toContain('tokens: 7 in, 90 from the cache, 3 out');
  const refused = await runCli(['import', 'notes.txt', 'goose.jsonl', 'absent.jsonl', 'session.jsonl'], {
    cwd: folder,
  });
  expect(refused.code).toBe(2);
  expect(refused.stdout).toContain('1 model call');
  for (const part of [
    'this file is not a session. notes.txt',
    'Goose is not read. goose.jsonl',
    'absent.jsonl does not exist',
  ])
    expect(refused.stderr).toContain(part);
});

test('import --skills names the current line with the words that caused a miss, and the file that was probably meant', async () => {
  const folder = temporaryFolder();
  const skill = join(folder, 'skills/tea');
  mkdirSync(join(skill, 'references'), { recursive: true });
  const body = '# Tea\n\nRead the brewing guide first.\n';
  writeFileSync(join(skill, 'SKILL.md'), `---\nname: tea\ndescription: Brews tea.\n---\n\n${body}`);
  writeFileSync(join(skill, 'references/brewing-times.md'), 'Three minutes.');
  const use = (id: string, name: string, input: object) => [{ type: 'tool_use', id, name, input }];
  const result = (id: string, content: string, more = {}) => [
    { type: 'tool_result', tool_use_id: id, content, ...more },
  ];
  const session = [
    record('user', 'Brew some tea.', 1),
    record('assistant', use('t1', 'Skill', { skill: 'tea' }), 2, { id: 'm1', model: 'claude-test' }),
    record('user', result('t1', 'Launching skill: tea'), 3),
    // The client's own message, not the user's.
    record('user', [{ type: 'text', text: `Base directory for this skill: ${skill}\n\n${body}` }], 4).replace(
      '{',
      '{"isMeta":true,',
    ),
    record('assistant', use('t2', 'Read', { file_path: `${skill}/references/brewing_guide.md` }), 5, {
      id: 'm2',
      model: 'claude-test',
    }),
    record('user', result('t2', '<tool_use_error>File does not exist.</tool_use_error>', { is_error: true }), 6),
  ];
  writeFileSync(join(folder, 'session.jsonl'), session.join('\n'));
  const missed = 'tea/references/brewing_guide.md (file, path guessed from prose)';
  const recorded = await runCli(['import', 'session.jsonl'], { cwd: folder });
  expect(recorded.stdout).toContain(`    ${missed}: “the brewing guide”\n`);
  const current = await runCli(['import', 'session.jsonl', '--skills', 'skills'], { cwd: folder });
  expect(current.stdout).toContain(
    `    ${missed}: ${join('skills/tea/SKILL.md')}:8:6 "the brewing guide"; possibly meant: references/brewing-times.md\n`,
  );
});

test('import says where a missed file is that exists elsewhere, by the session or the current skills', async () => {
  const folder = temporaryFolder();
  const skill = join(folder, 'skills/tea');
  mkdirSync(join(skill, 'references'), { recursive: true });
  const text = '---\nname: tea\ndescription: Brews tea.\n---\n\nRead `references/times.md` first.\n';
  writeFileSync(join(skill, 'SKILL.md'), text);
  writeFileSync(join(skill, 'references/times.md'), 'Three minutes.');
  const use = (id: string, path: string) => [{ type: 'tool_use', id, name: 'Read', input: { file_path: path } }];
  const result = (id: string, content: string, more = {}) => [
    { type: 'tool_result', tool_use_id: id, content, ...more },
  ];
  const missing = '<tool_use_error>File does not exist.</tool_use_error>';
  const model = { model: 'claude-test' };
  const session = [
    record('user', 'Brew some tea.', 1),
    record('assistant', use('t1', '/home/ada/.claude/skills/tea/SKILL.md'), 2, { id: 'm1', ...model }),
    record('user', result('t1', missing, { is_error: true }), 3),
    record('assistant', use('t2', '/home/ada/.agents/skills/tea/SKILL.md'), 4, { id: 'm2', ...model }),
    record('user', result('t2', text), 5),
    record('assistant', use('t3', '/home/ada/.agents/skills/references/times.md'), 6, { id: 'm3', ...model }),
    record('user', result('t3', missing, { is_error: true }), 7),
  ];
  writeFileSync(join(folder, 'session.jsonl'), session.join('\n'));
  const manifest =
    '    tea/SKILL.md (file) exists: asked at /home/ada/.claude/skills/tea/SKILL.md, it is at /home/ada/.agents/skills/tea/SKILL.md (folder of another client)\n';
  const asked = 'asked at /home/ada/.agents/skills/references/times.md';
  const recorded = await runCli(['import', 'session.jsonl'], { cwd: folder });
  expect(recorded.stdout).toContain(
    `${manifest}    tea/references/times.md (file): ${asked}, its skill is in /home/ada/.agents/skills/tea (the skill’s own folder left out)\n`,
  );
  expect(recorded.stdout).toContain(
    '  instructed to read:\n    tea: 0 of 1 read; references/times.md missed at turn 3 and never read\n',
  );
  const current = await runCli(['import', 'session.jsonl', '--skills', 'skills'], { cwd: folder });
  expect(current.stdout).toContain(
    `    tea/references/times.md (file) exists: ${asked}, it is at /home/ada/.agents/skills/tea/references/times.md (the skill’s own folder left out)\n`,
  );
});

test('import reads a JSON document that is larger than its memory', { timeout: 120_000 }, async () => {
  const folder = temporaryFolder();
  const file = join(folder, 'session.json');
  const event = (index: number): string =>
    JSON.stringify({
      id: `e${index}`,
      author: index % 2 === 0 ? 'user' : 'main',
      timestamp: 1_767_607_200 + index,
      content: {
        role: index % 2 === 0 ? 'user' : 'model',
        parts: [{ text: `Brew pot ${index}. ${'Tea. '.repeat(2000)}` }],
      },
    });
  const events = Array.from({ length: 8000 }, (_, index) => event(index));
  writeFileSync(file, `{"id":"s1","app_name":"tea","events":[${events.join(',')}]}`);
  const NODE_OPTIONS = '--max-old-space-size=64';
  const { code, stdout, stderr } = await runCli(['import', file], {
    cwd: folder,
    env: { NODE_OPTIONS },
    process: true,
  });
  expect([code, stderr]).toEqual([0, '']);
  expect(stdout).toContain('records: 8,001: 8000 used');
});
