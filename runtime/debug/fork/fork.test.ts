import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { defined } from '../../../skill/index.ts';
import { skillOnDisk, temporaryFolder } from '../../../test/equipment/runtime/folders.ts';
import {
  APPROVES,
  faultsOf,
  forked,
  type RunOnceOptions,
  type RunOutcome,
  runOnce,
} from '../../../test/equipment/runtime/run-once.ts';
import { type Line, scriptedModel } from '../../../test/equipment/runtime/scripted-model.ts';
import { compareRuns } from '../../compare/compare-runs.ts';
import type { CallEdit } from '../../loop/interfaces/controller.ts';
import type { Host } from '../../loop/interfaces/host.ts';
import type { Tool } from '../../loop/interfaces/tools.ts';
import type { RunEvent } from '../../protocol/events.ts';
import type { ForkEdits } from '../../protocol/fork.ts';
import { lastStart } from '../../run/prepare-resume.ts';
import type { RunSpec } from '../../run/run-spec.ts';
import { startRun } from '../../run/start.ts';
import { readEdits } from './edits.ts';
import { isStep } from './fork-point.ts';

const skill = () =>
  skillOnDisk('demo', {
    'SKILL.md': `---\nname: demo\ndescription: x\nmetadata:\n  adk_additional_tools: [add, pay, fail]\n---\nBody.\n`,
  });

/** The next line is derived from the conversation, because a fork has a new model. */
function modelOf(lines: readonly Line[]) {
  return scriptedModel(({ prompt }) => lines[prompt.filter(({ role }) => role === 'assistant').length] ?? {});
}

/** Plays a run with tools that report their effects. */
async function play(lines: readonly Line[], more: Partial<RunOnceOptions> = {}) {
  const effects: string[] = [];
  const tool = (name: string, own: Partial<Tool> = {}): Tool => ({
    name,
    description: '',
    inputSchema: { type: 'object' },
    execute: async (args) => {
      await new Promise((resolve) => setImmediate(resolve));
      effects.push(`${name} ${JSON.stringify(args)}`);
      return { kind: 'result', value: `${name} done` };
    },
    ...own,
  });
  const fail = tool('fail', { execute: () => ({ kind: 'result', value: { error: 'no' }, errorCode: 'NO' }) });
  const pool = [tool('add'), tool('pay', { needsApproval: true }), fail];
  const model = modelOf(lines);
  const ran = await runOnce({ model, skills: [skill()], pool, host: APPROVES, ...more });
  return { ...ran, effects, model };
}

const LOAD: Line = { calls: [['load_skill', { skill_name: 'demo' }, 'c0']] };
const STEPS: readonly Line[] = [
  LOAD,
  { calls: [['add', { n: 1 }, 'c1']] },
  {
    calls: [
      ['pay', { n: 2 }, 'c2'],
      ['add', { n: 3 }, 'c3'],
      ['add', { n: 4 }, 'c4'],
    ],
  },
  { text: 'Done.' },
];

/** The events of a run without what differs between two runs that do the same. */
function essence(events: readonly RunEvent[]) {
  return events
    .filter((event) => event.type !== 'note' && event.type !== 'run_started')
    .map(({ seq: _, time: __, invocation: ___, parent: ____, ...event }) => ({
      ...event,
      durationMs: 'durationMs' in event ? 0 : undefined,
      evidence: 'evidence' in event ? event.evidence.length : undefined,
    }))
    .map((event) => JSON.stringify(event))
    .sort();
}

const none = async (): Promise<undefined> => undefined;

const seqOf = (ran: RunOutcome, find: (event: RunEvent) => boolean): number => ran.events.find(find)?.seq ?? 0;
const callSeq = (ran: RunOutcome, id: string): number =>
  seqOf(ran, (event) => event.type === 'tool_call' && event.id === id);

