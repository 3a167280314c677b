import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder, writeFiles } from '../../test/equipment/runtime/folders.ts';
import { type ImportedSession, importFile, importRecords } from '../../test/equipment/runtime/session.ts';

const SKILL = '---\nname: brewer\ndescription: Brews tea.\n---\n# Brewing\n';
const FOLDER = '/home/ada/.agents/skills/brewer';
const second = (number: number): string => new Date(Date.UTC(2026, 0, 5, 10, 0, number)).toISOString();

/** Returns what the compactions of a session lost and kept, and the skills that were loaded, in order. */
function contextOf({ events }: ImportedSession): readonly object[] {
  return events.flatMap((event): readonly object[] => {
    if (event.type === 'skill_loaded') return [{ loaded: event.skill, by: event.by, again: event.again }];
    const { lost, kept } = event.compacted ?? {};
    return event.type === 'note' && event.compacted !== undefined ? [{ lost, kept }] : [];
  });
}

describe('a compaction of Claude Code', () => {
  const line = (number: number, type: string, content: unknown, more: object = {}) => ({
    type,
    uuid: `u${number}`,
    parentUuid: `u${number - 1}`,
    sessionId: 's',
    cwd: '/home/ada',
    timestamp: second(number),
    isSidechain: false,
    message: { role: type, content, id: `m${number}`, model: 'm', usage: {} },
    ...more,
  });
  const boundary = (number: number, metadata: object = {}) =>
    line(number, 'system', '', { subtype: 'compact_boundary', compactMetadata: { preTokens: 9, ...metadata } });
  const load = (number: number, skill: string) => [
    line(number, 'assistant', [{ type: 'tool_use', id: `c${number}`, name: 'Skill', input: { skill } }]),
    line(number + 1, 'user', [
      { type: 'tool_result', tool_use_id: `c${number}`, content: `Launching skill: ${skill}` },
    ]),
    line(number + 2, 'user', [{ type: 'text', text: `Base directory for this skill: /home/ada/${skill}\n\n# Text` }], {
      isMeta: true,
      sourceToolUseID: `c${number}`,
    }),
  ];
  const again = (number: number, ...names: readonly string[]) => ({
    ...line(number, 'attachment', ''),
    message: undefined,
    attachment: {
      type: 'invoked_skills',
      skills: names.map((name) => ({ name, path: `userSettings:${name}`, content: '# Text' })),
    },
  });
  const summary = (number: number) => line(number, 'user', 'The story so far.', { isCompactSummary: true });

  it('loses the skills that were loaded before, once, and the client adds some of them again', async () => {
    const session = await importRecords([
      line(1, 'user', 'Brew.'),
      ...load(2, 'brewer'),
      ...load(5, 'pourer'),
      boundary(8),
      summary(9),
      again(10, 'brewer'),
      line(11, 'assistant', [{ type: 'text', text: 'Done.' }]),
      ...load(12, 'pourer'),
      boundary(15),
      summary(16),
    ]);
    expect(contextOf(session)).toEqual([
      { loaded: 'brewer', by: 'tool' },
      { loaded: 'pourer', by: 'tool' },
      { lost: ['brewer', 'pourer'] },
      {},
      { loaded: 'brewer', by: 'client', again: true },
      { loaded: 'pourer', by: 'tool' },
      { lost: ['brewer', 'pourer'] },
      {},
    ]);
    // What the client adds again is no further load.
    expect(session.summary.skills).toEqual([
      { skill: 'brewer', by: ['tool', 'client'] },
      { skill: 'pourer', by: ['tool'], times: 2 },
    ]);
  });

  it('keeps the skills in the messages that it keeps', async () => {
    const session = await importRecords([
      line(1, 'user', 'Brew.'),
      ...load(2, 'brewer'),
      ...load(5, 'pourer'),
      boundary(8, { preservedSegment: { headUuid: 'u5', anchorUuid: 'u9', tailUuid: 'u7' } }),
      summary(9),
    ]);
    expect(contextOf(session).slice(2)).toEqual([{ lost: ['brewer'], kept: ['pourer'] }, { kept: ['pourer'] }]);
  });
});

it('a compaction in the output of Claude Code is read, too', async () => {
  const line = (type: string, more: object) => ({ type, session_id: 's', uuid: 'u', ...more });
  const message = (role: string, content: readonly object[]) => ({ message: { role, content, id: 'm', model: 'm' } });
  const session = await importRecords([
    line('system', { subtype: 'init', model: 'm', cwd: '/home/ada', skills: ['brewer'], tools: [] }),
    line('assistant', {
      ...message('assistant', [{ type: 'tool_use', id: 'c', name: 'Skill', input: { skill: 'brewer' } }]),
      parent_tool_use_id: null,
    }),
    line('user', {
      ...message('user', [{ type: 'tool_result', tool_use_id: 'c', content: 'Launching skill: brewer' }]),
      parent_tool_use_id: null,
    }),
    line('system', { subtype: 'compact_boundary', compact_metadata: { trigger: 'auto', pre_tokens: 9 } }),
  ]);
  expect(contextOf(session)).toEqual([{ loaded: 'brewer', by: 'tool' }, { lost: ['brewer'] }]);
});

