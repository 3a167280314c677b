import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { readJournal } from '../../runtime/journal/reader.ts';
import { type ModelServer, type Reply, startModelServer } from './run-server.ts';
import { type CliResult, createDemoSkill, createTemporaryFolder, runCli } from './run-support.ts';

/** The tools of an agent, whose effects are lines in a file. */
const MODULE = (effects: string): string => `
import { appendFileSync } from 'node:fs';
const effect = (what) => appendFileSync(${JSON.stringify(effects)}, what + '\\n');
const later = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
export default {
  pay: { needsApproval: true, async execute(input) { effect('pay ' + JSON.stringify(input)); console.log('paying'); await later(150); return 'paid'; } },
  send: { async execute(input, context) { await context.requestConfirmation('Send it?'); effect('send'); return 'sent'; } },
  show: { async execute(input, context) { await context.requestConfirmation('Show it?'); context.actions.skipSummarization = true; return 'shown'; } },
  fetch: { async execute(input, context) {
    const key = await context.requestCredential({ key: 'shop', hint: 'The key of the shop' });
    effect('fetch ' + key.length);
    console.log('fetching with ' + key);
    if (input.fail) throw new Error('401 for ' + key);
    return { token: key };
  } },
  slow: { async execute() { effect('slow begins'); console.log('slow begins'); await later(60_000); effect('slow ends'); return 'done'; } },
};`;

interface Project {
  readonly cwd: string;
  readonly runs: string;
  readonly server: ModelServer;
  effects(): readonly string[];
  run(...more: readonly string[]): Promise<CliResult>;
  resume(args: readonly string[], options?: Parameters<typeof runCli>[1]): Promise<CliResult>;
}

async function createProject(replies: readonly Reply[]): Promise<Project> {
  const cwd = createTemporaryFolder();
  const log = join(cwd, 'effects.txt');
  mkdirSync(join(cwd, '.git'));
  writeFileSync(join(cwd, 'tools.mjs'), MODULE(log));
  const agents = { main: { instruction: 'Be brief.', tools: ['./tools.mjs'] } };
  writeFileSync(join(cwd, '.skillwright.json'), JSON.stringify({ agents }));
  const server = await startModelServer(replies);
  onTestFinished(() => server.close());
  const runs = join(cwd, 'runs');
  const model = ['--model', 'openai-compatible/m', '--base-url', server.url];
  const state = { XDG_DATA_HOME: join(cwd, 'cache') };
  const common = ['--runs', runs, '--json'];
  return {
    cwd,
    runs,
    server,
    effects: () => (existsSync(log) ? readFileSync(log, 'utf8').split('\n').filter(Boolean) : []),
    run: (...more) =>
      runCli(['run', 'Go.', '--skills', createDemoSkill(), '--agent', 'main', ...model, ...common, ...more], {
        cwd,
        env: state,
      }),
    resume: (args, options = {}) =>
      runCli(['resume', ...args, ...common], { cwd, ...options, env: { ...state, ...options.env } }),
  };
}
const calls = (...list: readonly (readonly [string, object])[]): Reply => ({ calls: list });
const idOf = (runResult: CliResult): string => runResult.ofType('run_started')[0]?.run ?? '';
const pauseOf = (runResult: CliResult, index = 0): string => runResult.ofType('pause')[index]?.id ?? '';

/** Returns the calls of the journal without exactly one result. */
function unansweredCalls(runs: string, run: string): readonly string[] {
  const { events } = readJournal(join(runs, run, 'journal.jsonl'));
  const ids = (type: string) => events.flatMap((event) => (event.type === type && 'id' in event ? [event.id] : []));
  expect(ids('tool_result').length).toBe(new Set(ids('tool_result')).size);
  return ids('tool_call').filter((id) => !ids('tool_result').includes(id));
}

