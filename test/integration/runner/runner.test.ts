import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { readJournal } from '../../../runtime/journal/reader.ts';
import { defined } from '../../../runtime/text/objects.ts';
import { ownFolders } from '../../../scripts/lib/own-folders.ts';
import { writeFiles } from '../../equipment/runtime/folders.ts';
import { createTemporaryFolder, runCli } from '../run-support.ts';

/** The clients are scripted: they print what real ones print, as their sessions in ../shared show. */
const CLIENTS = join(import.meta.dirname, 'scripted-clients.mjs');
const SKILL =
  '---\nname: notes\ndescription: Writes release notes from changes.\n---\n# Steps\n\nRead `references/guide.md`.\n';
const TASK = {
  id: 'task',
  prompt: 'Write release notes of {session} $(touch pwned) "now".',
  assertions: [{ check: 'loaded' }, { check: 'read', path: 'references/guide.md' }, { check: 'max_misses', limit: 0 }],
};
const TRIGGERS = [
  { query: 'Write release notes.', should_trigger: true },
  { query: 'Plan a dinner.', should_trigger: false },
];

function createSkill(evals: readonly object[] = [TASK], triggers?: readonly object[]): string {
  return writeFiles(
    createTemporaryFolder(),
    defined({
      'notes/SKILL.md': SKILL,
      'notes/references/guide.md': '# Guide\n',
      'notes/evals/evals.json': JSON.stringify({ evals }),
      'notes/evals/triggers.json': triggers === undefined ? undefined : JSON.stringify(triggers),
    }),
  );
}

const command = (...args: readonly string[]): string =>
  [process.execPath, CLIENTS, ...args].map((one) => (!/^[\w{}/.=-]+$/.test(one) ? `'${one}'` : one)).join(' ');

async function evaluate(cwd: string, runner: string, options: readonly string[], env: Record<string, string> = {}) {
  const home = ownFolders(createTemporaryFolder());
  const args = ['eval', 'notes', '--trials', '1', '--runner', runner, ...options];
  const result = await runCli(args, { cwd, env: { ...home, ...env } });
  const out = join(cwd, '.skillwright/evals');
  const file = join(out, 'results.json');
  const results = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
  const journals = (existsSync(join(out, 'runs')) ? readdirSync(join(out, 'runs')) : [])
    .filter((name) => !name.startsWith('.'))
    .map((run) => readJournal(join(out, 'runs', run, 'journal.jsonl')).events);
  return { ...result, results, journals };
}

type Evaluated = Awaited<ReturnType<typeof evaluate>>;
const trialOf = ({ results }: Evaluated, side = 'with') =>
  results.trials.find((one: { side: string }) => one.side === side);
const notesOf = ({ journals }: Evaluated): string =>
  journals.flatMap((events) => events.flatMap((event) => (event.type === 'note' ? [event.message] : []))).join('\n');

