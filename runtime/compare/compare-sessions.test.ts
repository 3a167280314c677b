import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder, writeFiles } from '../../test/equipment/runtime/folders.ts';
import { MADE_UP_SESSIONS } from '../../test/equipment/runtime/made-up-sessions/made-up-sessions.ts';
import { runOnce } from '../../test/equipment/runtime/run-once.ts';
import { scriptedModel } from '../../test/equipment/runtime/scripted-model.ts';
import { importFile, importRecords } from '../../test/equipment/runtime/session.ts';
import { readJournal } from '../journal/reader.ts';
import { compareRuns } from './compare-runs.ts';
import type { RunToCompare } from './compared-side.ts';

interface Variant {
  readonly prompt?: string;
  readonly skill?: string;
  readonly path?: string;
  readonly result?: string;
  readonly reply?: string;
  readonly model?: string | null;
  /** In seconds, between records. */
  readonly pace?: number;
}

const HOME = '/home/ada/.claude/skills/brewer';
let sessions = 0;

/** A made-up session of Claude Code: loads a skill, reads a file and replies. */
function recordsOf(variant: Variant): readonly object[] {
  const { prompt = 'Brew.', skill = '# Brewing', path = `${HOME}/leaves.md`, result = 'Green leaves.' } = variant;
  const { reply = 'Tea is ready.', model = 'm', pace = 1 } = variant;
  const session = `tea-${++sessions}`;
  let count = 0;
  const record = (type: string, content: unknown, message: object = {}, more: object = {}) => ({
    parentUuid: null,
    isSidechain: false,
    sessionId: session,
    cwd: '/home/ada',
    type,
    uuid: `${session}-${++count}`,
    ...more,
    timestamp: new Date(Date.UTC(2026, 0, sessions, 10, 0, count * pace)).toISOString(),
    message: { role: type, content, ...message },
  });
  const assistant = (id: string, block: object) =>
    record('assistant', [block], { id, model, usage: { input_tokens: 100, output_tokens: 2 } });
  const toolUse = (id: string, name: string, input: object) => ({
    type: 'tool_use',
    id: `${session}-${id}`,
    name,
    input,
  });
  const toolResult = (id: string, content: string) =>
    record('user', [{ type: 'tool_result', tool_use_id: `${session}-${id}`, content }]);
  return [
    record('user', prompt),
    assistant('m1', toolUse('c1', 'Skill', { skill: 'brewer' })),
    toolResult('c1', 'Launching skill: brewer'),
    record(
      'user',
      [{ type: 'text', text: `Base directory for this skill: ${HOME}\n\n${skill}\n` }],
      {},
      { isMeta: true },
    ),
    assistant('m2', toolUse('c2', 'Read', { file_path: path })),
    toolResult('c2', result),
    assistant('m3', { type: 'text', text: reply }),
  ];
}

async function session(variant: Variant): Promise<RunToCompare> {
  const { events, finished } = await importRecords(recordsOf(variant));
  return { kind: 'session', run: finished.run, events };
}

async function ownRun(): Promise<RunToCompare> {
  const { run, journal } = await runOnce({ prompt: 'Brew.', model: scriptedModel([{ text: 'Tea is ready.' }]) });
  return { kind: 'run', run, folder: dirname(journal), events: readJournal(journal).events };
}

describe('two imported sessions', () => {
  it('are the same if only ids and times differ', async () => {
    const { divergence, aligned, totals } = compareRuns(await session({}), await session({ pace: 9 }));
    expect(divergence).toBeUndefined();
    expect(aligned.map(({ a, relation }) => `${relation} ${a?.title}`)).toEqual([
      'same prompt: Brew.',
      'same Skill {"skill":"brewer"}',
      `same Read {"file_path":"${HOME}/leaves.md"}`,
      'same reply: Tea is ready.',
      'same end: final',
    ]);
    expect([totals.a.run, totals.b.run]).toEqual([`claude-code-tea-${sessions - 1}`, `claude-code-tea-${sessions}`]);
    expect(totals.a).toMatchObject({
      client: 'claude-code',
      model: 'anthropic/m',
      llmCalls: 3,
      toolCalls: 2,
      misses: 0,
      inputTokens: 300,
      outputTokens: 6,
      answer: 'Tea is ready.',
      durationMs: 6000,
    });
    expect(totals.b.durationMs).toBe(54_000);
  });

  it.each<[string, Variant, object]>([
    ['the prompt', { prompt: 'Brew coffee.', reply: 'No.' }, { reason: 'prompt' }],
    ['the text of a skill', { skill: '# Brewing well', reply: 'No.' }, { reason: 'skill', subject: 'brewer' }],
    ['a bundled file', { result: 'Black leaves.', reply: 'No.' }, { reason: 'skill', subject: 'brewer/leaves.md' }],
    ['the model', { model: 'n', reply: 'No.' }, { reason: 'model', subject: 'model: anthropic/m, anthropic/n' }],
    ['something that sessions do not record', { reply: 'No.' }, { reason: 'unknown' }],
  ])('differ first because of %s', async (_title, variant, divergence) => {
    expect(compareRuns(await session({}), await session(variant)).divergence).toMatchObject(divergence);
  });

  it('differ because of the result of a tool that reads no file of a skill', async () => {
    const path = '/home/ada/notes.txt';
    const [a, b] = [await session({ path }), await session({ path, result: 'Other notes.' })];
    expect(compareRuns(a, b).divergence).toMatchObject({ reason: 'result', subject: 'Read' });
  });
});

