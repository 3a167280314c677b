import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as zlib from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../testing/folders.ts';
import { importFile, importRecords } from '../../testing/session.ts';

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
      ...{ skill: 'brewer', by: 'shell', folder: '/home/ada/tea/.agents/skills/brewer' },
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
