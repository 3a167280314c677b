import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { useSeparateProcesses } from '../in-process.ts';
import { createDemo, DONE, expectContract, resource, run, runAgainst, script, step } from './agent-run.ts';
import { createFolder, skillwright } from './command.ts';

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

useSeparateProcesses();

describe('events', () => {
  test('have the fields of the contract', async () => {
    const skills = createDemo();
    const runResult = await runAgainst([step(['load_skill', { skill_name: 'demo' }]), DONE], ['--skills', skills]);
    expect(runResult.code).toBe(0);
    const started = runResult.events[0];
    expect(started).toMatchObject({
      run: basename(runResult.runFolder),
      model: 'openai-compatible/tiny',
      prompt: 'Do it.',
    });
    expect(started).toMatchObject({
      guards: 'default',
      baseUrl: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/v1/),
    });
    expect(JSON.stringify(started?.skills)).toContain('demo');
    expect(runResult.ofType('llm_request')[0]).toMatchObject({
      call: 1,
      tools: ['list_skills', 'load_skill', 'load_skill_resource', 'run_skill_script'],
    });
    expect(runResult.ofType('llm_response')[0]).toMatchObject({
      call: 1,
      text: '',
      toolCalls: [{ id: expect.any(String), tool: 'load_skill', args: { skill_name: 'demo' } }],
      usage: { inputTokens: 11, outputTokens: 7 },
      finish: expect.any(String),
    });
    expect(runResult.ofType('tool_call')[0]).toMatchObject({ tool: 'load_skill', args: { skill_name: 'demo' } });
    expect(runResult.ofType('tool_result')[0]).toMatchObject({
      tool: 'load_skill',
      durationMs: expect.any(Number),
      result: { skill_name: 'demo', instructions: 'Read `references/guide.md`.\n', frontmatter: { name: 'demo' } },
    });
    expect(Object.keys(runResult.ofType('tool_result')[0]?.result as object)).toHaveLength(3);
    expect(runResult.ofType('state').map((event) => event.delta)).toEqual([
      { [`_adk_activated_skill_${started?.agent}`]: ['demo'] },
    ]);
    expect(runResult.end).toMatchObject({ reason: 'final', llmCalls: 2, text: 'Done.', usage: { inputTokens: 22 } });
  });

  test('parallel calls are answered in call order, each with its own code', async () => {
    const calls = step(
      ['load_skill', {}],
      ['load_skill', { skill_name: 'unknown' }],
      ['load_skill_resource', {}],
      resource('references/guide.md'),
      resource('notes/guide.md'),
      resource('references/gone.md'),
      script('gone.sh'),
      script('hello.sh', { args: 'text' }),
      script('hello.sh', { args: ['a'], positional_args: ['b'] }),
      script('tool.rb'),
      ['read_file', { path: 'x' }],
      ['load_skill_resource', { name: 'demo', path: './references/guide.md' }],
    );
    const runResult = await runAgainst(
      [calls, DONE],
      ['--skills', createDemo({ 'demo/scripts/tool.rb': '' }), '--yes'],
    );
    expect(runResult.results().map((one) => `${one.tool} ${one.error_code}`)).toEqual([
      'load_skill INVALID_ARGUMENTS',
      'load_skill SKILL_NOT_FOUND',
      'load_skill_resource INVALID_ARGUMENTS',
      'load_skill_resource undefined',
      'load_skill_resource INVALID_RESOURCE_PATH',
      'load_skill_resource RESOURCE_NOT_FOUND',
      'run_skill_script SCRIPT_NOT_FOUND',
      'run_skill_script INVALID_ARGUMENTS',
      'run_skill_script INVALID_ARGUMENTS',
      'run_skill_script UNSUPPORTED_SCRIPT_TYPE',
      'read_file TOOL_NOT_FOUND',
      'load_skill_resource undefined',
    ]);
    const results = runResult.results().map((one) => one.result as Record<string, unknown>);
    expect(String(results[2]?.error)).toMatch(/skill_name.*\n.*file_path/);
    const hit = { skill_name: 'demo', file_path: 'references/guide.md', content: 'The guide says: be kind.\n' };
    expect(results[3]).toEqual(hit);
    expect(results[11]).toMatchObject({ content: hit.content });
    expect(results[10]?.available).toContain('load_skill');
    expect(runResult.code).toBe(0);
    const toolResults = runResult.requests[1]?.body.messages.filter((message) => message.role === 'tool');
    expect(toolResults).toHaveLength(12);
  });

  test("the model gets ADK's tool parameters, and the rules in every request", async () => {
    const runResult = await runAgainst([step(['list_skills', {}]), DONE], ['--skills', createDemo()]);
    const tools = runResult.requests[0]?.body.tools as {
      function: { name: string; parameters: { properties: object } };
    }[];
    expect(tools.map(({ function: tool }) => [tool.name, ...Object.keys(tool.parameters.properties)])).toEqual([
      ['list_skills'],
      ['load_skill', 'skill_name'],
      ['load_skill_resource', 'skill_name', 'file_path'],
      ['run_skill_script', 'skill_name', 'file_path', 'args', 'short_options', 'positional_args'],
    ]);
    for (const request of runResult.requests) {
      const text = JSON.stringify(request.body.messages[0]);
      expect(text).toMatch(/retry/i);
      const numbers = [...text.matchAll(/\\n(\d+)\. /g)].map((match) => Number(match[1]));
      expect(numbers.length).toBeGreaterThan(5);
      expect(numbers).toEqual(numbers.map((_, index) => index + 1));
    }
    expect(runResult.results('list_skills')[0]?.result).toMatch(/^<available_skills>.*demo.*<\/available_skills>$/s);
  });

  test('an image: no content in the result, the model sees it in the next request', async () => {
    const skills = createDemo({ 'demo/assets/dot.png': PNG });
    const runResult = await runAgainst([step(resource('assets/dot.png')), DONE], ['--skills', skills]);
    expect(runResult.results()[0]?.result).toEqual({
      skill_name: 'demo',
      file_path: 'assets/dot.png',
      status: expect.any(String),
    });
    expect(JSON.stringify(runResult.requests[1]?.body.messages.at(-1))).toContain(
      `data:image/png;base64,${PNG.toString('base64')}`,
    );
    expect(readFileSync(join(runResult.runFolder, 'journal.jsonl'), 'utf8')).not.toContain(PNG.toString('base64'));
  });

  test('a payload above 64 kB is stored next to the journal, and sent to the model in full', async () => {
    const long = `${'All of it. '.repeat(9_000)}THE END`;
    const skills = createDemo({ 'demo/references/long.md': long });
    const calls = step(resource('references/long.md'), ['list_skills', { junk: long }]);
    const runResult = await runAgainst([calls, DONE], ['--skills', skills]);
    const result = runResult.results()[0]?.result as { blob: string; size: number };
    const args = runResult.ofType('tool_call')[1]?.args as { blob: string; size: number };
    for (const { blob, size } of [result, args]) {
      const file = readdirSync(runResult.runFolder, { recursive: true }).find(
        (path) => basename(String(path)) === blob,
      );
      expect(statSync(join(runResult.runFolder, String(file))).size).toBe(size);
      expect(readFileSync(join(runResult.runFolder, String(file)), 'utf8')).toContain('THE END');
    }
    expect(runResult.stdout).not.toContain('THE END');
    expect(JSON.stringify(runResult.requests[1]?.body.messages)).toContain('THE END');
  });
});