describe('skillwright resume', () => {
  test('[90] [93] approved in another process: each call once, then one model call; a second resume is refused', async () => {
    const project = await createProject([calls(['pay', { amount: 5 }], ['send', {}]), { text: 'All done.' }]);
    const first = await project.run();
    expect([first.code, first.finished?.reason]).toEqual([6, 'paused']);
    // Either of the two calls can pause first.
    const pauses = first.ofType('pause').map(({ kind, hint }) => `${kind}: ${hint}`);
    expect(pauses.sort()).toEqual([`confirmation: Run the tool 'pay'?\n{"amount":5}`, 'confirmation: Send it?']);
    expect(project.effects()).toEqual([]);
    const answers = ['--approve', pauseOf(first), '--approve', pauseOf(first, 1)];
    const second = await project.resume([idOf(first), ...answers], { process: true });
    expect([second.code, second.finished?.text]).toEqual([0, 'All done.']);
    expect([...project.effects()].sort()).toEqual(['pay {"amount":5}', 'send']);
    expect(project.server.requests).toHaveLength(2);
    expect(second.events[0]).toMatchObject({ type: 'run_resumed', by: 'approve' });
    const third = await project.resume([idOf(first), ...answers]);
    expect([third.code, third.stdout]).toEqual([2, '']);
    expect(third.stderr).toMatch(/has ended \(final\), and nothing is pending/);
    expect(project.effects()).toHaveLength(2);
    expect(unansweredCalls(project.runs, idOf(first))).toEqual([]);
  });

  test('[91] denied: the tool never runs, the model is informed', async () => {
    const project = await createProject([calls(['pay', {}], ['send', {}]), { text: 'Then not.' }]);
    const first = await project.run();
    const second = await project.resume([idOf(first), '--deny', pauseOf(first), '--deny', pauseOf(first, 1)]);
    expect(second.code).toBe(0);
    expect(second.ofType('tool_result').map((event) => event.error_code)).toEqual(['REJECTED', 'REJECTED']);
    expect(project.effects()).toEqual([]);
    expect(JSON.stringify(project.server.requests.at(-1)?.body.messages)).toMatch(/rejected/);
  });

  test('[96] skipSummarization after a confirmation: no model call', async () => {
    const project = await createProject([calls(['show', {}]), { text: 'An unrequested summary.' }]);
    const first = await project.run();
    const second = await project.resume([idOf(first), '--approve', pauseOf(first)]);
    expect([second.code, second.finished?.reason, project.server.requests.length]).toEqual([0, 'final', 1]);
    expect(second.ofType('tool_result')).toMatchObject([{ result: 'shown', skipSummarization: true }]);
  });

  test.each<[string, (id: string) => string, object]>([
    ['from the environment', (id) => `${id}=env:SHOP_KEY`, { env: { SHOP_KEY: 'canary-d41d8cd98f' } }],
    ['from standard input', (id) => `${id}=-`, { input: 'canary-d41d8cd98f\n' }],
  ])('[95] a credential %s: the call gets it; it is recorded nowhere', async (_, option, given) => {
    const project = await createProject([calls(['fetch', {}], ['fetch', { fail: true }]), { text: 'Done.' }]);
    const first = await project.run();
    expect(first.ofType('pause')).toMatchObject([{ kind: 'credential', key: 'shop' }, { kind: 'credential' }]);
    const second = await project.resume([idOf(first), '--credential', option(pauseOf(first))], given);
    expect([second.code, project.effects()]).toEqual([0, ['fetch 17', 'fetch 17']]);
    const folder = join(project.runs, idOf(first));
    const files = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'));
    const sent = JSON.stringify(project.server.requests);
    for (const text of [...files, second.stdout, second.stderr, sent]) expect(text).not.toContain('d41d8cd98f');
  });

  test.each<[string, readonly string[], RegExp]>([
    ['an unknown run', ['20260101T000000000Z-00000000'], /There is no run/],
    ['an invalid id', ['../../x'], /Not (?:the id of a run|a run id)/],
    ['a secret as an argument', ['RUN', '--credential', 'pause-1=s3cr3t-value'], /env:NAME/],
    ['an unset variable', ['RUN', '--credential', 'pause-1=env:NOT_SET_AT_ALL'], /NOT_SET_AT_ALL: it is not set/],
    ['an unset key', ['RUN', '--api-key-env', 'NOT_SET_AT_ALL'], /NOT_SET_AT_ALL: it is not set/],
    ['no answer', ['RUN'], /waits for an answer:\n.*--approve pause-/],
    ['an answer to an unknown pause', ['RUN', '--approve', 'pause-x'], /No pause with the id pause-x is waiting/],
    ['an unknown option', ['RUN', '--yes'], /--yes/],
  ])('%s: exit 2 and instructions', async (_, args, message) => {
    const project = await createProject([calls(['pay', {}])]);
    const id = args[0] === 'RUN' ? idOf(await project.run()) : '';
    const { code, stdout, stderr } = await project.resume(args.map((arg) => (arg === 'RUN' ? id : arg)));
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(message);
    expect(stderr).toMatch(/--help/);
    expect(stderr).not.toContain('s3cr3t');
  });

  test('two concurrently: one wins, the tool runs once', async () => {
    const project = await createProject([calls(['pay', {}]), { text: 'Done.' }]);
    const first = await project.run();
    const args = [idOf(first), '--approve', pauseOf(first)];
    const both = await Promise.all([1, 2, 3].map(() => project.resume(args, { process: true })));
    expect(both.map((runResult) => runResult.code).sort()).toEqual([0, 2, 2]);
    expect(project.effects()).toHaveLength(1);
    expect(unansweredCalls(project.runs, idOf(first))).toEqual([]);
  });

  test('a script that changed after it was shown is shown again', async () => {
    const project = await createProject([
      calls(['run_skill_script', { skill_name: 'demo', file_path: 'hello.sh' }]),
      { text: 'x' },
    ]);
    const first = await project.run();
    const started = first.ofType('run_started')[0];
    const script = join(started?.skills[0]?.root ?? '', 'scripts/hello.sh');
    writeFileSync(script, 'echo something else\n');
    const second = await project.resume([idOf(first), '--approve', pauseOf(first)]);
    expect([second.code, second.ofType('script')]).toEqual([6, []]);
    expect(second.ofType('pause')).toMatchObject([{ script: { source: 'echo something else\n' } }]);
    expect(second.ofType('note').map(({ message }) => message)).toEqual([
      'Approve scripts/hello.sh again: its source has changed since it was approved.',
    ]);
    const third = await project.resume([idOf(first), '--approve', pauseOf(second)]);
    expect([third.code, third.ofType('script').length]).toEqual([0, 1]);
    expect(third.ofType('tool_result')).toMatchObject([{ result: { stdout: 'something else\n' } }]);
  });
});