describe('a session and a Skillwright run', () => {
  it('differ because of the client, not because of guards and limits, which the session does not record', async () => {
    const { divergence, totals } = compareRuns(await ownRun(), await session({}));
    expect(divergence).toMatchObject({ reason: 'settings', subject: 'client: none, claude-code' });
    expect(totals.a).not.toHaveProperty('client');
  });
});

describe('an imported session', () => {
  it('has no duration if it has no times', async () => {
    const folder = writeFiles(temporaryFolder(), { 'a.jsonl': MADE_UP_SESSIONS['claude-stream-json'] ?? '' });
    const { events, finished } = await importFile(join(folder, 'a.jsonl'));
    const { totals } = compareRuns(await session({}), { kind: 'session', run: finished.run, events });
    expect(totals.a).toHaveProperty('durationMs');
    expect(totals.b).not.toHaveProperty('durationMs');
  });

  it('has the totals that its client reports, even if no model call accounts for them', async () => {
    const { events, finished } = await importRecords([
      { type: 'thread.started', thread_id: 'tea' },
      { type: 'turn.started' },
      { type: 'item.completed', item: { id: 'i1', type: 'agent_message', text: 'Tea is ready.' } },
      { type: 'turn.completed', usage: { input_tokens: 900, cached_input_tokens: 500, output_tokens: 40 } },
    ]);
    const side: RunToCompare = { kind: 'session', run: finished.run, events };
    expect(compareRuns(side, side).totals.a).toMatchObject({
      inputTokens: 900,
      cacheReadTokens: 500,
      outputTokens: 40,
    });
    // It has no prompt, which therefore may have been the same.
    expect(compareRuns(side, await session({})).divergence).toMatchObject({ reason: 'unknown' });
  });

  it.each([
    ['estimated', true],
    ['reported', undefined],
  ] as const)('marks a cost if it is %s', async (costSource, costEstimated) => {
    const { events, finished } = await importRecords(recordsOf({}));
    const priced = events.map((event) =>
      event.type === 'llm_response' ? { ...event, usage: { ...event.usage, costUsd: 1, costSource } } : event,
    );
    const side: RunToCompare = { kind: 'session', run: finished.run, events: priced };
    const { a } = compareRuns(side, side).totals;
    expect([a.costUsd, a.costEstimated]).toEqual([3, costEstimated]);
    // The client's own total takes the place of the estimates of its calls.
    const billed = priced.map((event) =>
      event.type === 'run_finished'
        ? { ...event, usage: { ...event.usage, costUsd: 2, costSource: 'reported' as const } }
        : event,
    );
    const { b } = compareRuns(side, { ...side, events: billed }).totals;
    expect([b.costUsd, b.costEstimated]).toEqual([2, undefined]);
  });

  it('has no model to compare if it names none', async () => {
    const { divergence, totals } = compareRuns(await session({}), await session({ model: null, reply: 'No.' }));
    expect(totals.b.model).toBe('unknown');
    expect(divergence).toMatchObject({ reason: 'unknown' });
  });

  it('has no payloads in other files, even if a result looks like a reference to one', async () => {
    const { events, finished } = await importRecords(recordsOf({}));
    const result = { blob: `${'0'.repeat(64)}.json`, size: 9 };
    const forged = events.map((event) => (event.type === 'tool_result' ? { ...event, result } : event));
    const side: RunToCompare = { kind: 'session', run: finished.run, events: forged };
    expect(compareRuns(side, side).aligned[2]?.a?.result?.result).toEqual(result);
  });
});
