import { expect, it } from 'vitest';
import { addEvents } from './fold.ts';
import { lanesOf } from './lanes.ts';
import { headerOf } from './rows.ts';
import { createTrace, type Trace } from './span.ts';

const CAUSE = {
  file: '/work/skills/tea/SKILL.md',
  line: 8,
  column: 7,
  text: 'the tone manual',
  suggestions: ['references/tone.md'],
};

/** The trace of an imported session with one miss. */
function session(imported: object, cause: object = { current: CAUSE }, prompt = 'Brew'): Trace {
  const trace = createTrace();
  const base = { time: '2026-11-12T10:00:00.000Z', agent: 'agent', invocation: 'i' };
  const miss = { skill: 'tea', path: 'references/tone_manual.md', kind: 'resource' };
  addEvents(trace, [
    {
      ...base,
      seq: 1,
      type: 'run_started',
      run: 's',
      model: 'a/m',
      skills: [],
      guards: 'off',
      maxLlmCalls: 0,
      prompt,
      simulated: false,
      imported,
    },
    {
      ...base,
      seq: 2,
      type: 'tool_call',
      id: 'c',
      tool: 'Read',
      args: { file_path: '/x/references/tone_manual.md' },
      parent: 1,
    },
    {
      ...base,
      seq: 3,
      type: 'tool_result',
      id: 'c',
      tool: 'Read',
      result: 'No such file',
      error_code: 'FILE_NOT_FOUND',
      miss,
      cause,
      parent: 2,
    },
    { ...base, seq: 4, type: 'run_finished', reason: 'cancelled', text: '', llmCalls: 0, parent: 1 },
  ]);
  return trace;
}

it('has the name of the client, or else of the format, and the file', () => {
  const file = '/home/me/a.jsonl';
  expect(headerOf(session({ format: 'claude-code', client: 'claude-code', file }), 'none').imported).toEqual({
    client: 'Claude Code',
    file,
  });
  expect(headerOf(session({ format: 'otlp', file }), 'none').imported).toEqual({ client: 'otlp', file });
});

it('has the prompt as its title, or else the name of the client', () => {
  const titleOf = (prompt: string) =>
    headerOf(session({ format: 'claude-stream-json', client: 'claude-code', file: '/a' }, {}, prompt), 'none').title;
  expect(['Brew', ''].map(titleOf)).toEqual(['Brew', 'Claude Code']);
});

it('has no start and no end if the session has no times', () => {
  const headerWith = (more: object) =>
    headerOf(session({ format: 'atif', client: 'codex', file: '/a', ...more }, {}), 'none');
  expect(headerWith({ untimed: true })).toMatchObject({ state: 'cancelled', imported: { untimed: true } });
  expect(headerWith({ untimed: true })).not.toHaveProperty('startedAt');
  expect(headerWith({ untimed: true })).not.toHaveProperty('finishedAt');
  expect(headerWith({})).toHaveProperty('startedAt');
  expect(headerWith({})).toHaveProperty('finishedAt');
});

it('names a row after the file in the skill, not by its absolute path', () => {
  const trace = session({ format: 'claude-code', client: 'claude-code', file: '/a' });
  expect(trace.spans.find(({ tool }) => tool === 'Read')?.name).toBe('tea/references/tone_manual.md');
});

it('links a miss to the words in the current skill', () => {
  const [call] = session({ format: 'claude-code', client: 'claude-code', file: '/a' }).spans.filter(
    ({ tool }) => tool === 'Read',
  );
  expect(call).toMatchObject({
    status: 'miss',
    cause: { ...CAUSE, endLine: 8 },
    source: { file: CAUSE.file, line: 8, column: 7 },
  });
});

it.each([{}, { recorded: CAUSE }, { current: 'x' }])(
  'has no link if no current skill contains the words: %o',
  (cause) => {
    const [call] = session({ format: 'claude-code', client: 'claude-code', file: '/a' }, cause).spans.filter(
      ({ tool }) => tool === 'Read',
    );
    expect(call?.cause).toBeUndefined();
  },
);