describe('the API key', () => {
  const withKey = (key: string): Parameters<typeof runCli>[1] => ({ env: { MODEL_KEY: key } });
  const sent = (project: Project): readonly (string | undefined)[] =>
    project.server.requests.map((request) => request.headers.authorization);

  test('is given again, and sent only to the endpoint that it was entered for', async () => {
    const project = await createProject([calls(['pay', {}]), { text: 'Done.' }]);
    const env = { XDG_DATA_HOME: join(project.cwd, 'cache'), MODEL_KEY: 'key-one-123' };
    const model = ['--model', 'openai-compatible/m', '--base-url', project.server.url, '--api-key-env', 'MODEL_KEY'];
    const args = [
      'run',
      'Go.',
      '--skills',
      createDemoSkill(),
      '--agent',
      'main',
      ...model,
      '--runs',
      project.runs,
      '--json',
    ];
    const first = await runCli(args, { cwd: project.cwd, env });
    const resume = [idOf(first), '--approve', pauseOf(first), '--api-key-env', 'MODEL_KEY'];
    // The journal names another address now, as a foreign one could.
    const journal = join(project.runs, idOf(first), 'journal.jsonl');
    const original = readFileSync(journal, 'utf8');
    const other = await startModelServer([{ text: 'Thank you.' }]);
    onTestFinished(() => other.close());
    writeFileSync(journal, original.replaceAll(project.server.url, other.url));
    for (const [more, why] of [
      [[], /its journal has changed .*\(endpoint\)/],
      [['--trust'], /no key was entered for this address/],
    ] as const) {
      const refused = await project.resume([...resume, ...more], withKey('key-two-456'));
      expect([refused.code, other.requests, project.effects()]).toEqual([2, [], []]);
      expect(refused.stderr).toMatch(why);
    }
    writeFileSync(journal, original);
    const second = await project.resume(resume, withKey('key-two-456'));
    expect([second.code, sent(project)]).toEqual([0, ['Bearer key-one-123', 'Bearer key-two-456']]);
    expect(readFileSync(journal, 'utf8')).not.toMatch(/key-(?:one|two)/);
  });
});