describe('a fork with nothing changed', () => {
  test('at every step ends as recorded, asks no model and runs no tool for what came before', async () => {
    const ran = await play(STEPS);
    const points = ran.events.filter(isStep);
    expect(points).toHaveLength(9);
    for (const { seq: at } of points) {
      const fork = await play(STEPS, { runs: ran.runs, forks: { run: ran.run, at } });
      expect(faultsOf(fork), `${at}`).toEqual([]);
      expect(fork.events[0]).toMatchObject({ type: 'run_started', seq: 1, forked: { run: ran.run, at } });
      expect(fork.run).not.toBe(ran.run);
      expect(essence(fork.events), `${at}`).toEqual(essence(ran.events));
      const after = ran.events.filter((event) => event.type === 'llm_request' && event.seq >= at);
      expect(fork.model.requests.length, `${at}`).toBe(after.length);
      expect(fork.model.requests.map(({ prompt }) => prompt)).toEqual(
        ran.model.requests.slice(ran.model.requests.length - after.length).map(({ prompt }) => prompt),
      );
      const started = ran.events.filter((event) => event.type === 'tool_call' && event.seq >= at);
      const expected = started.flatMap((event) =>
        event.type === 'tool_call' && event.tool !== 'load_skill'
          ? [`${event.tool} ${JSON.stringify(event.args)}`]
          : [],
      );
      expect(fork.effects.toSorted(), `${at}`).toEqual(expected.sort());
    }
  });

  test('leaves the run that it was forked from as it is, and no temporary files', async () => {
    const ran = await play(STEPS);
    await play(STEPS, { runs: ran.runs, forks: { run: ran.run, at: callSeq(ran, 'c1') } });
    expect(faultsOf(ran)).toEqual([]);
    expect(readdirSync(ran.runs).filter((name) => name.includes('fork'))).toEqual([]);
  });

  test('marks the copied events with a note that counts them, and moves them in time', async () => {
    const ran = await play(STEPS);
    const at = callSeq(ran, 'c1');
    const fork = await play(STEPS, { runs: ran.runs, forks: { run: ran.run, at } });
    const note = fork.of('note').find(({ copied }) => copied !== undefined);
    expect(note).toMatchObject({ seq: at, copied: at - 1, message: expect.stringContaining(ran.run) });
    const times = fork.events.map(({ time }) => time);
    expect(times.toSorted()).toEqual(times);
    expect(fork.events[1]?.invocation).not.toBe(ran.events[1]?.invocation);
    expect(new Set(fork.events.map(({ invocation }) => invocation)).size).toBe(1);
  });

  test('of a call keeps the results of the calls before it in its step, and runs the later ones', async () => {
    const ran = await play(STEPS);
    const fork = await play(STEPS, { runs: ran.runs, forks: { run: ran.run, at: callSeq(ran, 'c3') } });
    expect(fork.effects.toSorted()).toEqual(['add {"n":3}', 'add {"n":4}']);
    expect(
      fork
        .of('tool_result')
        .map(({ id }) => id)
        .sort(),
    ).toEqual(['c0', 'c1', 'c2', 'c3', 'c4']);
  });

  test('of a fork works like that of any run', async () => {
    const ran = await play(STEPS);
    const first = await play(STEPS, { runs: ran.runs, forks: { run: ran.run, at: callSeq(ran, 'c3') } });
    const at = callSeq(first, 'c4');
    const second = await play(STEPS, { runs: ran.runs, forks: { run: first.run, at } });
    expect(second.events[0]).toMatchObject({ forked: { run: first.run, at } });
    expect(second.effects).toEqual(['add {"n":4}']);
    expect(essence(second.events)).toEqual(essence(ran.events));
  });

  test('of a run that waits for the user asks again', async () => {
    const waits: Host = { ...APPROVES, preapproves: () => false };
    const ran = await play(STEPS, { host: waits });
    expect(ran.finished.reason).toBe('paused');
    for (const at of [callSeq(ran, 'c2'), callSeq(ran, 'c3')]) {
      const fork = await play(STEPS, { runs: ran.runs, host: waits, forks: { run: ran.run, at } });
      expect(fork.finished.reason).toBe('paused');
      expect(fork.finished.waiting).toHaveLength(1);
      expect(essence(fork.events).filter((event) => !/"(?:pause|run_finished)"/.test(event))).toEqual(
        essence(ran.events).filter((event) => !/"(?:pause|run_finished)"/.test(event)),
      );
    }
  });

  test('of a second prompt copies the first one', async () => {
    const ran = await play([LOAD, { text: 'One.' }]);
    const lines = [LOAD, { text: 'One.' }, { calls: [['add', { n: 1 }, 'c5']] as const }, { text: 'Two.' }];
    const next = await play(lines, { runs: ran.runs, continues: ran.run, prompt: 'And now?' });
    const at = callSeq(next, 'c5');
    const fork = await play(lines, { runs: ran.runs, prompt: 'And now?', forks: { run: ran.run, at } });
    expect(fork.of('run_started').map(({ run, forked }) => [run, forked?.at])).toEqual([
      [fork.run, undefined],
      [fork.run, at],
    ]);
    expect(fork.finished).toMatchObject({ reason: 'final', text: 'Two.', llmCalls: 2 });
    expect(lastStart(ran.runs, ran.run, at)).toMatchObject({ prompt: 'And now?' });
    expect(lastStart(ran.runs, ran.run, 2)).toMatchObject({ seq: 1 });
    expect(fork.effects).toEqual(['add {"n":1}']);
  });

  test('of a run that a guard stopped is stopped again', async () => {
    const lines = [LOAD, ...Array.from({ length: 12 }, (_, n): Line => ({ calls: [['fail', { n }, `f${n}`]] }))];
    const ran = await play(lines);
    expect(ran.finished.reason).toBe('guard');
    for (const { seq: at } of ran.events.filter(isStep)) {
      const fork = await play(lines, { runs: ran.runs, forks: { run: ran.run, at } });
      expect(essence(fork.events), `${at}`).toEqual(essence(ran.events));
    }
  });
});