describe('end of a run', () => {
  test('at the call limit: exactly that many calls, exit 4', async () => {
    let n = 0;
    const calls = (): ReturnType<typeof step> => step(['load_skill', { skill_name: 'demo', why: n++ }]);
    const runResult = await runAgainst(calls, ['--skills', createDemo(), '--max-llm-calls', '3', '--guards', 'off']);
    expect(runResult.requests).toHaveLength(3);
    expect(runResult.end).toMatchObject({ reason: 'max_llm_calls', llmCalls: 3 });
    expect(runResult.ofType('guard').at(-1)).toMatchObject({ rule: 'max_llm_calls', verdict: 'stop', threshold: 3 });
  });

  test('paused if a script needs approval: no prompt without a terminal; a missing script needs no approval', async () => {
    const calls = [step(script('gone.sh')), step(script('hello.sh'))];
    const typed = { typed: 'y\nyes\n' };
    const runResult = await runAgainst(calls, ['--skills', createDemo()], typed);
    expect(runResult.code).toBe(6);
    expect(runResult.results('run_skill_script')[0]).toMatchObject({ error_code: 'SCRIPT_NOT_FOUND' });
    expect(runResult.ofType('pause')).toMatchObject([
      { kind: 'confirmation', id: expect.any(String), hint: expect.any(String) },
    ]);
    expect(runResult.ofType('script')).toEqual([]);
    const textRun = await skillwright(['run', 'Do it.', '--skills', createDemo({}, 'Run `scripts/hello.sh`.')], typed);
    expect(textRun.code).toBe(6);
  });

  test.for([
    ['no skills', []],
    ['a missing folder', ['--skills', 'nowhere']],
    ['a folder without skills', ['--skills', '.']],
    ['an unknown provider', ['--skills', '@', '--model', 'unknown/x']],
    ['no endpoint', ['--skills', '@', '--model', 'openai-compatible/x']],
    ['an invalid URL', ['--skills', '@', '--model', 'openai-compatible/x', '--base-url', 'file:///etc/passwd']],
    ['a value that is not a number', ['--skills', '@', '--max-llm-calls', 'many']],
    ['a huge number', ['--skills', '@', '--max-llm-calls', '99999999999999999999']],
    ['unknown guards', ['--skills', '@', '--guards', 'some']],
    [
      'an unset variable',
      [
        '--skills',
        '@',
        '--model',
        'openai-compatible/x',
        '--base-url',
        'http://127.0.0.1:9',
        '--api-key-env',
        'NOT_SET',
      ],
    ],
    ['an unknown run', ['--skills', '@', '--continue', 'unknown']],
    ['a run elsewhere', ['--skills', '@', '--continue', '../../elsewhere']],
    ['an unknown agent', ['--skills', '@', '--agent', 'missing.agent.md']],
  ] as const)('exit 2 for invalid usage: %s', async ([, args]) => {
    const skills = createDemo();
    const resolvedArgs = args.map((arg) => (arg === '@' ? skills : arg));
    const { code, stdout, stderr, cwd } = await skillwright(['run', 'Do it.', '--json', ...resolvedArgs]);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr.trim()).not.toBe('');
    expect(stderr).not.toMatch(/\n\s+at /);
    expect(readdirSync(cwd)).toEqual([]);
  });
});