it('shows a note about a guard below the call, although it follows the end', () => {
  const trace = session({ format: 'claude-code', client: 'claude-code', file: '/a' });
  const ended = headerOf(trace, 'none');
  const note = { type: 'note', seq: 5, parent: 2, message: 'Guards would have stopped here' };
  addEvents(trace, [{ time: '2026-11-12T10:00:00.000Z', agent: 'agent', invocation: 's', ...note }]);
  const call = trace.spans.find(({ tool }) => tool === 'Read');
  expect(trace.spans.find(({ kind }) => kind === 'note')).toMatchObject({ parent: call?.id, name: note.message });
  expect(headerOf(trace, 'none')).toEqual(ended);
});

it('has lanes of the skills that it loaded by any tool, with their files', () => {
  const trace = session({ format: 'codex-exec-json', client: 'codex', file: '/a' }, {});
  const base = { time: '2026-11-12T10:00:00.000Z', agent: 'agent', invocation: 'i' };
  const call = (seq: number, more: object) => [
    {
      ...base,
      seq,
      type: 'tool_call',
      id: `c${seq}`,
      tool: 'command_execution',
      args: { command: 'cat …' },
      parent: 1,
    },
    {
      ...base,
      seq: seq + 1,
      type: 'tool_result',
      id: `c${seq}`,
      tool: 'command_execution',
      result: '…',
      parent: seq,
      ...more,
    },
  ];
  const load = (seq: number, skill: string, current: object = {}) => ({
    ...base,
    seq,
    type: 'skill_loaded',
    skill,
    by: 'shell',
    folder: `/else/${skill}`,
    parent: 10,
    ...current,
  });
  addEvents(trace, [
    ...call(10, { read: { skill: 'tea', path: 'SKILL.md' }, alsoRead: [{ skill: 'pots', path: 'SKILL.md' }] }),
    load(12, 'tea', { current: '/w/tea' }),
    load(13, 'pots'),
    ...call(16, {
      miss: { skill: 'pots', path: 'a.md' },
      alsoMissed: [{ skill: 'pots', path: 'b.md' }],
      read: { skill: 'pots', path: 'c.md' },
    }),
    ...call(14, {
      read: { skill: 'pots', path: 'scripts/heat.py' },
      ran: true,
      alsoRead: [{ skill: 'tea', path: 'references/tone.md' }],
    }),
  ]);
  const row = (id: string) => trace.calls.get(id)?.id;
  expect(lanesOf(trace)).toMatchObject([
    {
      name: 'tea',
      text: 'loaded, 1 resource read, 1 miss',
      marks: [{ kind: 'miss' }, { kind: 'loaded', row: row('c10') }, { kind: 'read', row: row('c14') }],
    },
    {
      name: 'pots',
      text: 'loaded, 1 resource read, 2 misses, 1 script run',
      isUnknown: true,
      marks: [{ kind: 'loaded' }, { kind: 'miss' }, { kind: 'miss' }, { kind: 'read' }, { kind: 'script' }],
    },
  ]);
});

it('is live while its file grows, although its last prompt has ended', () => {
  const trace = session({ format: 'codex', client: 'codex', file: '/s.jsonl' });
  expect(headerOf(trace, 'none').live).toBe(false);
  addEvents(trace, [
    {
      time: '2026-11-12T10:00:09.000Z',
      agent: 'agent',
      invocation: 'i',
      seq: 9,
      type: 'run_finished',
      parent: 1,
      reason: 'final',
      text: 'Done.',
      llmCalls: 1,
      usage: {},
    },
  ]);
  expect(headerOf(trace, 'another')).toMatchObject({ live: true, state: 'running', owned: false });
  expect(headerOf(trace, 'none')).toMatchObject({ live: false, state: 'final' });
});