test.each([0, 500])('the notes of the start with a limit of %i model calls are in a fork once', async (maxLlmCalls) => {
  const notes = ['Skipped a skill.'];
  const ran = await play(STEPS, { maxLlmCalls: 0, notes });
  const forks = { run: ran.run, at: callSeq(ran, 'c1') };
  const fork = await play(STEPS, { runs: ran.runs, maxLlmCalls, notes: [...notes, 'Skipped another skill.'], forks });
  const messages = fork.of('note').map(({ message }) => message);
  expect(messages.filter((message) => message === 'Skipped a skill.')).toHaveLength(1);
  expect(messages.filter((message) => message === 'Skipped another skill.')).toHaveLength(1);
  expect(messages.filter((message) => String(message).includes('no limit on model calls'))).toHaveLength(1);
});

test('a fork without a limit of a run with one says so', async () => {
  const ran = await play(STEPS);
  const forks = { run: ran.run, at: callSeq(ran, 'c1') };
  const fork = await play(STEPS, { runs: ran.runs, maxLlmCalls: 0, forks });
  expect(fork.of('note').map(({ message }) => message)).toContain('There is no limit on model calls in this run.');
});

describe('the start of a fork', () => {
  async function prepare() {
    const ran = await play(STEPS);
    const place = { runs: ran.runs, run: ran.run, at: callSeq(ran, 'c3') };
    const spec: RunSpec = {
      prompt: '',
      skills: [skill()],
      agent: { name: 'agent', instruction: '' },
      maxLlmCalls: 500,
      guards: 'off',
      model: { model: modelOf(STEPS), name: 'scripted/model', simulated: false },
      runs: ran.runs,
      secrets: [],
    };
    const fork = forked(spec, place);
    const reports: [run: string, hasFolder: boolean][] = [];
    const start = () =>
      startRun(fork, {
        host: APPROVES,
        signal: new AbortController().signal,
        onEvent: () => undefined,
        onBegin: (run) => void reports.push([run, existsSync(join(ran.runs, run))]),
      });
    return { ran, fork, reports, start };
  }

  test('is reported before the run has its folder', async () => {
    const { fork, reports, start } = await prepare();
    const started = start();
    expect(started.kind === 'started' && (await started.finished).reason).toBe('final');
    expect(reports).toEqual([[fork.fork?.run, false]]);
  });

  test('is not reported if the run cannot be created', async () => {
    const { ran, reports, start } = await prepare();
    rmSync(ran.runs, { recursive: true });
    expect(start()).toMatchObject({ kind: 'failed', message: expect.stringContaining('Cannot create the run') });
    expect(reports).toEqual([]);
  });
});

