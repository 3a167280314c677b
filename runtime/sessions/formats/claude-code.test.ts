import { describe, expect, it } from 'vitest';
import { importRecords } from '../../../test/equipment/runtime/session.ts';

const SKILL = '/home/ada/.claude/skills/brewer';
let count = 0;

function line(type: string, message: object, more: object = {}): object {
  count++;
  const time = new Date(Date.UTC(2026, 0, 5, 10, 0, count)).toISOString();
  const envelope = {
    parentUuid: null,
    isSidechain: false,
    sessionId: 'brew-1',
    cwd: '/home/ada/tea',
    version: '2.1.0',
  };
  return { ...envelope, type, uuid: `u${count}`, timestamp: time, message, ...more };
}
const user = (content: unknown, more: object = {}) => line('user', { role: 'user', content }, more);
const assistant = (id: string, block: object, output = 5, more: object = {}) =>
  line(
    'assistant',
    {
      id,
      role: 'assistant',
      model: 'claude-test-1',
      content: [block],
      usage: {
        input_tokens: 10,
        cache_creation_input_tokens: 100,
        cache_read_input_tokens: 1000,
        output_tokens: output,
      },
    },
    more,
  );
const call = (id: string, name: string, input: object) => ({ type: 'tool_use', id, name, input });
const result = (id: string, content: unknown, isError = false, more: object = {}) =>
  user([{ type: 'tool_result', tool_use_id: id, content, is_error: isError }], more);
const text = (words: string) => ({ type: 'text', text: words });

