import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { readJournal } from '../../runtime/journal/reader.ts';
import type { RunEvent } from '../../runtime/protocol/events.ts';
import { type Reply, startModelServer } from './run-server.ts';
import { type CliResult, createDemoSkill, createTemporaryFolder, runCli } from './run-support.ts';

const MODULE = (effects: string): string => `
import { appendFileSync } from 'node:fs';
export default {
  add: { async execute(input) { appendFileSync(${JSON.stringify(effects)}, JSON.stringify(input) + '\\n'); return { sum: input.n + 1 }; } },
};`;

const calls = (...list: readonly (readonly [string, object])[]): Reply => ({ calls: list });
const REPLIES: readonly Reply[] = [
  calls(['add', { n: 1 }]),
  calls(['add', { n: 2 }], ['add', { n: 3 }]),
  { text: 'Done.' },
];

/** A project whose agent has a module of tools, and whose model replies by the length of the conversation. */
async function createProject() {
  const cwd = createTemporaryFolder();
  const log = join(cwd, 'effects.txt');
  mkdirSync(join(cwd, '.git'));
  writeFileSync(join(cwd, 'tools.mjs'), MODULE(log));
  const agents = { main: { instruction: 'Be brief.', tools: ['./tools.mjs'] } };
  writeFileSync(join(cwd, '.skillwright.json'), JSON.stringify({ agents }));
  const server = await startModelServer(
    ({ body }) => REPLIES[body.messages.filter(({ role }) => role === 'assistant').length] as Reply,
  );
  onTestFinished(() => server.close());
  const data = join(cwd, 'data');
  const surroundings = { cwd, env: { XDG_DATA_HOME: data } };
  const common = ['--runs', join(cwd, 'runs'), '--json'];
  const model = ['--model', 'openai-compatible/m', '--base-url', server.url];
  return {
    cwd,
    server,
    /** Removes what this machine knows about its runs. */
    forget: () => rmSync(data, { recursive: true, force: true }),
    effects: (): string => (existsSync(log) ? readFileSync(log, 'utf8').replaceAll('\n', ' ').trim() : ''),
    clear: () => rmSync(log, { force: true }),
    run: () =>
      runCli(['run', 'Go.', '--skills', createDemoSkill(), '--agent', 'main', ...model, ...common], surroundings),
    resume: (run: string) => runCli(['resume', run, ...common], surroundings),
    fork: (...args: readonly string[]) => runCli(['fork', ...args, ...common], surroundings),
  };
}

const idOf = (ran: CliResult): string => ran.ofType('run_started')[0]?.run ?? '';
const seqOf = (ran: CliResult, type: RunEvent['type'], index: number): string =>
  String(ran.events.filter((event) => event.type === type)[index]?.seq);