test('a fork of a journal of another origin works without the fields that are not required', async () => {
  const lines = [LOAD, ...Array.from({ length: 12 }, (_, n): Line => ({ calls: [['fail', { n }, `f${n}`]] }))];
  const ran = await play(lines);
  writeFileSync(ran.journal, readFileSync(ran.journal, 'utf8').replaceAll(/"evidence":\[[\d,]*\],/g, ''));
  const at = ran.events.findLast(isStep)?.seq ?? 0;
  const fork = await play(lines, { runs: ran.runs, forks: { run: ran.run, at } });
  expect(fork.finished.reason).toBe('guard');
});

describe('a fork with edits', () => {
  test('of the arguments runs the call with them, and the model reads them in its own response', async () => {
    const ran = await play(STEPS);
    const at = callSeq(ran, 'c1');
    const fork = await play(STEPS, { runs: ran.runs, forks: { run: ran.run, at, edits: { args: { n: 7 } } } });
    expect(fork.effects[0]).toBe('add {"n":7}');
    expect(fork.of('tool_call').find(({ id }) => id === 'c1')?.args).toEqual({ n: 7 });
    const sent = JSON.stringify(fork.model.requests[0]?.prompt);
    expect(sent).toContain('"input":{"n":7}');
    expect(sent).not.toContain('"input":{"n":1}');
  });

  test('of the result does not run the call, and counts for guards as a result does', async () => {
    const ran = await play(STEPS);
    const at = callSeq(ran, 'c1');
    const result = { error: 'Out of stock.', error_code: 'NONE' };
    const fork = await play(STEPS, { runs: ran.runs, forks: { run: ran.run, at, edits: { result } } });
    expect(faultsOf(fork)).toEqual([]);
    expect(fork.effects.toSorted()).toEqual(['add {"n":3}', 'add {"n":4}', 'pay {"n":2}']);
    expect(fork.of('tool_result').find(({ id }) => id === 'c1')).toMatchObject({ result, error_code: 'NONE' });
    expect(JSON.stringify(fork.model.requests[0]?.prompt.at(-1))).toContain('Out of stock.');
    expect(fork.of('note').find(({ copied }) => copied)?.copied).toBe(at + 1);
  });

  test.each([
    ['arguments', { args: { n: 7 } }],
    ['result', { result: 'None left.' }],
  ])('of the %s is the reason for the first difference from the run', async (_, edits) => {
    const ran = await play(STEPS);
    const fork = await play(STEPS, { runs: ran.runs, forks: { run: ran.run, at: callSeq(ran, 'c1'), edits } });
    const [a, b] = [ran, fork].map(({ run, events }) => ({
      kind: 'run' as const,
      run,
      folder: join(ran.runs, run),
      events,
    }));
    expect(compareRuns(a as never, b as never).divergence).toMatchObject({ reason: 'user', subject: 'add' });
  });

  test('of a call that was changed in the debugger keeps the change, and does not run a tool that did not run', async () => {
    const rest = { isActive: true, beforeModelCall: none, afterTool: none, beforeEnd: none };
    const changes: Readonly<Record<string, CallEdit>> = {
      c1: { args: { n: 9 } },
      c3: { result: { value: 'made up' } },
    };
    const ran = await play(STEPS, { controller: { ...rest, beforeTool: async ({ id }) => changes[id] } });
    expect(ran.effects.toSorted()).toEqual(['add {"n":4}', 'add {"n":9}', 'pay {"n":2}']);
    const forkAt = (id: string, edits?: ForkEdits) =>
      play(STEPS, { runs: ran.runs, forks: defined({ run: ran.run, at: callSeq(ran, id), edits }) });
    expect((await forkAt('c1')).effects[0]).toBe('add {"n":9}');
    const fork = await forkAt('c3');
    expect(fork.effects).toEqual(['add {"n":4}']);
    expect(fork.of('tool_result').find(({ id }) => id === 'c3')).toMatchObject({ result: 'made up', edited: true });
    expect((await forkAt('c3', { args: { n: 3 } })).effects.toSorted()).toEqual(['add {"n":3}', 'add {"n":4}']);
  });

  test('of the prompt and the instruction sends and records them', async () => {
    const ran = await play(STEPS);
    const at = seqOf(ran, (event) => event.type === 'llm_request' && event.call === 3);
    const edited = { prompt: 'Please do not.', agent: { name: 'agent', instruction: 'Be careful.' } };
    const fork = await play(STEPS, {
      runs: ran.runs,
      ...edited,
      instruction: 'Be careful.',
      forks: { run: ran.run, at, edits: { prompt: 'Please do not.', instruction: 'Be careful.' } },
    });
    const [system, user] = fork.model.requests[0]?.prompt ?? [];
    expect(system?.content).toMatch(/^Be careful\./);
    expect(user).toMatchObject({ role: 'user', content: [{ text: 'Please do not.' }] });
    expect(fork.events[0]).toMatchObject({ prompt: 'Please do not.', instruction: 'Be careful.' });
  });

  test('of the guards decides again about the last step', async () => {
    const lines = [LOAD, ...Array.from({ length: 6 }, (_, n): Line => ({ calls: [['fail', { n }, `f${n}`]] }))];
    const until: readonly Line[] = [...lines.slice(0, 6), { text: 'I give up.' }];
    const ran = await play(lines);
    const closing = seqOf(ran, (event) => event.type === 'llm_request' && event.closing === true);
    const same = await play(until, { runs: ran.runs, forks: { run: ran.run, at: closing } });
    expect(same.of('llm_request').at(-1)?.closing).toBe(true);
    const other = await play(until, { runs: ran.runs, guards: 'off', forks: { run: ran.run, at: closing } });
    expect(other.of('llm_request').at(-1)?.closing).toBeUndefined();
    expect(other.finished).toMatchObject({ reason: 'final', text: 'I give up.' });
  });

  test.each([
    ['a list', [], /JSON object/],
    ['an unknown field', { tools: [] }, /'tools' cannot be edited/],
    ['an empty prompt', { prompt: ' ' }, /not empty/],
    ['arguments that are no object', { args: [1] }, /args\) as a JSON object/],
    ['an instruction that is no text', { instruction: 1 }, /instruction as a text/],
  ])('%s is refused', (_, value, message) => {
    expect(readEdits(value)).toMatch(message);
  });

  test('arguments and results of a model call are refused', async () => {
    const ran = await play(STEPS);
    const at = seqOf(ran, (event) => event.type === 'llm_request');
    const forks = { run: ran.run, at, edits: { result: 1 } };
    await expect(play([], { runs: ran.runs, forks })).rejects.toThrow(/Pass the seq of a tool call/);
  });
});

test.each([
  [1, /event 1 is a run_started/],
  [99_999, /from 1 to \d+ as --at: the run has no event 99999/],
])('a fork at %i, which is no step, is refused', async (at, message) => {
  const ran = await play([{ text: 'Done.' }]);
  await expect(play([], { runs: ran.runs, forks: { run: ran.run, at } })).rejects.toThrow(message);
});

test('a fork of an unknown run is refused', async () => {
  const runs = temporaryFolder();
  await expect(play([], { runs, forks: { run: '20260101T000000000Z-00000000', at: 2 } })).rejects.toThrow(
    /There is no run/,
  );
});