it('has the tokens and the cost of all its prompts', () => {
  const trace = session({ format: 'codex', client: 'codex', file: '/s.jsonl' });
  const base = { time: '2026-11-12T10:00:09.000Z', agent: 'agent', invocation: 'i' };
  const end = (seq: number, inputTokens: number, costUsd: number) => ({
    ...base,
    seq,
    type: 'run_finished',
    parent: 1,
    reason: 'final',
    text: '',
    llmCalls: 1,
    usage: { inputTokens, outputTokens: 1, costUsd },
  });
  const next = {
    ...base,
    seq: 10,
    type: 'run_started',
    run: 's',
    model: 'a/m',
    skills: [],
    prompt: 'Bake',
    guards: 'off',
  };
  addEvents(trace, [
    end(9, 900, 0.5),
    { ...next, imported: { format: 'codex', client: 'codex', file: '/s.jsonl' } },
    end(11, 40, 0.25),
  ]);
  expect(headerOf(trace, 'none')).toMatchObject({ tokensIn: 940, tokensOut: 2, costUsd: 0.75 });
});

it('withdraws a miss whose file a later call creates', () => {
  const trace = session({ format: 'claude-code', client: 'claude-code', file: '/s.jsonl' });
  expect(trace.spans.some(({ status }) => status === 'miss')).toBe(true);
  const created = { skill: 'tea', path: 'references/tone_manual.md', kind: 'resource', result: 3, created: true };
  const base = { time: '2026-11-12T10:00:01.000Z', agent: 'agent', invocation: 'i' };
  addEvents(trace, [
    { ...base, seq: 5, type: 'tool_call', id: 'd', tool: 'Write', args: {}, parent: 1 },
    { ...base, seq: 6, type: 'tool_result', id: 'd', tool: 'Write', result: 'ok', later: [created], parent: 5 },
  ]);
  expect(trace.spans.map(({ status }) => status)).not.toContain('miss');
  expect(trace.spans.some(({ cause }) => cause !== undefined)).toBe(false);
  expect(lanesOf(trace)).toMatchObject([{ name: 'tea', marks: [] }]);
});

it('says in the lane of a skill which of the files were never read that it tells to read', () => {
  const trace = session({ format: 'claude-code', client: 'claude-code', file: '/s.jsonl' });
  const lost = { skill: 'tea', read: ['a.md', 'b.md'], unread: [{ path: 'c.md', missedAt: 4 }] };
  const base = { time: '2026-11-12T10:00:01.000Z', agent: 'agent', invocation: 'i' };
  addEvents(trace, [{ ...base, seq: 5, type: 'note', message: 'Instructed to read by tea', lost, parent: 1 }]);
  expect(trace.spans.at(-1)).toMatchObject({ kind: 'note', icon: 'page-missed' });
  expect(lanesOf(trace)[0]?.text).toContain('1 of 3 instructed files never read');
});

it('ends a call without a result with its prompt, not with the session', () => {
  const trace = createTrace();
  const base = { agent: 'agent', invocation: 'i' };
  const at = (minute: number) => ({ ...base, time: `2026-11-12T10:0${minute}:00.000Z` });
  const started = { type: 'run_started', run: 's', model: 'a/m', guards: 'off', maxLlmCalls: 0, skills: [] };
  const imported = { format: 'pi', client: 'pi', file: '/a' };
  const finished = { type: 'run_finished', reason: 'cancelled', text: '', llmCalls: 0 };
  const call = { id: 'c', tool: 'bash' };
  addEvents(trace, [
    { ...at(0), seq: 1, ...started, prompt: 'Brew', simulated: false, imported },
    { ...at(1), seq: 2, type: 'tool_call', ...call, args: {}, parent: 1 },
    { ...at(2), seq: 3, ...finished, parent: 1 },
    { ...at(5), seq: 4, ...started, prompt: 'Pour', simulated: false, imported },
    {
      ...at(6),
      seq: 5,
      type: 'tool_result',
      ...call,
      result: {},
      error_code: 'CANCELLED',
      hasNoResult: true,
      parent: 2,
    },
    { ...at(7), seq: 6, ...finished, parent: 4 },
  ]);
  const row = trace.spans.find(({ tool }) => tool === 'bash');
  expect(row).toMatchObject({ start: 60_000, end: 120_000, status: 'cut', code: 'CANCELLED' });
});