describe('a compaction of ADK', () => {
  const event = (number: number, parts: readonly object[], more: object = {}) => ({
    id: `e${number}`,
    invocation_id: 'i',
    author: 'agent',
    timestamp: number,
    content: { role: 'model', parts },
    ...more,
  });
  const load = (number: number, name: string) => [
    event(number, [{ function_call: { id: `c${number}`, name: 'load_skill', args: { skill_name: name } } }]),
    event(number + 1, [
      { function_response: { id: `c${number}`, name: 'load_skill', response: { instructions: '# Text' } } },
    ]),
  ];

  it('replaces the events up to a time', async () => {
    const document = {
      app_name: 'tea',
      id: 's',
      events: [
        event(1, [{ text: 'Brew.' }], { author: 'user' }),
        ...load(2, 'brewer'),
        ...load(4, 'pourer'),
        event(6, [], {
          author: 'user',
          content: undefined,
          actions: {
            compaction: {
              start_timestamp: 1,
              end_timestamp: 3,
              compacted_content: { role: 'model', parts: [{ text: 'Tea was brewed.' }] },
            },
          },
        }),
      ],
    };
    const folder = writeFiles(temporaryFolder(), { 'session.json': JSON.stringify(document) });
    const session = await importFile(join(folder, 'session.json'));
    expect(contextOf(session).at(-1)).toEqual({ lost: ['brewer'], kept: ['pourer'] });
    expect(session.events.find(({ compacted }) => compacted !== undefined)?.compacted?.summary).toBe('Tea was brewed.');
  });
});

describe('a compaction of Codex', () => {
  const line = (number: number, type: string, payload: object) => ({ timestamp: second(number), type, payload });
  const message = (number: number, role: string, text: string) =>
    line(number, 'response_item', { type: 'message', role, content: [{ type: 'input_text', text }] });
  const skill = (number: number) =>
    message(number, 'user', `<skill>\n<name>brewer</name>\n<path>${FOLDER}/SKILL.md</path>\n# Brewing\n</skill>`);
  const START = [
    line(0, 'session_meta', { id: 's', cwd: '/home/ada', model_provider: 'openai' }),
    message(1, 'user', 'Use $brewer.'),
    skill(2),
    message(3, 'assistant', 'Yes.'),
  ];

  it.each([
    ['loses a skill that is not in what replaces the conversation', [], { lost: ['brewer'] }],
    ['keeps one that is', [fieldsOfItem(skill(2))], { kept: ['brewer'] }],
  ])('%s', async (_, history, expected) => {
    const compacted = line(4, 'compacted', { message: 'Tea was brewed.', replacement_history: history });
    expect(contextOf(await importRecords([...START, compacted])).at(-1)).toEqual(expected);
  });

  it('follows from a context window that the session states', async () => {
    const info = { total_token_usage: { input_tokens: 9 }, last_token_usage: { input_tokens: 9 } };
    const { events } = await importRecords([
      ...START,
      line(4, 'event_msg', { type: 'token_count', info: { ...info, model_context_window: 258_400 } }),
    ]);
    expect(events.find(({ type }) => type === 'llm_response')).toMatchObject({
      usage: { inputTokens: 9, contextWindow: 258_400 },
    });
  });
});

const fieldsOfItem = ({ payload }: { readonly payload: object }): object => payload;

describe('a compaction of pi', () => {
  it('loses the skills that were read before the first entry that it keeps', async () => {
    const entry = (number: number, value: object) => ({ timestamp: second(number), ...value });
    const read = (number: number, path: string, text: string) => [
      entry(number, {
        type: 'message',
        message: {
          role: 'assistant',
          content: [{ type: 'toolCall', id: `c${number}`, name: 'read', arguments: { path } }],
          usage: {},
        },
      }),
      entry(number + 1, {
        type: 'message',
        message: { role: 'toolResult', toolCallId: `c${number}`, toolName: 'read', content: [{ type: 'text', text }] },
      }),
    ];
    const session = await importRecords([
      entry(0, { type: 'session', id: 's', cwd: '/home/ada' }),
      entry(1, { type: 'message', message: { role: 'user', content: 'Brew.' } }),
      ...read(2, `${FOLDER}/SKILL.md`, SKILL),
      ...read(4, '/home/ada/.agents/skills/pourer/SKILL.md', SKILL.replace('brewer', 'pourer')),
      entry(6, { type: 'compaction', summary: 'Tea was brewed.', tokensBefore: 9, firstKeptEntryIndex: 4 }),
    ]);
    expect(contextOf(session).at(-1)).toEqual({ lost: ['brewer'], kept: ['pourer'] });
  });
});

describe('a compaction of opencode', () => {
  const message = (number: number, role: string, ...parts: readonly object[]) => ({
    info: { id: `msg_${number}`, role, time: { created: Date.parse(second(number)) } },
    parts: parts.map((part) => ({ ...part, messageID: `msg_${number}` })),
  });
  const load = (number: number, name: string) =>
    message(number, 'assistant', {
      type: 'tool',
      tool: 'skill',
      callID: `c${number}`,
      state: { status: 'completed', input: { name }, output: '# Text', metadata: { name, dir: `/home/ada/${name}` } },
    });

  it.each([
    ['loses all skills', {}, { lost: ['brewer', 'pourer'] }],
    ['keeps those of its tail', { tail_start_id: 'msg_3' }, { lost: ['brewer'], kept: ['pourer'] }],
  ])('%s', async (_, part, expected) => {
    const session = {
      info: { id: 'ses_1', directory: '/home/ada' },
      messages: [
        message(1, 'user', { type: 'text', text: 'Brew.' }),
        load(2, 'brewer'),
        load(3, 'pourer'),
        message(4, 'user', { type: 'compaction', auto: true, ...part }),
      ],
    };
    const folder = writeFiles(temporaryFolder(), { 'session.json': JSON.stringify(session) });
    expect(contextOf(await importFile(join(folder, 'session.json'))).at(-1)).toEqual(expected);
  });
});
