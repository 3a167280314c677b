import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../equipment/runtime/folders.ts';
import { MADE_UP_SESSIONS } from '../equipment/runtime/made-up-sessions/made-up-sessions.ts';
import { createDemoSkill, runCli } from './run-support.ts';

async function run(cwd: string, skills: string, model = 'simulated/stubborn') {
  const ran = await runCli(['run', 'Say hello.', '--skills', skills, '--model', model, '--yes', '--json'], { cwd });
  return { run: ran.ofType('run_started')[0]?.run ?? '', requests: ran.ofType('llm_request') };
}

test('skillwright show: the calls of a run, and the complete request of one', async () => {
  const cwd = temporaryFolder();
  const { run: id, requests } = await run(cwd, createDemoSkill());
  const table = await runCli(['show', id], { cwd });
  expect([table.code, table.stderr]).toEqual([0, '']);
  expect(table.stdout).toMatch(/^call {2}messages .* total {2}reported$/m);
  expect(table.stdout).toMatch(/^ +#1 +2 /m);
  expect(table.stdout).toMatch(/^ +\d+ % +[\d,]+ +[\d,]+ × \d+ {2}skill demo$/m);
  expect(table.stdout).toMatch(
    /^ {2}misses:\n {4}demo\/references\/\S+ \(file( ×\d+)?, (path guessed from prose|written in the skill, absent)\): “/m,
  );
  const all = JSON.parse((await runCli(['show', id, '--json'], { cwd })).stdout);
  expect(all).toMatchObject({ version: 1, run: id, sent: { estimated: true } });
  expect(all.calls.map(({ call, seq, messages }: Record<string, number>) => [call, seq, messages])).toEqual(
    requests.map(({ call, seq, messages }) => [call, seq, messages]),
  );
  const one = JSON.parse((await runCli(['show', id, '--call', '3', '--json'], { cwd })).stdout);
  expect(one).toMatchObject({ call: 3, changes: { since: 2 }, tokens: { estimated: true } });
  expect(one.request.messages[0]).toMatchObject({
    role: 'system',
    content: expect.stringContaining('You have skills'),
  });
  expect(one.request.messages).toHaveLength(one.messages);
  expect(one.request.tools.map(({ name }: { name: string }) => name)).toEqual(requests[2]?.tools);
  expect((await runCli(['show', id, '--call', '3'], { cwd })).stdout).toMatch(
    /^Changes since call 2\n {2}\+ assistant: /m,
  );
});

test('skillwright show: a session of another agent, as far as it has the texts', async () => {
  const cwd = temporaryFolder();
  writeFileSync(join(cwd, 'session.json'), MADE_UP_SESSIONS.adk ?? '');
  // Some agents use the name of our journals.
  writeFileSync(join(cwd, 'journal.jsonl'), MADE_UP_SESSIONS['claude-code'] ?? '');
  expect(await runCli(['show', 'journal.jsonl'], { cwd })).toMatchObject({ code: 0, stderr: '' });
  const { code, stdout, stderr } = await runCli(['show', 'session.json'], { cwd });
  expect([code, stderr]).toEqual([0, '']);
  expect(stdout).toMatch(/ × 1 {2}skill brewer$/m);
  expect(stdout).toContain('The instructions and tools of 2 calls are unknown. The session does not contain them.');
  const { sent, calls } = JSON.parse((await runCli(['show', 'session.json', '--json'], { cwd })).stdout);
  expect(calls).toHaveLength(2);
  expect(sent.parts).toContainEqual(expect.objectContaining({ kind: 'skill', name: 'brewer', calls: 1 }));
});

test('skillwright diff: the same, then different because a file was added to the skill', async () => {
  const cwd = temporaryFolder();
  const skills = createDemoSkill();
  const [a, b] = [await run(cwd, skills), await run(cwd, skills)];
  const same = await runCli(['diff', a.run, b.run], { cwd });
  expect([same.code, same.stderr]).toEqual([0, '']);
  expect(same.stdout).toMatch(/^No differences in \d+ steps\.$/m);
  writeFileSync(join(skills, 'demo/references/user_guide.md'), 'Here it is.\n');
  const c = await run(cwd, skills);
  const different = await runCli(['diff', a.run, join(cwd, '.skillwright/runs', c.run)], { cwd });
  expect(different.code).toBe(1);
  expect(different.stdout).toContain('First difference: the text of a skill differs (demo/references/user_guide.md).');
  const json = JSON.parse((await runCli(['diff', a.run, c.run, '--json'], { cwd })).stdout);
  expect(json).toMatchObject({
    version: 1,
    divergence: { reason: 'skill' },
    totals: { a: { run: a.run }, b: { run: c.run } },
  });
  const [row] = json.aligned.filter(([, , relation]: [number, number, string]) => relation !== 'same');
  expect([row[0], row[1]]).toEqual([json.divergence.a, json.divergence.b]);
  expect(row[2]).toBe('changed');
});

test('skillwright diff: sessions of other agents, with each other and with a run', async () => {
  const cwd = temporaryFolder();
  const text = MADE_UP_SESSIONS['claude-code'] ?? '';
  writeFileSync(join(cwd, 'a.jsonl'), text);
  writeFileSync(join(cwd, 'b.jsonl'), text.replace('"No."', '"The key is sk-live-0123456789abcdefghij."'));
  const same = await runCli(['diff', 'a.jsonl', 'a.jsonl'], { cwd });
  expect([same.code, same.stderr]).toEqual([0, '']);
  expect(same.stdout).toMatch(/^No differences in 4 steps\.$/m);
  const different = await runCli(['diff', 'a.jsonl', 'b.jsonl'], { cwd });
  expect([different.code, different.stderr]).toEqual([1, '']);
  expect(different.stdout).toContain('First difference: the reason is unknown');
  expect(different.stdout).toContain('[redacted]');
  expect(different.stdout).not.toContain('sk-live');
  const own = await run(cwd, createDemoSkill());
  const json = JSON.parse((await runCli(['diff', own.run, 'a.jsonl', '--json'], { cwd })).stdout);
  expect(json).toMatchObject({
    divergence: { reason: 'prompt' },
    totals: { a: { run: own.run }, b: { run: 'claude-code-tea', client: 'claude-code', misses: 0, answer: 'No.' } },
  });
  writeFileSync(join(cwd, 'priced.jsonl'), text.replace(/"model":"[^"]*"/g, '"model":"claude-sonnet-4-5"'));
  const priced = await runCli(['diff', 'priced.jsonl', 'a.jsonl'], { cwd });
  expect(priced.stdout).toMatch(/^cost +\$0\.\d{4} \(est\.\)\s/m);
  writeFileSync(join(cwd, 'notes.txt'), 'no session');
  const refused = await runCli(['diff', 'a.jsonl', 'notes.txt'], { cwd });
  expect([refused.code, refused.stdout]).toEqual([2, '']);
  expect(refused.stderr).toContain('Choose a session of');
});

test.each([
  [['show', 'nope'], /Pass the id of a run/],
  [['show'], /missing required argument/],
  [['diff', 'nope', 'none'], /Pass the id of a run.*nope[\s\S]*none/],
  [['diff', 'one'], /missing required argument/],
])('skillwright %j exits with 2', async (args, message) => {
  const { code, stderr, stdout } = await runCli(args, { cwd: temporaryFolder() });
  expect([code, stdout]).toEqual([2, '']);
  expect(stderr).toMatch(message);
});

test('skillwright diff, show, export and import: a journal with a forged origin, skill or count', async () => {
  const cwd = temporaryFolder();
  const { run: id } = await run(cwd, createDemoSkill());
  const text = readFileSync(join(cwd, '.skillwright/runs', id, 'journal.jsonl'), 'utf8');
  const forge = (folder: string, from: RegExp, to: string): string => {
    expect(text).toMatch(from);
    mkdirSync(join(cwd, folder));
    writeFileSync(join(cwd, folder, 'journal.jsonl'), text.replace(from, to));
    return join(folder, 'journal.jsonl');
  };
  const started = [
    forge('origin', /"simulated":true/, '"simulated":true,"imported":{}'),
    forge('skills', /"skills":\[[^\]]*\]/, '"skills":[null]'),
  ];
  for (const file of started)
    for (const args of [
      ['show', file],
      ['diff', id, file],
      ['export', file, '--format', 'html'],
    ]) {
      const { code, stdout, stderr } = await runCli(args, { cwd });
      expect([code, stdout]).toEqual([2, '']);
      expect(stderr).toMatch(/Pass (?:the journal of a run|a run or a session): .*journal\.jsonl contains n/);
    }
  const file = forge('count', /"inputTokens":\d+/, '"inputTokens":null');
  for (const args of [
    ['show', file],
    ['diff', file, file],
    ['export', file, '--format', 'otlp'],
    ['import', file],
  ]) {
    const { code, stderr } = await runCli(args, { cwd });
    expect([args[0], code, stderr]).toEqual([args[0], 0, '']);
  }
});

test('skillwright show and diff reject files that are no journals, and calls that a run does not have', async () => {
  const cwd = temporaryFolder();
  writeFileSync(join(cwd, 'notes.txt'), 'no journal');
  expect((await runCli(['show', 'notes.txt'], { cwd })).stderr).toContain('Choose a session of');
  const { run: id, requests } = await run(cwd, createDemoSkill());
  for (const call of ['0', 'x', '1.5']) expect((await runCli(['show', id, '--call', call], { cwd })).code).toBe(2);
  const { code, stderr } = await runCli(['show', id, '--call', '999'], { cwd });
  expect([code, stderr]).toEqual([2, expect.stringContaining(`from 1 to ${requests.length}`)]);
});
