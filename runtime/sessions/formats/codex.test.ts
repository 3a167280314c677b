import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as zlib from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../../test/equipment/runtime/folders.ts';
import { importFile, importRecords } from '../../../test/equipment/runtime/session.ts';

let count = 0;

function line(type: string, payload: object): object {
  count++;
  return { timestamp: new Date(Date.UTC(2026, 0, 5, 10, 0, count)).toISOString(), type, payload };
}
const item = (payload: object) => line('response_item', payload);
const event = (payload: object) => line('event_msg', payload);
const START = [
  line('session_meta', { id: 'tea-1', cwd: '/home/ada/tea', cli_version: '0.146.0', model_provider: 'openai' }),
  line('turn_context', { cwd: '/home/ada/tea', model: 'gpt-test' }),
];
const message = (role: string, text: string) =>
  item({ type: 'message', role, content: [{ type: 'input_text', text }] });
const exec = (id: string, input: string) => item({ type: 'custom_tool_call', call_id: id, name: 'exec', input });
const output = (id: string, text: string) =>
  item({
    type: 'custom_tool_call_output',
    call_id: id,
    output: [
      { type: 'input_text', text: 'Script completed\nWall time 1 seconds\nOutput:\n' },
      { type: 'input_text', text },
    ],
  });
const usage = (input: number, outputTokens: number) => ({
  input_tokens: input,
  cached_input_tokens: 50,
  output_tokens: outputTokens,
});
const tokens = (total: object, last: object) =>
  event({ type: 'token_count', info: { total_token_usage: total, last_token_usage: last } });

describe('a rollout of Codex', () => {
  const session = [
    ...START,
    message('developer', '<skills_instructions>…</skills_instructions>'),
    message('user', '<environment_context>\n  <cwd>/home/ada/tea</cwd>\n</environment_context>'),
    message('user', 'Brew some tea.'),
    event({ type: 'user_message', message: 'Brew some tea.' }),
    item({ type: 'reasoning', summary: [], encrypted_content: 'opaque' }),
    event({ type: 'agent_message', message: 'I look.' }),
    message('assistant', 'I look.'),
    exec(
      'c1',
      'const r = await tools.shell_command({command:"cat .agents/skills/brewer/SKILL.md","workdir":"/home/ada/tea"}); text(r)',
    ),
    output(
      'c1',
      'Exit code: 0\nWall time: 0.1 seconds\nOutput:\n---\nname: brewer\ndescription: Brews tea.\n---\n\nSee the brewing guide.\n',
    ),
    tokens(usage(100, 10), usage(100, 10)),
    tokens(usage(100, 10), usage(100, 10)),
    exec(
      'c2',
      "const r = await tools.exec_command({cmd: 'sed -n 1,40p .agents/skills/brewer/references/brewing_guide.md'}); text(r)",
    ),
    output(
      'c2',
      "Exit code: 1\nWall time: 0.1 seconds\nOutput:\n(sed) can't read .agents/skills/brewer/references/brewing_guide.md: No such file or directory\n",
    ),
    tokens(usage(250, 25), usage(150, 15)),
    message('assistant', 'No guide.'),
    tokens(usage(400, 30), usage(150, 5)),
    event({ type: 'task_complete', last_agent_message: 'No guide.' }),
  ];

  it('counts an item and the event that repeats it once, and takes the totals of the file', async () => {
    const { events, finished, fates } = await importRecords(session);
    expect(finished).toMatchObject({ records: 19, used: 11, duplicate: 3, metadata: 5, raw: 0, broken: 0, steps: 3 });
    expect(finished.usage).toEqual({ inputTokens: 400, outputTokens: 30, cacheReadTokens: 150 });
    expect(finished.reportedUsage).toMatchObject({ inputTokens: 400, outputTokens: 30 });
    expect(events[0]).toMatchObject({
      prompt: 'Brew some tea.',
      model: 'openai/gpt-test',
      imported: { format: 'codex' },
    });
    expect(fates.filter((fate) => fate === 'duplicate')).toHaveLength(3);
  });

  it('finds the commands inside a program: the skill they load and the file they miss', async () => {
    const { events } = await importRecords(session);
    expect(events.find(({ type }) => type === 'skill_loaded')).toMatchObject({
      skill: 'brewer',
      by: 'shell',
      folder: '/home/ada/tea/.agents/skills/brewer',
    });
    expect(events.filter((one) => one.type === 'tool_result' && one.miss !== undefined)).toMatchObject([
      {
        miss: { skill: 'brewer', path: 'references/brewing_guide.md', kind: 'resource' },
        error_code: 'FILE_NOT_FOUND',
      },
    ]);
  });

  it('reads PowerShell and Windows paths', async () => {
    const { events } = await importRecords([
      ...START,
      event({ type: 'user_message', message: 'Go.' }),
      item({
        type: 'function_call',
        call_id: 'c1',
        name: 'shell_command',
        arguments: JSON.stringify({ command: 'Get-Content -Raw .agents\\brewer\\SKILL.md', workdir: 'C:\\tea' }),
      }),
      item({
        type: 'function_call_output',
        call_id: 'c1',
        output: 'Exit code: 0\nOutput:\n---\nname: brewer\ndescription: Brews.\n---\nText.',
      }),
    ]);
    expect(events.find(({ type }) => type === 'skill_loaded')).toMatchObject({
      folder: '/c:/tea/.agents/brewer',
      by: 'shell',
    });
  });

  it('treats a skill that the user named as loaded by the user', async () => {
    const { events } = await importRecords([
      ...START,
      event({ type: 'user_message', message: 'Use $brewer.' }),
      message(
        'user',
        '<skill>\n<name>brewer</name>\n<path>/home/ada/.agents/skills/brewer/SKILL.md</path>\n# Brewing\n</skill>',
      ),
      message('assistant', 'Yes.'),
    ]);
    expect(events.find(({ type }) => type === 'skill_loaded')).toMatchObject({
      by: 'user',
      folder: '/home/ada/.agents/skills/brewer',
    });
  });

  it('counts only its own tokens if a resumed session starts from the totals of the earlier one', async () => {
    const { finished } = await importRecords([
      ...START,
      event({ type: 'user_message', message: 'Again.' }),
      message('assistant', 'Yes.'),
      tokens(usage(1100, 110), usage(100, 10)),
      message('assistant', 'Done.'),
      tokens(usage(1300, 130), usage(200, 20)),
    ]);
    expect(finished.usage).toMatchObject({ inputTokens: 300, outputTokens: 30 });
    expect(finished.reportedUsage).toMatchObject({ inputTokens: 300, outputTokens: 30 });
  });

  it.skipIf(!('zstdCompressSync' in zlib))('reads a compressed file whatever its name is', async () => {
    const file = join(temporaryFolder(), 'rollout.bin');
    writeFileSync(file, zlib.zstdCompressSync(Buffer.from(session.map((one) => JSON.stringify(one)).join('\n'))));
    expect((await importFile(file)).finished).toMatchObject({ records: 19, used: 11 });
  });
});

