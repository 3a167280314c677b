import { expect, it } from 'vitest';
import { defined } from '../../../skill/index.ts';
import { skillOnDisk } from '../../../test/equipment/runtime/folders.ts';
import { APPROVES, runOnce } from '../../../test/equipment/runtime/run-once.ts';
import { canSandbox } from '../../../test/equipment/runtime/sandbox.ts';
import { type ScriptedCall, scriptedModel } from '../../../test/equipment/runtime/scripted-model.ts';
import { clientRun } from '../../clients/client-run.ts';
import { totalsOf } from '../../compare/totals.ts';
import type { RunEvent, ToolResult } from '../../protocol/events.ts';
import { isCompleteRun } from '../trials/run-trial.ts';
import { newSearchWork } from './judge-check.ts';
import { judgeTrial } from './judge-trial.ts';
import { factsOf } from './run-facts.ts';

const FILES = {
  'scripts/make.sh': 'echo made\n',
  'scripts/fail.sh': 'exit 3\n',
  'references/guide.md': '# Guide\n',
  'references/other.md': '# Other\n',
};

async function factsAfter(calls: readonly ScriptedCall[], client?: string) {
  const simulated = client === undefined ? undefined : clientRun(client);
  const ran = await runOnce(
    defined({
      model: scriptedModel([...calls.map((call) => ({ calls: [call] })), { text: 'Done.' }]),
      skills: [skillOnDisk('demo', FILES)],
      host: APPROVES,
      trusted: true,
      client: simulated,
    }),
  );
  const facts = factsOf(ran.events, `${ran.runs}/${ran.run}`);
  const paths = (list: readonly { readonly path: string; readonly unproven?: true }[]) =>
    list.map(({ path, unproven }) => (unproven === true ? `${path}?` : path));
  return { loaded: paths(facts.loaded), read: paths(facts.read), ran: paths(facts.ran), misses: paths(facts.misses) };
}

it('knows that the changes of a workspace are unknown', () => {
  const base = { seq: 2, time: '', invocation: 'i', agent: 'a', type: 'workspace_changes', changes: [] } as const;
  expect(factsOf([{ ...base, incomplete: true }], '').changes).toMatchObject({ seq: 2, isIncomplete: true });
  expect(factsOf([base], '').changes).toMatchObject({ isIncomplete: false });
});

it('says nothing about the skill if a command could not run because no sandbox works', async () => {
  const ran = await runOnce({ model: scriptedModel([{ text: 'Done.' }]), skills: [skillOnDisk('demo', FILES)] });
  const prompt = { prompt: 'Write it.', id: '1', file: '', position: { line: 1, column: 1 } };
  const one = { kind: 'trigger', ...prompt, shouldTrigger: false } as const;
  const trial = {
    id: '' as const,
    case: one,
    caseName: '1' as const,
    side: 'with' as const,
    client: 'codex' as const,
    model: 'm' as const,
    number: 1,
  };
  const context = { skill: 'demo', isAbsent: false, searches: newSearchWork() };
  const [started, ...rest] = ran.events;
  const base = { seq: 2, time: '', invocation: 'i', agent: 'a', parent: 1, id: 'x', tool: 'exec_command' } as const;
  const failed = { ...base, type: 'tool_result', result: null, error_code: 'SANDBOX_REQUIRED', durationMs: 1 } as const;
  const events = started === undefined ? [] : [started, failed, ...rest];
  expect(judgeTrial(one, factsOf(ran.events, ''), context).verdict).toBe('passed');
  expect(isCompleteRun(ran.events, trial, 'demo')).toBe(true);
  expect(judgeTrial(one, factsOf(events, ''), context)).toMatchObject({
    verdict: 'not_judged',
    reason: expect.stringContaining('(event 2)'),
  });
  expect(isCompleteRun(events, trial, 'demo')).toBe(false);
});

