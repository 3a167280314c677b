import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../test/equipment/runtime/folders.ts';
import { MADE_UP_SESSIONS } from '../../test/equipment/runtime/made-up-sessions/made-up-sessions.ts';
import { codexCommand, importFile, importRecords } from '../../test/equipment/runtime/session.ts';
import { accountingFaults } from '../../test/equipment/runtime/session-accounting.ts';
import { brokenVariant } from '../../test/equipment/runtime/session-variants.ts';
import { isLong } from '../../test/equipment/skill/long.ts';
import { createChance } from '../random.ts';
import { FORMATS } from './formats.ts';
import { importSession } from './import-session.ts';
import type { Fate } from './log/record.ts';
import type { SessionEvent } from './log/session-event.ts';
import { baseFolder } from './log/skill-texts.ts';
import { SessionSummary } from './session-summary.ts';

async function importText(text: string) {
  const file = join(temporaryFolder(), 'session');
  writeFileSync(file, text);
  return importFile(file);
}

const loads = (events: readonly SessionEvent[]) =>
  events.flatMap((event) =>
    event.type === 'skill_loaded' ? [{ skill: event.skill, by: event.by, folder: event.folder }] : [],
  );

describe('formats', () => {
  it('each have a made-up session, which only they detect', async () => {
    expect(Object.keys(MADE_UP_SESSIONS).sort()).toEqual(FORMATS.map(({ id }) => id).sort());
    for (const [id, text] of Object.entries(MADE_UP_SESSIONS)) {
      const { events } = await importText(text);
      expect(events[0]).toMatchObject({ type: 'run_started', imported: { format: id } });
    }
  });

  it("Gemini CLI's stream-json: pieces of a text as one, calls with their results, the reported total", async () => {
    const { events, finished } = await importText(MADE_UP_SESSIONS['gemini-stream-json'] ?? '');
    expect(loads(events)).toEqual([{ skill: 'brewer', by: 'tool', folder: undefined }]);
    const tree = 'Showing up to 200 items:\n\n    /home/ada/brewer/\n├───guide.md';
    const texts = [
      `<activated_skill name="b">\n  <available_resources>\n    ${tree}`,
      `Skill **b** activated. Resources loaded from \`/home/ada/brewer\`:\n\n${tree}`,
    ];
    expect(texts.map(baseFolder)).toEqual(['/home/ada/brewer', '/home/ada/brewer']);
    const responses = events.flatMap((event) => (event.type === 'llm_response' ? [event.text] : []));
    expect(responses).toEqual(['I activate it.', '', 'Done.']);
    expect(events.find((event) => event.type === 'tool_result' && event.tool === 'read_file')).toMatchObject({
      result: 'File not found: guide.md',
      error_code: 'TOOL_ERROR',
    });
    expect(events.at(-1)).toMatchObject({ type: 'run_finished', reason: 'final', text: 'Done.' });
    expect(events[0]).toMatchObject({ prompt: 'Brew.', model: 'google/gemini-test' });
    expect(finished.usage).toMatchObject({ inputTokens: 300, outputTokens: 20, cacheReadTokens: 100 });
  });

  it('stream-json: sub-agents by their parent, the cost and the total of the result', async () => {
    const { events, finished } = await importText(MADE_UP_SESSIONS['claude-stream-json'] ?? '');
    expect(loads(events)).toEqual([{ skill: 'brewer', by: 'tool', folder: '/home/ada/brewer' }]);
    const task = events.find((event) => event.type === 'tool_call' && event.tool === 'Task');
    expect(events.find((event) => event.type === 'llm_request' && event.agent === 'Task')).toMatchObject({
      parent: task?.seq,
    });
    expect(finished).toMatchObject({
      records: 8,
      used: 7,
      metadata: 1,
      usage: { inputTokens: 33, outputTokens: 16, costUsd: 0.25 },
    });
    expect(events[0]).toMatchObject({ imported: { untimed: true } });
  });

  describe('times that only some records have', () => {
    const at = (second: number) => `2026-01-05T10:00:0${second}.500Z`;
    const shared = { session_id: 's', parent_tool_use_id: null };
    const assistant = (id: string, content: object) => ({
      ...shared,
      type: 'assistant',
      message: { id, role: 'assistant', model: 'm', content: [content] },
    });
    const result = (id: string) => ({
      ...shared,
      type: 'user',
      message: { role: 'user', content: [{ type: 'tool_result', tool_use_id: id, content: 'x' }] },
    });
    const call = (id: string) => ({ type: 'tool_use', id, name: 'Read', input: { file_path: `${id}.md` } });
    const init = { ...shared, type: 'system', subtype: 'init', model: 'm', tools: [] };
    const rest = [
      assistant('m1', call('a')),
      { ...result('a'), timestamp: at(2) },
      assistant('m2', call('b')),
      { ...result('b'), timestamp: at(4) },
      assistant('m3', { type: 'text', text: 'Done.' }),
      { ...shared, type: 'result', subtype: 'success', result: 'Done.', duration_ms: 9000 },
    ];
    const partial = Array.from({ length: 300 }, () => ({ ...shared, type: 'stream_event', event: {} }));

    it.each([
      ['at the start', [init, ...rest]],
      ['after many records without one', [init, ...partial, ...rest]],
    ])('are those of the records that follow: the first %s', async (_, records) => {
      const { events } = await importRecords(records);
      expect(events[0]).toMatchObject({ imported: { format: 'claude-stream-json' }, time: at(2) });
      expect(events[0]).not.toHaveProperty('imported.untimed');
      const results = events.filter(({ type }) => type === 'tool_result');
      expect(results.map(({ time }) => time)).toEqual([at(2), at(4)]);
      expect(events.at(-1)).toMatchObject({ type: 'run_finished', time: at(4) });
    });

    it('count in the output of Codex, too', async () => {
      const { events } = await importRecords([
        { type: 'thread.started', thread_id: 't' },
        { ...codexCommand('ls', 'a'), timestamp: at(1) },
        codexCommand('cat a', 'b'),
        { type: 'turn.completed', usage: {}, timestamp: at(3) },
      ]);
      expect(events[0]).toMatchObject({ imported: { format: 'codex-exec-json' }, time: at(1) });
      expect(events[0]).not.toHaveProperty('imported.untimed');
    });
  });

  it('exec --json: an item that starts and completes is one call, and the usage is that of the turn', async () => {
    const { events, finished } = await importText(MADE_UP_SESSIONS['codex-exec-json'] ?? '');
    expect(loads(events)).toMatchObject([{ skill: 'brewer', by: 'shell' }]);
    expect(events.flatMap((event) => (event.type === 'tool_result' ? [event.miss?.path] : []))).toEqual([
      undefined,
      'references/heat.md',
    ]);
    expect(finished).toMatchObject({
      records: 8,
      used: 6,
      metadata: 2,
      usage: { inputTokens: 100, outputTokens: 9, cacheReadTokens: 60 },
    });
  });

  it('Gemini CLI: the last record of a message counts, and a rewind removes messages', async () => {
    const { events, finished } = await importText(MADE_UP_SESSIONS['gemini-cli'] ?? '');
    expect(finished).toMatchObject({ records: 8, used: 3, duplicate: 2, metadata: 3, steps: 2 });
    expect(finished.usage).toEqual({ inputTokens: 220, outputTokens: 21, cacheReadTokens: 140, reasoningTokens: 5 });
    expect(loads(events)).toMatchObject([{ skill: 'brewer', by: 'tool' }]);
    expect(JSON.stringify(events)).not.toContain('wrong turn');
  });

  it('pi: an entry off the path to the last one is superseded', async () => {
    const { events, finished } = await importText(MADE_UP_SESSIONS.pi ?? '');
    expect(finished).toMatchObject({ records: 7, used: 5, duplicate: 1, metadata: 1 });
    expect(finished.usage).toMatchObject({ inputTokens: 61, outputTokens: 7, cacheReadTokens: 20, costUsd: 0.5 });
    expect(loads(events)).toEqual([{ skill: 'brewer', by: 'read', folder: '/home/ada/brewer' }]);
  });

  it('pi: an entry whose parent is lost follows the one before it, and the header can follow a title', async () => {
    const entry = (id: string, parentId: string | null, role: string, text: string) =>
      JSON.stringify({ type: 'message', id, parentId, message: { role, content: [{ type: 'text', text }] } });
    const { events, finished } = await importText(
      [
        '{"type":"title","title":"Tea"}',
        '{"type":"session","version":3,"id":"s","timestamp":"2026-01-05T10:00:00.000Z","cwd":"/home/ada/tea"}',
        entry('e1', 's', 'user', 'Brew.'),
        entry('e2', 'e1', 'assistant', 'I begin.').slice(0, -9),
        entry('e3', 'e2', 'assistant', 'I look.'),
        entry('e4', 'e3', 'user', 'Left.'),
        entry('e5', 'e3', 'assistant', 'Done.'),
      ].join('\n'),
    );
    expect(finished).toMatchObject({ used: 3, duplicate: 1, metadata: 2, broken: 1 });
    expect(events[0]).toMatchObject({ prompt: 'Brew.', imported: { format: 'pi' } });
    expect(events.at(-1)).toMatchObject({ reason: 'final', text: 'Done.' });
  });

  it('Copilot CLI: the totals at the end complete the tokens of the calls', async () => {
    const { events, finished } = await importText(MADE_UP_SESSIONS['copilot-cli'] ?? '');
    expect(finished).toMatchObject({ records: 8, used: 6, duplicate: 1, metadata: 1 });
    expect(finished.usage).toEqual({ inputTokens: 900, outputTokens: 30, cacheReadTokens: 600 });
    expect(loads(events)).toEqual([{ skill: 'brewer', by: 'user', folder: '/home/ada/brewer' }]);
    expect(events.find(({ type }) => type === 'tool_result')).toMatchObject({ miss: { path: 'references/heat.md' } });
  });

  it('opencode: an export with the line that the command prints first, and the output of opencode run', async () => {
    const exported = await importText(MADE_UP_SESSIONS.opencode ?? '');
    expect(exported.finished.usage).toEqual(exported.finished.reportedUsage);
    expect(exported.finished).toMatchObject({ records: 7, used: 4, metadata: 3, steps: 1 });
    expect(loads(exported.events)).toEqual([{ skill: 'brewer', by: 'tool', folder: '/home/ada/brewer' }]);
    expect(exported.events.find(({ type }) => type === 'tool_result')).toMatchObject({ durationMs: 1000 });
    const ran = await importText(MADE_UP_SESSIONS['opencode-run-json'] ?? '');
    expect(ran.finished).toMatchObject({ steps: 2, usage: { inputTokens: 300, outputTokens: 30 } });
  });

  it('our own journal: its events are unchanged', async () => {
    const text = MADE_UP_SESSIONS.skillwright ?? '';
    const { events, finished } = await importText(text);
    const plain = events.map(({ imported: _, source: __, ...event }) => event);
    expect(plain).toEqual(text.split('\n').map((line) => JSON.parse(line)));
    expect(finished).toMatchObject({
      run: '20260105T100000000Z-aaaaaaaa',
      records: 4,
      used: 4,
      steps: 1,
      usage: { inputTokens: 7 },
    });
  });

  it('are read without an exception and with every record accounted for, however broken the session is', async () => {
    const file = join(temporaryFolder(), 'session');
    const faults: unknown[] = [];
    const texts = Object.entries(MADE_UP_SESSIONS);
    for (let seed = 0; seed < (isLong ? 200 : 50); seed++) {
      const chance = createChance(seed);
      const [id, text] = chance.pick(texts);
      writeFileSync(file, brokenVariant(text, chance));
      const events: SessionEvent[] = [];
      const fates: Fate[] = [];
      const summary = new SessionSummary();
      const result = await importSession(file, {
        format: chance.oneIn(4) ? chance.pick(texts)[0] : id,
        emit(event) {
          events.push(event);
          summary.add(event);
        },
        account: (_, fate) => void fates.push(fate),
      });
      if (result.kind !== 'imported') continue;
      const found = accountingFaults(events, fates, result.finished, result.format);
      if (found.length > 0) faults.push({ seed, id, found });
    }
    expect(faults).toEqual([]);
  });
});