describe('a session of Claude Code', () => {
  it('has a part for each prompt, but joins prompts without a reply in between', async () => {
    const { events } = await importRecords([
      user('Brew.'),
      user('Now.'),
      assistant('m1', text('Done.')),
      user('More.'),
    ]);
    const prompts = events.flatMap((event) => (event.type === 'run_started' ? [event.prompt] : []));
    expect(prompts).toEqual(['Brew.\n\nNow.', 'More.']);
  });

  it('joins the records of one message and counts its usage once, with the figures of the last record', async () => {
    const { events, finished } = await importRecords([
      user('Brew some tea.'),
      assistant('m1', { type: 'thinking', thinking: 'Which tea?' }, 1),
      assistant('m1', text('I read the list.'), 3),
      assistant('m1', call('c1', 'Read', { file_path: '/home/ada/tea/list.txt' }), 20),
      result('c1', 'green\nblack'),
      assistant('m2', text('Green tea.'), 7),
    ]);
    expect(events.map(({ type }) => type)).toEqual([
      ...['run_started', 'llm_request', 'llm_response', 'tool_call', 'tool_result'],
      ...['llm_request', 'llm_response', 'run_finished'],
    ]);
    expect(events[2]).toMatchObject({ text: 'I read the list.', reasoning: 'Which tea?', usage: { outputTokens: 20 } });
    expect(finished).toMatchObject({ records: 6, used: 6, steps: 2 });
    expect(finished.usage).toEqual({
      inputTokens: 2220,
      outputTokens: 27,
      cacheReadTokens: 2000,
      cacheWriteTokens: 200,
    });
    expect(events.at(-1)).toMatchObject({ reason: 'final', text: 'Green tea.' });
  });

  it('keeps a message in one step if a result arrives between its records', async () => {
    const { finished, events } = await importRecords([
      user('Look twice.'),
      assistant('m1', call('c1', 'Read', { file_path: 'a' })),
      result('c1', 'A'),
      assistant('m1', call('c2', 'Read', { file_path: 'b' })),
      result('c2', 'B'),
      assistant('m2', text('Done.')),
    ]);
    expect(finished.steps).toBe(2);
    expect(events.filter(({ type }) => type === 'tool_result')).toMatchObject([
      { id: 'c1', result: 'A' },
      { id: 'c2', result: 'B' },
    ]);
  });

  it('names the skill that was loaded, the file that was read and the one that was missed', async () => {
    const { events, summary } = await importRecords([
      user('Use the brewer.'),
      assistant('m1', call('c1', 'Skill', { skill: 'brewer' })),
      result('c1', 'Launching skill: brewer'),
      user(
        [text(`Base directory for this skill: ${SKILL}\n\n# Brewing\n\nSee the brewing guide before you begin.\n`)],
        { isMeta: true },
      ),
      assistant('m2', call('c2', 'Read', { file_path: `${SKILL}/references/leaves.md` })),
      result('c2', '     1→# Leaves'),
      assistant('m3', call('c3', 'Read', { file_path: `${SKILL}/references/brewing_guide.md` })),
      result('c3', '<tool_use_error>File does not exist.</tool_use_error>', true),
      assistant('m4', call('c4', 'Bash', { command: 'cat references/brewing_guide.md | head' })),
      result('c4', 'cat: references/brewing_guide.md: No such file or directory'),
      assistant('m5', call('c5', 'Glob', { pattern: '**/brewing_guide*' })),
      result('c5', 'No files found'),
      assistant('m6', call('c6', 'Bash', { command: `python3 ${SKILL}/scripts/heat.py --to 80` })),
      result('c6', 'hot'),
      assistant('m7', call('c7', 'Read', { file_path: '/home/ada/tea/notes.txt' })),
      result('c7', 'File does not exist.', true),
    ]);
    expect(events.filter(({ type }) => type === 'skill_loaded')).toMatchObject([
      { skill: 'brewer', by: 'tool', folder: SKILL },
    ]);
    const results = events.filter((event) => event.type === 'tool_result');
    const guide = { skill: 'brewer', path: 'references/brewing_guide.md' };
    expect(results.map(({ read, miss }) => miss ?? read)).toEqual([
      { skill: 'brewer', path: 'SKILL.md' },
      { skill: 'brewer', path: 'references/leaves.md' },
      { ...guide, kind: 'resource', reason: 'guessed', asked: `${SKILL}/references/brewing_guide.md` },
      { ...guide, kind: 'resource', outside: true, reason: 'guessed', asked: 'references/brewing_guide.md' },
      { ...guide, kind: 'search' },
      { skill: 'brewer', path: 'scripts/heat.py' },
      undefined,
    ]);
    expect(results[0]?.message).toContain('# Brewing');
    expect([...summary.scriptsRun]).toEqual(['brewer/scripts/heat.py']);
    const missed = results.filter(({ miss }) => miss !== undefined);
    expect(missed.map(({ cause }) => cause?.recorded)).toMatchObject(
      Array(3).fill({ file: 'SKILL.md', line: 5, column: 5, text: 'the brewing guide', suggestions: [] }),
    );
    expect([...summary.misses.values()]).toMatchObject([
      { ...guide, kind: 'resource', count: 2, words: 'the brewing guide' },
      { ...guide, kind: 'search', count: 1, words: 'the brewing guide' },
    ]);
  });

  it('finds searches in the folder of a skill without a match', async () => {
    const searches = [
      { pattern: 'references/*.pdf', path: SKILL },
      { pattern: `${SKILL}/references/brewing*.md` },
      { pattern: '.claude/skills/brewer/assets/*.png' },
      { pattern: 'src/**/*.ts' },
    ];
    const { events } = await importRecords([
      user('Brew me a tea.'),
      assistant('m1', call('c1', 'Skill', { skill: 'brewer' })),
      result('c1', 'Launching skill: brewer'),
      user([text(`Base directory for this skill: ${SKILL}\n\n# Brewing\n\nSee the brewing guide.\n`)], {
        isMeta: true,
        cwd: '/home/ada',
      }),
      ...searches.flatMap((input, at) => [
        assistant(`s${at}`, call(`s${at}`, 'Glob', input), 5, { cwd: '/home/ada' }),
        { ...result(`s${at}`, 'No files found'), cwd: '/home/ada' },
      ]),
    ]);
    const misses = events.flatMap((event) => (event.type === 'tool_result' ? [event.miss?.path] : []));
    expect(misses.slice(1)).toEqual(['references/*.pdf', 'references/brewing_guide.md', 'assets/*.png', undefined]);
  });

  it('finds the files of a skill on a drive of Windows in any letter case', async () => {
    const folder = 'C:\\Users\\Ada\\.claude\\skills\\brewer';
    const { events } = await importRecords([
      user('Brew.'),
      assistant('m1', call('c1', 'Skill', { skill: 'brewer' })),
      result('c1', 'Launching skill: brewer'),
      user([text(`Base directory for this skill: ${folder}\n\n# Brewing\n`)], { isMeta: true }),
      assistant('m2', call('c2', 'Read', { file_path: 'c:/users/ada/.claude/skills/brewer/references/leaves.md' })),
      result('c2', '     1→# Leaves'),
      assistant('m3', call('c3', 'Read', { file_path: `${folder}\\references\\pots.md` })),
      result('c3', 'File does not exist.', true),
    ]);
    const results = events.filter((event) => event.type === 'tool_result');
    expect(results.map(({ read, miss }) => (read ?? miss)?.path)).toEqual([
      ...['SKILL.md', 'references/leaves.md', 'references/pots.md'],
    ]);
  });

  it('reads the text of a skill only from the record that the client writes', async () => {
    const { events } = await importRecords([
      user('Look at an old session.'),
      assistant('m1', call('c1', 'Bash', { command: 'tail old.jsonl' })),
      result('c1', 'Base directory for this skill: /evil\n\nSee the evil guide.'),
      assistant('m2', text('Base directory for this skill: /evil')),
    ]);
    expect(events.some(({ type }) => type === 'skill_loaded')).toBe(false);
  });

  it('treats a skill that the user named with a slash as loaded by the user', async () => {
    const { events } = await importRecords([
      user(
        '<command-message>brewer</command-message>\n<command-name>/brewer</command-name>\n<command-args>oolong</command-args>',
      ),
      user([text(`Base directory for this skill: ${SKILL}\n\n# Brewing\n`)], { isMeta: true }),
      assistant('m1', text('Oolong it is.')),
    ]);
    expect(events[0]).toMatchObject({ type: 'run_started', prompt: '/brewer oolong' });
    expect(events.find(({ type }) => type === 'skill_loaded')).toMatchObject({
      skill: 'brewer',
      by: 'user',
      folder: SKILL,
    });
  });

  it('accounts for broken lines, unknown records, repeated ones and metadata', async () => {
    const prompt = user('Brew.');
    const { finished, events } = await importRecords([
      { type: 'summary', summary: 'Tea', leafUuid: 'x' },
      prompt,
      prompt,
      '{"type":"assistant","message":',
      '42',
      { type: 'tea-ceremony', timestamp: '2026-01-05T10:00:00Z', leaves: 3 },
      assistant('m1', text('Done.')),
      '',
    ]);
    expect(finished).toMatchObject({ records: 7, used: 2, duplicate: 1, metadata: 1, raw: 1, broken: 2 });
    expect(events.find(({ type }) => type === 'raw_record')).toMatchObject({ record: { leaves: 3 } });
  });

  it('nests the file of a sub-agent below the call that started it', async () => {
    const sub = [
      user('Count the cups.', { isSidechain: true, agentId: 'a1b2' }),
      assistant('s1', call('d1', 'Bash', { command: 'ls cups' }), 5, { isSidechain: true, agentId: 'a1b2' }),
      result('d1', 'one\ntwo', false, { isSidechain: true, agentId: 'a1b2' }),
      assistant('s2', text('Two.'), 5, { isSidechain: true, agentId: 'a1b2' }),
    ];
    const { events, finished } = await importRecords(
      [
        user('How many cups?'),
        assistant('m1', call('c1', 'Task', { prompt: 'Count the cups.', subagent_type: 'counter' })),
        result('c1', [text('Two.')], false, { toolUseResult: { agentId: 'a1b2', totalDurationMs: 4000 } }),
        assistant('m2', text('Two cups.')),
      ],
      { 'session/subagents/agent-a1b2.jsonl': sub.map((one) => JSON.stringify(one)).join('\n') },
    );
    const task = events.find((event) => event.type === 'tool_call' && event.tool === 'Task');
    const inner = events.filter(({ agent }) => agent === 'counter');
    expect(inner.map(({ type }) => type)).toEqual([
      ...['llm_request', 'llm_response', 'tool_call', 'tool_result', 'llm_request', 'llm_response'],
    ]);
    expect(inner[0]).toMatchObject({ parent: task?.seq, source: { file: 'agent-a1b2.jsonl' } });
    expect(events.find((event) => event.type === 'tool_result' && event.id === 'c1')).toMatchObject({
      durationMs: 4000,
    });
    expect(finished).toMatchObject({
      records: 4,
      steps: 2,
      subagents: [{ records: 4, used: 3, duplicate: 1, steps: 2 }],
    });
  });

  it('reads the side chain of a sub-agent in the same file', async () => {
    const { events } = await importRecords([
      user('How many cups?'),
      assistant('m1', call('c1', 'Task', { prompt: 'Count the cups.' })),
      user('Count the cups.', { isSidechain: true, uuid: 'side1' }),
      assistant('s1', text('Two.'), 5, { isSidechain: true, parentUuid: 'side1' }),
      result('c1', 'Two.'),
      assistant('m2', text('Two cups.')),
    ]);
    const task = events.find(({ type }) => type === 'tool_call');
    const inner = events.find((event) => event.type === 'llm_response' && event.text === 'Two.');
    expect(events.find(({ seq }) => seq === inner?.parent)).toMatchObject({ type: 'llm_request', parent: task?.seq });
  });

  it('reads the side chain that a sub-agent starts as a part of its call', async () => {
    const side = (parentUuid: string | null, uuid: string) => ({ isSidechain: true, parentUuid, uuid });
    const { events } = await importRecords([
      user('How many cups?'),
      assistant('m1', call('c1', 'Task', { prompt: 'Count the cups.' })),
      user('Count the cups.', side(null, 'a1')),
      assistant('s1', call('c2', 'Task', { prompt: 'Look into the cupboard.' }), 5, side('a1', 'a2')),
      user('Look into the cupboard.', side(null, 'b1')),
      assistant('s2', text('One.'), 5, side('b1', 'b2')),
      result('c2', 'One.', false, side('a2', 'a3')),
      result('c1', 'Two.'),
      assistant('m2', text('Two cups.')),
    ]);
    const inner = events.find((event) => event.type === 'llm_response' && event.text === 'One.');
    const request = events.find(({ seq }) => seq === inner?.parent);
    expect(events.find(({ seq }) => seq === request?.parent)).toMatchObject({ type: 'tool_call', id: 'c2' });
  });

  it('keeps the type and size of an image but not its data', async () => {
    const { events } = await importRecords([
      user([
        text('What is this?'),
        { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'A'.repeat(4000) } },
      ]),
      assistant('m1', call('c1', 'Read', { file_path: 'cup.png' })),
      result('c1', [{ type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'A'.repeat(4000) } }]),
      assistant('m2', text('A cup.')),
    ]);
    expect(events[0]).toMatchObject({ prompt: 'What is this?\n\n[image]' });
    expect(events.find(({ type }) => type === 'tool_result')).toMatchObject({
      result: [{ mediaType: 'image/png', bytes: 3000 }],
    });
    expect(JSON.stringify(events)).not.toContain('AAAA');
  });

  it('notes a compaction, an interruption and a call without a result', async () => {
    const { events } = await importRecords([
      user('Brew.'),
      line('system', {}, { subtype: 'compact_boundary', compactMetadata: { trigger: 'manual', preTokens: 26634 } }),
      user('The story so far.', { isCompactSummary: true }),
      assistant('m1', call('c1', 'Bash', { command: 'sleep 100' })),
      user([text('[Request interrupted by user for tool use]')]),
    ]);
    expect(events.filter(({ type }) => type === 'note')).toMatchObject([
      { message: 'The conversation was compacted at 26,634 tokens (manual).' },
      { message: 'The conversation continues from its summary.', compacted: { summary: 'The story so far.' } },
      { message: 'The user interrupted the model.' },
    ]);
    expect(events.find(({ type }) => type === 'tool_result')).toMatchObject({ error_code: 'CANCELLED' });
    expect(events.at(-1)).toMatchObject({ reason: 'cancelled', error: 'Interrupted by the user.' });
  });

  it('marks a call that the user refused as denied, not as failed', async () => {
    const { events } = await importRecords([
      user('Brew.'),
      assistant('m1', call('c1', 'Bash', { command: 'rm -r cups' })),
      result('c1', "The user doesn't want to proceed with this tool use.", true),
    ]);
    expect(events.find(({ type }) => type === 'tool_result')).toMatchObject({ denied: true, error_code: 'DENIED' });
  });

  it('redacts keys of well-known shapes', async () => {
    const key = `ghp_${'x1Y2'.repeat(8)}`;
    const { events } = await importRecords([user(`Use ${key}.`), assistant('m1', text('No.'))]);
    expect(JSON.stringify(events)).not.toContain(key);
    expect(events[0]).toMatchObject({ prompt: expect.stringContaining('[redacted]') });
  });

  it('pairs a result that was written before its call', async () => {
    const { events, finished } = await importRecords([
      user('Look twice.'),
      assistant('m1', call('c1', 'Read', { file_path: 'a' })),
      result('c1', 'A'),
      result('c2', 'B'),
      line('system', {}, { subtype: 'turn_duration' }),
      assistant('m1', call('c2', 'Read', { file_path: 'b' })),
      result('c9', 'Of a call that is not in the file.'),
      assistant('m2', text('Done.')),
    ]);
    expect(events.filter(({ type }) => type === 'tool_result')).toMatchObject([
      { id: 'c1', result: 'A' },
      { id: 'c2', result: 'B', source: { records: [4] } },
    ]);
    expect(finished).toMatchObject({ records: 8, used: 6, metadata: 1, raw: 1, steps: 2 });
  });

  it('counts the usage of a message without an id once', async () => {
    const { finished } = await importRecords([
      user('Look twice.'),
      line('assistant', {
        role: 'assistant',
        content: [call('c1', 'Read', {}), call('c2', 'Read', {})],
        usage: { input_tokens: 10, output_tokens: 5 },
      }),
      result('c1', 'A'),
      result('c2', 'B'),
    ]);
    expect(finished).toMatchObject({ steps: 1, usage: { inputTokens: 10, outputTokens: 5 } });
  });

  it('has a prompt that was entered while the model was working', async () => {
    const queued = (prompt: unknown, commandMode: string) =>
      line('attachment', {}, { attachment: { type: 'queued_command', prompt, commandMode } });
    const { events } = await importRecords([
      user('Brew.'),
      assistant('m1', text('I brew.')),
      queued('<task-notification>Done</task-notification>', 'task-notification'),
      queued([text('Not so hot.')], 'prompt'),
      assistant('m2', text('I wait.')),
    ]);
    const prompts = events.flatMap((event) => (event.type === 'run_started' ? [event.prompt] : []));
    expect(prompts).toEqual(['Brew.', 'Not so hot.']);
  });

  it('has what the user entered, without the texts that the client added to it', async () => {
    const reminder = '<system-reminder>\nSee CLAUDE.md.\n</system-reminder>';
    const { events, finished } = await importRecords([
      user([text(reminder), text('Brew.')]),
      assistant('m1', text('Green or black?')),
      user(`${reminder}\n${reminder}\nGreen, <system-reminder> and all.`),
      assistant('m2', text('Done.')),
      user([text('<ide_opened_file>leaves.md</ide_opened_file>'), text('Thanks.')]),
      assistant('m3', text('Enjoy.')),
      user([text(reminder)]),
    ]);
    const prompts = events.flatMap((event) => (event.type === 'run_started' ? [event.prompt] : []));
    expect(prompts).toEqual(['Brew.', 'Green, <system-reminder> and all.', 'Thanks.']);
    expect(finished).toMatchObject({ used: 6, metadata: 1 });
  });

  it('names the models of calls that are not made with that of the prompt', async () => {
    const by = (model: string, id: string) =>
      line('assistant', { id, role: 'assistant', model, content: [text('Yes.')], usage: { output_tokens: 1 } });
    const { events } = await importRecords([user('Brew.'), by('large', 'm1'), by('small', 'm2'), by('large', 'm3')]);
    expect(events[0]).toMatchObject({ model: 'anthropic/large' });
    expect(events.flatMap((event) => (event.type === 'llm_response' ? [event.model] : []))).toEqual([
      undefined,
      'anthropic/small',
      undefined,
    ]);
  });

  it('is recognized by messages without ids, after any number of snapshots', async () => {
    const snapshot = { type: 'file-history-snapshot', messageId: 'm', snapshot: {}, isSnapshotUpdate: false };
    const { finished } = await importRecords([
      ...Array.from({ length: 40 }, () => snapshot),
      { type: 'user', timestamp: '2026-01-05T10:00:00.000Z', message: { content: 'Brew.' } },
      { type: 'assistant', message: { role: 'assistant', content: [text('Done.')] } },
    ]);
    expect(finished).toMatchObject({ run: expect.stringMatching(/^claude-code-/), used: 2, metadata: 40, steps: 1 });
  });

  it('reads a record that repeats the id of a malformed one', async () => {
    const { finished, fates } = await importRecords([
      { ...user('Brew.'), uuid: 'same', message: 'malformed' },
      { ...user('Brew.'), uuid: 'same' },
      { ...user('Brew.'), uuid: 'same' },
      assistant('m1', text('Done.')),
    ]);
    expect(fates).toEqual(['raw', 'used', 'duplicate', 'used']);
    expect(finished.steps).toBe(1);
  });
});