it("collects the files that ADK's tools loaded, read and ran", async () => {
  const call = (tool: string, path?: string): ScriptedCall => [
    tool,
    path === undefined ? { skill_name: 'demo' } : { skill_name: 'demo', file_path: path },
  ];
  const facts = await factsAfter([
    call('load_skill'),
    call('load_skill_resource', 'references/guide.md'),
    call('load_skill_resource', 'references/absent.md'),
    call('run_skill_script', 'scripts/make.sh'),
    call('run_skill_script', 'scripts/fail.sh'),
    call('run_skill_script', 'scripts/absent.sh'),
  ]);
  expect(facts).toEqual({
    loaded: ['SKILL.md'],
    read: ['references/guide.md'],
    ran: ['scripts/make.sh', 'scripts/fail.sh'],
    misses: ['references/absent.md', 'scripts/absent.sh'],
  });
});

// A client's commands run in a sandbox only.
it.skipIf(!(await canSandbox()))('distinguishes a script that a client ran from one that it printed', async () => {
  const bash = (command: string): ScriptedCall => ['Bash', { command }];
  const folder = '~/.claude/skills/demo';
  const facts = await factsAfter(
    [
      ['Skill', { skill: 'demo' }],
      bash(`cat ${folder}/references/guide.md`),
      bash(`head -3 ${folder}/scripts/fail.sh`),
      bash(`cd /tmp && cat ${folder}/references/other.md | head -5`),
      bash(`sh ${folder}/scripts/make.sh`),
    ],
    'claude-code',
  );
  expect(facts).toEqual({
    loaded: ['SKILL.md'],
    read: ['references/guide.md', 'scripts/fail.sh', 'references/other.md'],
    ran: ['scripts/make.sh'],
    misses: [],
  });
});

it.skipIf(!(await canSandbox())).each<[command: string, Partial<Record<'loaded' | 'read' | 'ran', string>>]>([
  ['cat S/SKILL.md', { loaded: 'SKILL.md' }],
  ['cat S/SKILL.md; false', { loaded: 'SKILL.md' }],
  ['sed -n 1,3p S/SKILL.md', { loaded: 'SKILL.md' }],
  ['cat -n S/SKILL.md | head -20', { loaded: 'SKILL.md' }],
  ['grep -n description S/SKILL.md', { loaded: 'SKILL.md' }],
  ['cat S/none.md || cat S/SKILL.md', { loaded: 'SKILL.md' }],
  ['if [ -f S/SKILL.md ]; then cat S/SKILL.md; fi', { loaded: 'SKILL.md' }],
  ['cd S || exit; cat SKILL.md', { loaded: 'SKILL.md' }],
  ['cat S/SKILL.md > /dev/null', { loaded: 'SKILL.md?' }],
  ['wc -l S/SKILL.md', { loaded: 'SKILL.md?' }],
  ['true || cat S/SKILL.md; echo "name: demo"', { loaded: 'SKILL.md?' }],
  ['exit 0; cat S/SKILL.md', { loaded: 'SKILL.md?' }],
  ['head -1 S/references/guide.md', { read: 'references/guide.md' }],
  ['[ -f S/references/guide.md ] && cat S/references/guide.md; true', { read: 'references/guide.md' }],
  ['cp S/references/guide.md copy.md', { read: 'references/guide.md' }],
  ['true || cat S/references/guide.md', { read: 'references/guide.md?' }],
  ['cat S/references/guide.md | grep nothing', { read: 'references/guide.md?' }],
  ['cat S/scripts/make.sh', { read: 'scripts/make.sh' }],
  ['env cat S/scripts/make.sh', { read: 'scripts/make.sh' }],
  ['bash S/scripts/make.sh', { ran: 'scripts/make.sh' }],
  ['cd S && bash scripts/make.sh', { ran: 'scripts/make.sh' }],
  ['cd S && bash scripts/fail.sh', { ran: 'scripts/fail.sh' }],
  ['cd S && bash scripts/make.sh; echo done', { ran: 'scripts/make.sh' }],
  ['mkdir -p out && bash S/scripts/make.sh > out/a && cat out/a', { ran: 'scripts/make.sh' }],
  ['set -e; cd S; bash scripts/make.sh', { ran: 'scripts/make.sh' }],
  ['bash S/scripts/fail.sh || true', { ran: 'scripts/fail.sh' }],
  ['true || bash S/scripts/make.sh', { ran: 'scripts/make.sh?' }],
  ['cd /none && bash S/scripts/make.sh; true', { ran: 'scripts/make.sh?' }],
  ['if false; then bash S/scripts/make.sh; fi', { ran: 'scripts/make.sh?' }],
])('knows what a command of a client certainly did: %s', async (command, expected) => {
  const { loaded, read, ran } = await factsAfter(
    [
      [
        'Bash',
        { command: command.replaceAll('S/', '~/.claude/skills/demo/').replaceAll('cd S', 'cd ~/.claude/skills/demo') },
      ],
    ],
    'claude-code',
  );
  const one = (path: string | undefined) => (path === undefined ? [] : [path]);
  expect({ loaded, read, ran }).toEqual({
    loaded: one(expected.loaded),
    read: one(expected.read),
    ran: one(expected.ran),
  });
});