it.each([
  ['DeepSeek Harness', { type: 'session', id: 's', createdAt: 1_767_607_200_000, cwd: '/tea', delegationDepth: 0 }],
  ['Factory Droid', { type: 'session_start', id: 's', sessionTitle: 'Tea', cwd: '/tea' }],
  ['Factory Droid', { type: 'tool_call', sessionId: 's', toolCallId: 'c1', toolName: 'Execute', parameters: {} }],
  ['Kimi', { type: 'metadata', protocol_version: '1.4', created_at: 1 }],
  ['Grok', { type: 'user', content: [{ type: 'text', text: 'Brew.' }], prompt_index: 0 }],
  ['Antigravity', { step_index: 0, source: 'USER_EXPLICIT', type: 'USER_INPUT', status: 'DONE' }],
  ['CrewAI', { type: 'task_started', source_fingerprint: 'f', fingerprint_metadata: null }],
  ['smolagents', { code_action: null, model_input_messages: [] }],
  ['Aider', { event: 'launched', properties: {}, user_id: 'u', time: 1 }],
  ['Continue', { sessionId: 's', workspaceDirectory: '/tea', history: [{ message: { role: 'user' } }] }],
  [
    "Copilot CLI's OpenTelemetry file",
    {
      type: 'span',
      traceId: 't',
      spanId: 's',
      name: 'chat m',
      startTime: [1, 2],
      endTime: [1, 3],
      attributes: {},
      instrumentationScope: { name: 'github.copilot' },
    },
  ],
  [
    "Copilot CLI's OpenTelemetry file",
    {
      traceId: 't',
      spanId: 's',
      startTime: [1, 2],
      attributes: {},
      resource: { attributes: { 'service.name': 'github-copilot' } },
    },
  ],
  [
    "OpenTelemetry's file exporter for JavaScript",
    { type: 'span', traceId: 't', spanId: 's', startTime: [1, 2], attributes: {}, instrumentationScope: { name: 'x' } },
  ],
  ["Cline's history", [{ role: 'user', content: [{ type: 'text', text: 'Brew.' }] }]],
  [
    "Cline's history",
    [
      { role: 'user', content: 'Brew.' },
      { role: 'assistant', content: [{ type: 'tool_use', id: 'a', name: 'read_file', input: {} }] },
    ],
  ],
  ["Cline's list of tasks", [{ id: '1770000000000', ts: 1_770_000_000_000, task: 'Brew.', tokensIn: 1, tokensOut: 1 }]],
  ["Cline's description of a task", { files_in_context: [], model_usage: [] }],
  ['Cline', [{ ts: 1, type: 'say', say: 'text', text: 'Brew.' }]],
  ['Cursor', { role: 'user', type: 'message', message: { content: [{ type: 'text', text: 'Brew.' }] } }],
  ['SWE-agent', { agent: 'main', role: 'system', message_type: 'system_prompt', content: 'Brew.' }],
])('a session of %s is declined by its name', async (title, record) => {
  const file = join(temporaryFolder(), 'session');
  writeFileSync(file, `${JSON.stringify(record)}\n`);
  expect(await importSession(file, { emit() {} })).toMatchObject({
    kind: 'refused',
    message: expect.stringContaining(`the format of ${title}`) as unknown,
  });
});
