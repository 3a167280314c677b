import { expect, it } from 'vitest';
import { defined } from '../../skill/index.ts';
import { skillOnDisk } from '../../test/equipment/runtime/folders.ts';
import { APPROVES, runOnce } from '../../test/equipment/runtime/run-once.ts';
import { canSandbox } from '../../test/equipment/runtime/sandbox.ts';
import { type ScriptedCall, scriptedModel } from '../../test/equipment/runtime/scripted-model.ts';
import { importRecords } from '../../test/equipment/runtime/session.ts';
import { clientRun } from '../clients/client-run.ts';
import type { RunEvent, RunEventDraft } from '../protocol/events.ts';
import { RunFindings } from './run-findings.ts';
import type { RunSpec } from './run-spec.ts';

const BODY = 'First read `references/a.md`.\n\nThen read `references/b.md`.\n\nRead `references/gone.md` at the end.\n';
const FILES = {
  'references/a.md': 'Now read `references/c.md`.\n',
  'references/b.md': 'B\n',
  'references/c.md': 'C\n',
};
const load: ScriptedCall = ['load_skill', { skill_name: 'brewer' }];
const resource = (path: string): ScriptedCall => ['load_skill_resource', { skill_name: 'brewer', file_path: path }];

const finish = async (calls: readonly ScriptedCall[]) => {
  const lines = [...calls.map((call) => ({ calls: [call] })), { text: 'Done.' }];
  const skills = [skillOnDisk('brewer', FILES, BODY)];
  return runOnce({ model: scriptedModel(lines), skills, host: APPROVES, guards: 'off' });
};

it('says at the end which files the loaded texts tell the model to read, and which it never read', async () => {
  const ran = await finish([load, resource('references/a.md'), resource('references/gone.md')]);
  const told = {
    skill: 'brewer',
    read: ['references/a.md'],
    unread: [
      { path: 'references/b.md' },
      { path: 'references/gone.md', missedAt: 3 },
      // The file that was read tells so.
      { path: 'references/c.md' },
    ],
  };
  expect(ran.finished.instructed).toEqual([told]);
  // `sessions report` has it from there.
  const { finished } = await importRecords(ran.events);
  expect(finished.instructed).toEqual([told]);
  // A skill that was not loaded tells nothing.
  expect((await finish([])).finished.instructed).toBeUndefined();
});

const BASE = { time: '2026-01-01T00:00:00.000Z', invocation: 'i', agent: 'a' };
const FILE = { skill: 'brewer', path: 'references/a.md', kind: 'resource' } as const;

/** Returns what the result of a call of Codex's shell says about a miss before it. */
function laterOf(asked: string, command: string, more: object = {}) {
  const findings = new RunFindings();
  findings.open({ skillOf: () => undefined, directory: '/copy/workspace' });
  const call = (seq: number, text: string) =>
    findings.add({
      ...BASE,
      type: 'tool_call',
      seq,
      id: `${seq}`,
      tool: 'exec_command',
      args: { cmd: text },
    } as RunEvent);
  const result = (parent: number): RunEventDraft & { readonly type: 'tool_result' } => ({
    type: 'tool_result',
    id: `${parent}`,
    tool: 'exec_command',
    result: '',
    durationMs: 1,
    parent,
    invocation: 'i',
    agent: 'a',
  });
  call(1, `cat ${asked}`);
  findings.add({ ...BASE, ...result(1), seq: 2, error_code: 'COMMAND_FAILED', miss: { ...FILE, asked } });
  call(3, command);
  const completed = findings.complete({ ...result(3), ...more });
  return completed.type === 'tool_result' ? completed.later : undefined;
}

it('withdraws the miss of a file that a later call creates, as sessions do', () => {
  const withdrawn = [{ ...FILE, result: 2, created: true }];
  expect(laterOf('references/a.md', 'echo hi > references/a.md')).toEqual(withdrawn);
  expect(laterOf('/copy/workspace/references/a.md', 'mkdir references && echo hi > ./references/a.md')).toEqual(
    withdrawn,
  );
  expect(laterOf('references/a.md', 'echo hi > references/b.md')).toBeUndefined();
  expect(laterOf('references/a.md', 'echo hi > references/a.md', { error_code: 'COMMAND_FAILED' })).toBeUndefined();
});

it.runIf(await canSandbox())('withdraws it in the journal of a run as a client', async () => {
  const command = (text: string): ScriptedCall => ['bash', { command: text, description: 'x' }];
  const calls: readonly ScriptedCall[] = [
    ['skill', { name: 'brewer' }],
    command('cat references/a.md'),
    command('mkdir -p references && echo hi > "$PWD/references/a.md"'),
    command('echo hi > ./references/a.md'),
  ];
  const lines = [...calls.map((call) => ({ calls: [call] })), { text: 'Done.' }];
  const skills = [skillOnDisk('brewer', FILES, BODY)];
  const model = scriptedModel(lines);
  const client = defined<Pick<RunSpec, 'client'>>({ client: clientRun('opencode') });
  const ran = await runOnce({ model, skills, ...client, trusted: true, host: APPROVES, guards: 'off' });
  const results = ran.of('tool_result').map(({ miss, later }) => [miss?.path, later?.[0]?.path, later?.[0]?.created]);
  expect(results).toEqual([
    [undefined, undefined, undefined],
    ['references/a.md', undefined, undefined],
    // Where a variable leads is not known.
    [undefined, undefined, undefined],
    [undefined, 'references/a.md', true],
  ]);
});