describe('skillwright fork', () => {
  test('from a model call prints all events, sends only what follows, and starts no tool of what came before', async () => {
    const at = await createProject();
    const ran = await at.run();
    expect([ran.code, at.server.requests.length, at.effects()]).toEqual([0, 3, '{"n":1} {"n":2} {"n":3}']);
    at.clear();
    const seq = seqOf(ran, 'llm_request', 2);
    const fork = await at.fork(idOf(ran), '--at', seq);
    expect([fork.code, fork.stderr, fork.finished?.text]).toEqual([0, '', 'Done.']);
    expect(fork.events[0]).toMatchObject({ type: 'run_started', forked: { run: idOf(ran), at: Number(seq) } });
    expect(fork.events.map((event) => event.seq)).toEqual(fork.events.map((_, index) => index + 1));
    expect(at.server.requests).toHaveLength(4);
    expect(at.server.requests[3]?.body).toEqual(at.server.requests[2]?.body);
    expect(at.effects()).toBe('');
    expect(fork.ofType('note').map(({ message }) => message)).toEqual([
      expect.stringMatching(/^Forked at model call 3 \(event \d+\) of run /),
      expect.stringMatching(/it is not undone: add; servers and modules/),
    ]);
    const journal = readJournal(join(at.cwd, 'runs', idOf(fork), 'journal.jsonl'));
    expect(journal.events).toEqual(fork.events);
  });

  test('from a call with --set runs it with other arguments; with a result it does not run', async () => {
    const at = await createProject();
    const ran = await at.run();
    at.clear();
    const file = join(at.cwd, 'set.json');
    writeFileSync(file, JSON.stringify({ args: { n: 20 } }));
    const seq = seqOf(ran, 'tool_call', 1);
    const fork = await at.fork(idOf(ran), '--at', seq, '--set', file, '--yes');
    expect(fork.code).toBe(0);
    expect(at.effects().split(' ').sort()).toEqual(['{"n":20}', '{"n":3}']);
    writeFileSync(file, JSON.stringify({ result: { sum: 99 } }));
    at.clear();
    const given = await at.fork(idOf(ran), '--at', seq, '--set', file, '--yes');
    expect([given.code, at.effects()]).toEqual([0, '{"n":3}']);
    expect(JSON.stringify(at.server.requests.at(-1)?.body.messages)).toContain('\\"sum\\":99');
  });

  test('with --model, --guards and an edited instruction records them, and keeps the address of the same provider', async () => {
    const at = await createProject();
    const ran = await at.run();
    const file = join(at.cwd, 'set.json');
    writeFileSync(file, JSON.stringify({ instruction: 'Be thorough.', prompt: 'Stop.' }));
    const more = ['--set', file, '--model', 'openai-compatible/other', '--guards', 'off', '--yes'];
    const fork = await at.fork(idOf(ran), '--at', seqOf(ran, 'llm_request', 1), ...more);
    expect([fork.code, fork.stderr]).toEqual([0, '']);
    expect(fork.events[0]).toMatchObject({
      model: 'openai-compatible/other',
      guards: 'off',
      instruction: 'Be thorough.',
      prompt: 'Stop.',
    });
    const { body } = at.server.requests[3] ?? {};
    expect(body?.model).toBe('other');
    expect(body?.messages[0]?.content).toMatch(/^Be thorough\./);
    expect(body?.messages[1]?.content).toBe('Stop.');
  });

  test('killed while it runs is resumed with its edits', async () => {
    const at = await createProject();
    const ran = await at.run();
    const file = join(at.cwd, 'set.json');
    writeFileSync(file, JSON.stringify({ instruction: 'Be thorough.' }));
    const args = [
      'fork',
      idOf(ran),
      '--at',
      seqOf(ran, 'llm_request', 1),
      '--set',
      file,
      '--runs',
      join(at.cwd, 'runs'),
    ];
    at.clear();
    const killed = await runCli([...args, '--json'], {
      cwd: at.cwd,
      env: { XDG_DATA_HOME: join(at.cwd, 'data') },
      killAtLine: '"Forked at',
    });
    expect(killed.finished).toBeUndefined();
    const resumed = await at.resume(idOf(killed));
    expect([resumed.code, resumed.stderr, resumed.finished?.text]).toEqual([0, '', 'Done.']);
    expect(at.server.requests.at(-1)?.body.messages[0]?.content).toMatch(/^Be thorough\./);
  });

  test('of a run that this machine did not start needs --trust', async () => {
    const at = await createProject();
    const ran = await at.run();
    at.forget();
    const refused = await at.fork(idOf(ran), '--at', '2', '--yes');
    expect([refused.code, refused.stdout]).toEqual([2, '']);
    expect(refused.stderr).toMatch(/Add --trust to fork run .*not started on this machine/s);
    const trusted = await at.fork(idOf(ran), '--at', '2', '--yes', '--trust');
    expect(trusted.code).toBe(0);
  });

  test('wrong use exits with 2 and a message', async () => {
    const at = await createProject();
    const ran = await at.run();
    const set = join(at.cwd, 'set.json');
    writeFileSync(set, '{"args":');
    for (const [args, message] of [
      [[idOf(ran)], /--at/],
      [[idOf(ran), '--at', 'x'], /whole number from 1/],
      [[idOf(ran), '--at', '1'], /event 1 is a run_started/],
      [[idOf(ran), '--at', '4000'], /the run has no event 4000/],
      [['20260101T000000000Z-00000000', '--at', '2'], /There is no run/],
      [['../x', '--at', '2'], /Not a run id/],
      [[idOf(ran), '--at', '2', '--set', join(at.cwd, 'none.json')], /Pass a JSON file as --set/],
      [[idOf(ran), '--at', '2', '--set', set], /Correct the JSON/],
    ] as const) {
      const fork = await at.fork(...args);
      expect([fork.code, fork.stdout], String(message)).toEqual([2, '']);
      expect(fork.stderr).toMatch(message);
    }
  });
});