describe('the command that a paused run prints', () => {
  test('names the answers, the variable of the key and the folder of runs, below the script to approve', async () => {
    const project = await createProject([
      calls(['run_skill_script', { skill_name: 'demo', file_path: 'hello.sh' }]),
      { text: 'Done.' },
    ]);
    const env = { XDG_DATA_HOME: join(project.cwd, 'cache'), MODEL_KEY: 'key-one-123' };
    const model = ['--model', 'openai-compatible/m', '--base-url', project.server.url, '--api-key-env', 'MODEL_KEY'];
    const args = ['run', 'Go.', '--skills', createDemoSkill(), ...model, '--runs', 'my runs'];
    const first = await runCli(args, { cwd: project.cwd, env });
    expect(first.code).toBe(6);
    expect(first.stdout).toMatch(/^echo hello\n\n\S*sh scripts\/hello\.sh \((?:in \w+|without a sandbox)\)$/m);
    const printed =
      /^continue with: skillwright (resume (\S+) --approve \S+ --api-key-env MODEL_KEY) --runs 'my runs'$/m;
    const [, command = '', run = ''] = printed.exec(first.stdout) ?? [];
    const resume = (line: string) => runCli([...line.split(' '), '--runs', 'my runs'], { cwd: project.cwd, env });
    // Without the key, the endpoint would reject the next request, which ends the run.
    const refused = await resume(command.replace(' --api-key-env MODEL_KEY', ''));
    expect([refused.code, project.server.requests.length]).toEqual([2, 1]);
    expect(refused.stderr).toContain(
      `Add --api-key-env NAME with the variable of the key: run ${run} was started with a key for ${project.server.url}.`,
    );
    const second = await resume(command);
    expect([second.code, project.server.requests.at(-1)?.headers.authorization]).toEqual([0, 'Bearer key-one-123']);
  });
});

describe('after kill -9', () => {
  test.each([
    ['before the answer is written', '"run_resumed"'],
    ['after the answer', '"type":"answer"'],
    ['when the tool begins', '"tool_started"'],
    ['during the tool', 'paying'],
    ['after its result', '"tool_result"'],
    ['during a model call', '"llm_request"'],
  ])('%s: nothing runs twice, and the run ends', async (_, killAtLine) => {
    const project = await createProject([calls(['pay', {}]), { text: 'Done.' }]);
    const first = await project.run();
    const args = [idOf(first), '--approve', pauseOf(first)];
    const killed = await project.resume(args, { killAtLine });
    expect([killed.code, killed.finished]).toEqual([null, undefined]);
    const again = await project.resume(args);
    // If the answer is recorded and was acted on, nothing is left to answer.
    const last = again.code === 2 ? await project.resume([idOf(first)]) : again;
    expect([last.code, last.finished?.reason]).toEqual([0, 'final']);
    expect(project.effects().length).toBeLessThanOrEqual(1);
    const result = readJournal(join(project.runs, idOf(first), 'journal.jsonl')).events.find(
      (event) => event.type === 'tool_result',
    );
    // Either it ran, or the model knows that it may not have run.
    if (project.effects().length === 0) expect(result).toMatchObject({ error_code: 'INTERRUPTED' });
    expect(unansweredCalls(project.runs, idOf(first))).toEqual([]);
    expect((await project.resume([idOf(first)])).code).toBe(2);
  });

  test('without a pause, during a tool: resume continues and does not run it again', async () => {
    const project = await createProject([calls(['slow', {}]), { text: 'Done.' }]);
    const cwd = project.cwd;
    const env = { XDG_DATA_HOME: join(cwd, 'cache') };
    const args = ['run', 'Go.', '--skills', createDemoSkill(), '--agent', 'main', '--model', 'openai-compatible/m'];
    const options = { cwd, env, killAtLine: 'slow begins' };
    const first = await runCli([...args, '--base-url', project.server.url, '--runs', project.runs, '--json'], options);
    expect(first.finished).toBeUndefined();
    const second = await project.resume([idOf(first)]);
    expect([second.code, second.finished?.text]).toEqual([0, 'Done.']);
    expect(second.events[0]).toMatchObject({ type: 'run_resumed', by: 'crash' });
    expect(second.ofType('tool_result')).toMatchObject([{ error_code: 'INTERRUPTED' }]);
    expect(project.effects().filter((what) => what === 'slow begins')).toHaveLength(1);
    // The call of the first process counts.
    expect(second.finished?.llmCalls).toBe(2);
  });
});