it('leaves out the miss of a file that a later call creates', () => {
  const base = { time: '', invocation: 'i', agent: 'a', tool: 'exec_command' } as const;
  const file = { skill: 'demo', path: 'references/new.md', kind: 'resource' } as const;
  const call = (seq: number) => ({ ...base, seq, type: 'tool_call', id: `${seq}`, args: {} }) as const;
  const result = { ...base, type: 'tool_result', result: '', durationMs: 1 } as const;
  const missed = { ...result, seq: 3, parent: 2, id: '2', error_code: 'COMMAND_FAILED', miss: file } as const;
  const created = { ...result, seq: 5, parent: 4, id: '4', later: [{ ...file, result: 3, created: true }] } as const;
  expect(factsOf([call(2), missed, call(4)], '').misses).toHaveLength(1);
  const events = [call(2), missed, call(4), created];
  expect(factsOf(events, '').misses).toEqual([]);
  expect(totalsOf('run', events).misses).toBe(0);
});

it.each([
  ['bwrap: execvp codex-linux-sandbox: No such file or directory', { loaded: [], ran: [] }],
  ['Process exited with code 1\nOutput:\nsandbox-exec: Operation not permitted\n', { loaded: [], ran: [] }],
  ['Traceback (most recent call last):\nValueError: cold', { loaded: ['SKILL.md'], ran: ['scripts/make.py'] }],
])('takes nothing from a command that did not start, in journals of earlier versions: %s', (result, expected) => {
  const base = { time: '', invocation: 'i', agent: 'agent' } as const;
  const call = (seq: number, path: string, ran: boolean): RunEvent[] => {
    const id = `c${seq}`;
    const tool = 'exec_command';
    const read = { skill: 'demo', path };
    return [
      { ...base, seq, type: 'tool_call', id, tool, args: { cmd: path }, parent: 1 },
      defined<ToolResult>({
        ...base,
        seq: seq + 1,
        type: 'tool_result',
        id,
        tool,
        result,
        error_code: 'TOOL_ERROR',
        durationMs: 1,
        parent: seq,
        read,
        ran: ran || undefined,
      }),
    ];
  };
  const started = {
    ...base,
    seq: 1,
    type: 'run_started',
    run: 'r',
    model: 'm',
    skills: [],
    guards: 'off',
    maxLlmCalls: 0,
    prompt: '',
    simulated: false,
    runner: 'codex',
  } as const;
  const facts = factsOf([started, ...call(2, 'SKILL.md', false), ...call(4, 'scripts/make.py', true)], '');
  const paths = (list: readonly { readonly path: string }[]) => list.map(({ path }) => path);
  expect({ loaded: paths(facts.loaded), ran: paths(facts.ran) }).toEqual(expected);
});