test('--runs names the folder; --continue appends to the same journal, and the model gets the earlier messages', async () => {
  const runs = createFolder();
  const first = await runAgainst([{ text: 'The answer is 42.' }], ['--skills', createDemo(), '--runs', runs]);
  const continueArgs = ['--skills', createDemo(), '--runs', runs, '--continue', basename(first.runFolder)];
  const second = await runAgainst([DONE], continueArgs);
  expect(second.runFolder).toBe(first.runFolder);
  expect(JSON.stringify(second.requests[0]?.body.messages)).toContain('The answer is 42.');
  const lines = readFileSync(join(second.runFolder, 'journal.jsonl'), 'utf8').trim().split('\n');
  expectContract(lines.map((line) => JSON.parse(line)));
  expect(readdirSync(first.cwd)).toEqual([]);
});

test('without --model the simulated model runs, and the output says so', async () => {
  const runResult = await run(['--skills', createDemo()]);
  expect(runResult.code).toBe(0);
  expect(runResult.events[0]?.model).toMatch(/^simulated\//);
});

test('help written to a pipe that closes early does not crash', () => {
  const cli = join(import.meta.dirname, '../../../dist/cli.mjs');
  const help = (command: string): string => `"${process.execPath}" "${cli}" ${command} --help | true`;
  const all = ['', 'check', 'run', 'run', 'run', 'resume', 'models', 'lsp'].map(help).join('; ');
  expect(spawnSync('sh', ['-c', all], { encoding: 'utf8' }).stderr).toBe('');
});