describe('a rollout of an early version of Codex', () => {
  const header = { id: 'tea-2', timestamp: '2025-06-05T10:00:00.000Z', instructions: null };
  const said = (role: string, type: string, text: string) => ({ type: 'message', role, content: [{ type, text }] });
  const items = [
    said('user', 'input_text', '<environment_context>\n  cwd</environment_context>'),
    said('user', 'input_text', 'Brew.'),
    { type: 'reasoning', id: 'r1', summary: [] },
    { type: 'function_call', id: 'f1', call_id: 'c1', name: 'shell', arguments: '{"command":["ls"]}' },
    { type: 'function_call_output', call_id: 'c1', output: '{"output":"pot","metadata":{"exit_code":0}}' },
    { type: 'local_shell_call', id: 'l1', call_id: 'c2', action: { type: 'exec', command: ['ls'] } },
    { type: 'function_call_output', call_id: 'c2', output: 'pot' },
    said('assistant', 'output_text', 'Done.'),
  ];
  const outcome = { records: 9, used: 7, metadata: 2, run: 'codex-tea-2' };

  it.each([
    ['lines', [header, ...items].map((one) => JSON.stringify(one)).join('\n')],
    ['a document', JSON.stringify({ session: header, items }, undefined, 2)],
  ])('is read from %s', async (_, text) => {
    const { events, finished } = await importRecords([text]);
    expect(finished).toMatchObject(outcome);
    expect(events[0]).toMatchObject({ prompt: 'Brew.', time: header.timestamp });
    expect(events.flatMap((one) => (one.type === 'tool_result' ? [one.result] : []))).toEqual([
      'Exit code: 0\nOutput:\npot',
      'pot',
    ]);
    expect(events.at(-1)).toMatchObject({ reason: 'final', text: 'Done.' });
  });

  it('has states between its items', async () => {
    const { finished } = await importRecords([header, { record_type: 'state' }, ...items]);
    expect(finished).toMatchObject({ ...outcome, records: 10, metadata: 3 });
  });
});