describe('eval --runner runs a scripted client', () => {
  test.each([
    ['claude-code', command('claude-code'), { costUsd: 0.01 }],
    ['codex', command('codex'), {}],
    ['codex', `CODEX_HOME={session} ${command('rollout')}`, {}],
    ['gemini-cli', command('gemini-cli'), {}],
    // The session does not have the folder of the skill.
    ['gemini-cli', command('gemini-cli', 'no-folder'), {}],
    ['opencode', command('opencode', '', '{prompt}'), { costUsd: 0.002 }],
  ])('of %s with and without the skill: %s', async (client, runner, usage) => {
    const cwd = createSkill();
    const ran = await evaluate(cwd, runner, ['--client', client]);
    expect(ran.stderr).not.toContain('Install');
    expect(ran.code).toBe(0);
    expect(trialOf(ran)).toMatchObject({ verdict: 'passed', triggered: true, client, usage });
    expect(trialOf(ran, 'without')).toMatchObject({ verdict: 'failed', triggered: false });
    expect(notesOf(ran)).toMatch(
      /Baseline without notes: no skill was installed, and no SKILL\.md with its name is in /,
    );
    const [start] = ran.journals[0] ?? [];
    // The prompt arrives as it is, whatever a shell or a placeholder would make of it.
    expect(start).toMatchObject({ type: 'run_started', prompt: TASK.prompt, client, install: 'project' });
    const answers = ran.journals.map((events) => events.findLast((event) => event.type === 'run_finished')?.text);
    for (const answer of answers) expect(answer).toContain(`for: ${TASK.prompt}`);
    expect(existsSync(join(cwd, 'pwned'))).toBe(false);
  });

  test('no trial is run twice, except with another command', async () => {
    // Only trials of the same user are reused.
    const home = ownFolders(createTemporaryFolder());
    const cwd = createSkill();
    const preview = async (runner: string) =>
      (await evaluate(cwd, runner, ['--client', 'claude-code', '--preview'], home)).stderr;
    await evaluate(cwd, command('claude-code'), ['--client', 'claude-code'], home);
    expect(await preview(command('claude-code'))).toContain('0 trials to run; 2 are already done.');
    expect(await preview(`A=1 ${command('claude-code')}`)).toContain('2 trials to run.');
  });

  test('removes the workspace of a trial whose process was killed', async () => {
    const temporary = createTemporaryFolder();
    const left = join(temporary, 'skillwright-client-left');
    mkdirSync(left, { mode: 0o700 });
    const hoursAgo = Date.now() / 1000 - 2 * 3600;
    utimesSync(left, hoursAgo, hoursAgo);
    await evaluate(createSkill(), command('claude-code'), ['--client', 'claude-code'], { TMPDIR: temporary });
    expect(existsSync(left)).toBe(false);
  });

  test.each([
    ['claude-code', command('claude-code', 'waits-after-load')],
    // It prints nothing: the load is in the file of its session.
    ['codex', `CODEX_HOME={session} ${command('rollout', 'waits-after-load')}`],
  ])(
    'a trigger trial of %s ends at the load, and one that must not trigger runs to its end',
    async (client, runner) => {
      const ran = await evaluate(createSkill([], TRIGGERS), runner, [
        ...['--client', client, '--cases', 'notes/evals/triggers.json', '--runner-timeout', '60'],
      ]);
      expect(ran.results.trials.map(({ verdict }: { verdict: string }) => verdict)).toEqual(['passed', 'passed']);
      expect(ran.results.complete).toBe(true);
    },
  );

  test.each([
    ['a NUL character', 'Write release notes.\0', /^Remove the NUL character from the prompt of case odd/],
    ['too many characters', `Write release notes. ${'x'.repeat(1_500_000)}`, /^Shorten the prompt of case odd/],
  ])('a prompt with %s, which no argument can have, is an error of its case only', async (_, prompt, reason) => {
    const cwd = createSkill([{ ...TASK, id: 'odd', prompt }, TASK]);
    const ran = await evaluate(cwd, command('claude-code', '', '{prompt}'), ['--client', 'claude-code']);
    const trials: { case: string; side: string; verdict: string; reason?: string }[] = ran.results.trials;
    const odd = trials.filter((one) => one.case === 'odd');
    expect(odd).toMatchObject([{ verdict: 'not_judged' }, { verdict: 'not_judged' }]);
    for (const one of odd) expect(one.reason).toMatch(reason);
    expect(trials.find((one) => one.case === 'task' && one.side === 'with')).toMatchObject({ verdict: 'passed' });
    expect(ran.stdout + ran.stderr).not.toContain('Install');
    // Standard input can have it.
    const read = await evaluate(createSkill([{ ...TASK, prompt }]), command('claude-code'), [
      '--client',
      'claude-code',
    ]);
    expect(trialOf(read)).toMatchObject({ verdict: 'passed' });
  });

  test('with its model', async () => {
    const runner = command('claude-code', '', '{model} {prompt}');
    const ran = await evaluate(createSkill(), runner, ['--client', 'claude-code', '--model', 'sonnet', 'opus']);
    expect(ran.results.trials.map(({ model }: { model: string }) => model)).toEqual([
      'sonnet',
      'sonnet',
      'opus',
      'opus',
    ]);
    expect(JSON.stringify(ran.journals)).toContain('No notes for: opus Write release notes');
  });

  test('exits with 2 and runs nothing if the command, the client or the machine does not fit', async () => {
    const cwd = createSkill();
    const run = (runner: string, ...options: string[]) => evaluate(cwd, runner, options);
    const claude = ['--client', 'claude-code'];
    expect((await run('./no-such-client', ...claude)).stderr).toContain('Install ./no-such-client, or correct');
    const home = writeFiles(createTemporaryFolder(), { '.claude/skills/other/SKILL.md': SKILL });
    const twin = await evaluate(cwd, command('claude-code'), claude, { HOME: home });
    expect(twin.stderr).toContain(`Move ${home}/.claude/skills/other away during the eval`);
    expect(twin.code).toBe(2);
    expect(twin.journals).toHaveLength(0);
  });

  test('a workspace cannot name a runner', async () => {
    const cwd = createSkill();
    writeFileSync(join(cwd, '.skillwright.json'), JSON.stringify({ runner: command('claude-code'), eval: {} }));
    const { stdout } = await runCli(['eval', 'notes', '--trials', '1'], { cwd });
    expect(stdout).toContain('notes · adk · simulated/weak');
  });
});