describe("with today's skills", () => {
  const SKILL = (text: string): string => `---\nname: notes\ndescription: Keeps notes.\n---\n${text}\n`;
  const load = calls(['load_skill', { skill_name: 'notes' }]);
  const read = calls(['load_skill_resource', { skill_name: 'notes', file_path: 'references/style.md' }]);
  const REPLY = [load, read, { text: 'Done.' }] as const;

  async function createRun() {
    const cwd = createTemporaryFolder();
    const folder = join(cwd, 'notes');
    mkdirSync(join(folder, 'references'), { recursive: true });
    writeFileSync(join(folder, 'SKILL.md'), SKILL('Read the style guide.'));
    const server = await startModelServer(
      ({ body }) => REPLY[body.messages.filter(({ role }) => role === 'assistant').length] as Reply,
    );
    onTestFinished(() => server.close());
    const options = { cwd, env: { XDG_DATA_HOME: join(cwd, 'data') } };
    const common = ['--runs', join(cwd, 'runs'), '--json'];
    const model = ['--model', 'openai-compatible/m', '--base-url', server.url];
    const ran = await runCli(['run', 'Go.', '--skills', folder, ...model, ...common], options);
    const at = seqOf(ran, 'llm_request', 2);
    const fork = (...more: readonly string[]) => runCli(['fork', idOf(ran), '--at', at, ...more, ...common], options);
    return { folder, server, ran, fork };
  }

  test('copied calls that read skills have the results of today, and a note names them', async () => {
    const { folder, server, ran, fork } = await createRun();
    expect(ran.ofType('tool_result').map((event) => event.error_code)).toEqual([undefined, 'RESOURCE_NOT_FOUND']);
    writeFileSync(join(folder, 'SKILL.md'), SKILL('Read references/style.md.'));
    writeFileSync(join(folder, 'references/style.md'), 'Short sentences.');
    const recorded = await fork();
    expect(recorded.ofType('tool_result').map((event) => event.error_code)).toEqual([undefined, 'RESOURCE_NOT_FOUND']);
    const today = await fork('--skills', 'today');
    expect([today.code, today.stderr]).toEqual([0, '']);
    expect(today.ofType('tool_result').map((event) => event.error_code)).toEqual([undefined, undefined]);
    const sent = JSON.stringify(server.requests.at(-1)?.body.messages);
    expect(sent).toContain('Read references/style.md.');
    expect(sent).toContain('Short sentences.');
    expect(today.ofType('note').map(({ message }) => message)).toContain(
      "Today's skills give other results for load_skill notes, load_skill_resource notes/references/style.md.",
    );
    expect(server.requests).toHaveLength(5);
  });

  test('nothing changes if the skills have not', async () => {
    const { ran, fork } = await createRun();
    const today = await fork('--skills', 'today');
    expect(today.ofType('note').map(({ message }) => message)).toContain("Today's skills give the recorded results.");
    const results = (of: CliResult) => of.ofType('tool_result').map(({ result, error_code }) => [result, error_code]);
    expect(results(today)).toEqual(results(ran));
  });
});