it('reads the messages of a paginated rollout of Codex, messages of other agents, and searches without an id', async () => {
  const completed = (value: object) => event({ type: 'item_completed', turn_id: 't1', item: value });
  const { events, finished } = await importRecords([
    ...START,
    completed({ type: 'UserMessage', id: 'u1', content: [{ type: 'text', text: 'Brew.' }] }),
    completed({ type: 'Reasoning', id: 'r1', summary_text: ['How hot?'] }),
    item({ type: 'web_search_call', status: 'completed', action: { type: 'search', query: 'tea' } }),
    item({ type: 'web_search_call', status: 'completed', action: { type: 'open_page' } }),
    item({ type: 'agent_message', author: '/root/leaves', content: [{ type: 'input_text', text: 'Green.' }] }),
    completed({ type: 'CommandExecution', id: 'e1', command: ['ls'], status: 'completed' }),
    message('assistant', 'Done.'),
    completed({ type: 'AgentMessage', id: 'm1', content: [{ type: 'Text', text: 'Done.' }] }),
    event({ type: 'thread_goal_updated', goal: {} }),
    event({ type: 'guardian_assessment', id: 'g1' }),
  ]);
  expect(events.flatMap((one) => (one.type === 'run_started' ? [one.prompt] : []))).toEqual(['Brew.']);
  expect(events.filter(({ type }) => type === 'tool_call')).toMatchObject([
    { tool: 'web_search', args: { query: 'tea' } },
    { tool: 'web_search', args: { type: 'open_page' } },
  ]);
  expect(events.find(({ type }) => type === 'note')).toMatchObject({ message: '/root/leaves: Green.' });
  expect(events.at(-1)).toMatchObject({ reason: 'final', text: 'Done.' });
  expect(finished).toMatchObject({ records: 12, used: 6, duplicate: 1, metadata: 5, raw: 0 });
});

it('reads the output of codex exec of several threads, and of early versions', async () => {
  const completed = (value: object) => ({ type: 'item.completed', item: value });
  const turn = (tokens: number) => ({ type: 'turn.completed', usage: { input_tokens: tokens, output_tokens: 1 } });
  const { events, finished } = await importRecords([
    { type: 'thread.started', thread_id: 't1' },
    completed({ id: 'i1', item_type: 'command_execution', command: 'ls', output: 'pot', exit_code: 0 }),
    completed({ id: 'i2', item_type: 'assistant_message', text: 'Done.' }),
    turn(100),
    turn(150),
    { type: 'thread.started', thread_id: 't2' },
    completed({ id: 'i3', type: 'agent_message', text: 'Again.' }),
    turn(30),
  ]);
  expect(events.find(({ type }) => type === 'tool_result')).toMatchObject({ tool: 'command_execution', result: 'pot' });
  expect(events.flatMap((one) => (one.type === 'llm_response' ? [one.text] : []))).toContain('Done.');
  expect(finished).toMatchObject({ raw: 0, usage: { inputTokens: 180, outputTokens: 2 } });
});

it('reads the tokens of a rollout of Codex that has only totals', async () => {
  const total = (count: number) => event({ type: 'token_count', info: { total_token_usage: { input_tokens: count } } });
  const { finished } = await importRecords([
    ...START,
    message('user', 'Brew.'),
    message('assistant', 'I look.'),
    total(100),
    message('assistant', 'Done.'),
    total(250),
  ]);
  expect(finished).toMatchObject({ steps: 2, usage: { inputTokens: 250 }, reportedUsage: { inputTokens: 250 } });
});

it('says how often a skill was loaded, once for each call', async () => {
  const read = (id: string) => [
    {
      type: 'response_item',
      payload: {
        type: 'function_call',
        name: 'exec_command',
        call_id: id,
        arguments: '{"cmd":"cat /s/brewer/SKILL.md"}',
      },
    },
    {
      type: 'response_item',
      payload: {
        type: 'function_call_output',
        call_id: id,
        output: 'Process exited with code 0\nOutput:\n---\nname: brewer\ndescription: B.\n---\n# Brew',
      },
    },
  ];
  const meta = { type: 'session_meta', payload: { id: 's', cwd: '/w' } };
  const { summary } = await importRecords([meta, ...['c1', 'c2', 'c3'].flatMap(read)]);
  expect(summary.skills).toEqual([{ skill: 'brewer', by: ['shell'], times: 3 }]);
});