describe('a hostile runner', () => {
  const options = ['--client', 'claude-code'];
  const invalid = async (behavior: string, more: readonly string[] = [], env: Record<string, string> = {}) => {
    const ran = await evaluate(createSkill(), command('claude-code', behavior), [...options, ...more], env);
    expect(trialOf(ran)).toMatchObject({ verdict: 'not_judged' });
    expect(ran.results.completed).toBe(0);
    return trialOf(ran).reason as string;
  };

  test('that hangs is ended', async () => {
    expect(await invalid('hangs', ['--runner-timeout', '1'])).toMatch(/^Raise --runner-timeout.*it ran for 1 s\.$/);
  });

  test('that prints without end is ended', async () => {
    expect(await invalid('floods')).toContain('it printed too much');
  });

  test.each([
    ['broken', /^Make .*node print its session as JSON lines, .*not a session\.$/],
    ['silent', /^Make .*node print its session as JSON lines, .*it printed nothing/],
    [
      'fails',
      /^Try .*node by itself, with the same arguments: it ended with exit code 1\. It reported: Sign in first\./,
    ],
    ['offers', undefined],
  ])('that is %s says so', async (behavior, reason) => {
    const secret = 'a1b2c3d4e5f6a7b8c9d0';
    if (reason !== undefined) {
      const said = await invalid(behavior, [], { TEST_API_KEY: secret });
      expect(said).toMatch(reason);
      expect(said).not.toContain(secret);
      return;
    }
    const ran = await evaluate(createSkill(), command('claude-code', behavior), options);
    expect(trialOf(ran, 'without').reason).toContain('it offered the skill in the baseline');
  });

  test.each(['0', '1'])('whose session ends with an error says which one, also with exit code %s', async (code) => {
    const ran = await evaluate(createSkill(), command('claude-code', 'overloaded', code), options);
    expect(ran.code).toBe(1);
    expect(trialOf(ran)).toMatchObject({
      verdict: 'not_judged',
      reason: expect.stringMatching(/^Try .*node by itself.* It reported: API Error: 529 overloaded$/),
    });
  });

  test('of another client than the named one says so', async () => {
    const ran = await evaluate(createSkill(), command('codex'), options);
    expect(trialOf(ran, 'without').reason).toBe('Set --client codex: the session is not one of Claude Code.');
  });

  test('that works in PWD changes its copy only, also if PWD was that of the caller', async () => {
    const cwd = createSkill();
    const script = writeFiles(createTemporaryFolder(), {
      'client.sh': 'cd "$PWD" && echo x > written.md; exec "$@"\n',
    });
    const ran = await evaluate(
      cwd,
      command('claude-code').replace(/^/, `/bin/sh ${join(script, 'client.sh')} `),
      ['--client', 'claude-code'],
      { PWD: cwd, INIT_CWD: cwd },
    );
    expect(ran.code).toBe(0);
    expect(readdirSync(cwd).toSorted()).toEqual(['.skillwright', 'notes']);
    expect(JSON.stringify(ran.journals)).toContain('written.md');
  });

  test.each([
    ['the folder of the call', '', 'written.md'],
    ['the skill', 'notes/', 'notes/written.md'],
    ['a new folder there', 'made/deep/', 'made'],
  ])('that writes into %s ends the eval, which says so', async (_, folder, named) => {
    const cwd = createSkill();
    const at = join(cwd, folder);
    const script = writeFiles(createTemporaryFolder(), {
      'client.sh': `mkdir -p ${at}; echo x > ${at}/written.md; exec "$@"\n`,
    });
    const ran = await evaluate(cwd, `/bin/sh ${join(script, 'client.sh')} ${command('claude-code')}`, [
      '--client',
      'claude-code',
    ]);
    expect(ran.code).not.toBe(0);
    expect(ran.stderr).toContain(`outside of its copy of the workspace changed: ${join(cwd, named)} (added)`);
    expect(ran.results).toBeUndefined();
  });

  test('that leaves a process behind: it is ended', async () => {
    const pids = join(createTemporaryFolder(), 'pid');
    const ran = await evaluate(createSkill(), command('claude-code', 'leaves'), options, { TEST_PID_FILE: pids });
    expect(trialOf(ran).verdict).toBe('passed');
    const pid = Number(readFileSync(pids, 'utf8'));
    onTestFinished(() => tryKill(pid));
    // On Linux by its environment; it had left the group of its parent.
    if (process.platform === 'linux') await expect.poll(() => isRunning(pid), { timeout: 20_000 }).toBe(false);
  });

  test('that writes through links reaches nothing by ours, and its links are not followed', async () => {
    const outside = writeFiles(createTemporaryFolder(), { 'private.txt': 'private text' });
    const cwd = createSkill([{ ...TASK, assertions: [{ check: 'file', path: 'NOTES.md', pattern: 'guide' }] }]);
    const workspace = writeFiles(createTemporaryFolder(), { 'README.md': 'A project.' });
    symlinkSync(outside, join(workspace, 'escape'));
    const ran = await evaluate(cwd, command('claude-code', 'links'), [...options, '--workspace', workspace], {
      TEST_OUTSIDE: outside,
    });
    expect(trialOf(ran)).toMatchObject({ verdict: 'passed' });
    expect(readdirSync(outside)).toEqual(['private.txt']);
    expect(readdirSync(workspace).sort()).toEqual(['README.md', 'escape']);
    expect(JSON.stringify(ran.journals)).not.toContain('private text');
  });

  test('that prints a secret: it is in no file', async () => {
    const secret = 'a1b2c3d4e5f6a7b8c9d0';
    const ran = await evaluate(createSkill(), command('claude-code', 'secret'), options, { TEST_API_KEY: secret });
    expect(JSON.stringify(ran.journals)).toContain('The key is [redacted].');
    expect(JSON.stringify([ran.journals, ran.results, ran.stdout, ran.stderr])).not.toContain(secret);
  });
});

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

function tryKill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended.
  }
}
