import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { type ModelRequest, modelServer, type Reply } from './run-server.ts';
import { cli, demoSkill, temporaryFolder } from './run-support.ts';

/** `skillwright run --json` against a local model server. */
async function against(
  replies: Parameters<typeof modelServer>[0],
  more: readonly string[] = [],
  options: Parameters<typeof cli>[1] = {},
) {
  const server = await modelServer(replies);
  onTestFinished(() => server.close());
  const model = ['--model', 'openai-compatible/small', '--base-url', server.url];
  const result = await cli(['run', 'Say hello.', '--skills', demoSkill(), ...model, '--json', ...more], options);
  return { ...result, requests: server.requests };
}
const simulated = (mode: string, more: readonly string[] = [], body?: string) =>
  cli(['run', 'Say hello.', '--skills', demoSkill(body), '--model', `simulated/${mode}`, '--json', '--yes', ...more]);
const resource = (path: string): Reply => ({
  calls: [['load_skill_resource', { skill_name: 'demo', file_path: path }]],
});
const script = (path: string): Reply => ({ calls: [['run_skill_script', { skill_name: 'demo', file_path: path }]] });
/** Never heeds: calls as long as tools are offered. */
const deaf = (reply: (n: number) => Reply) => (request: ModelRequest, n: number) =>
  request.body.tools?.length ? reply(n) : { text: 'I could not find it.' };

describe('over HTTP', () => {
  test('load a skill, read a file, run a script, answer; events as the journal has them', async () => {
    const runs = temporaryFolder();
    const result = await against(
      [
        { calls: [['list_skills', {}]] },
        { calls: [['load_skill', { skill_name: 'demo' }]] },
        {
          calls: [
            ['load_skill_resource', { skill_name: 'demo', file_path: 'references/guide.md' }],
            ['run_skill_script', { skill_name: 'demo', file_path: 'hello.sh' }],
          ],
        },
        { text: 'Hello.' },
      ],
      ['--yes', '--runs', runs],
    );
    expect(result.stderr).toBe('');
    expect(result.finished).toMatchObject({
      reason: 'final',
      text: 'Hello.',
      llmCalls: 4,
      usage: { inputTokens: 44, outputTokens: 28 },
    });
    expect(result.code).toBe(0);
    const [id = ''] = readdirSync(runs).filter((name) => !name.startsWith('.'));
    expect(result.of('run_started')[0]?.run).toBe(id);
    expect(readFileSync(join(runs, id, 'journal.jsonl'), 'utf8')).toBe(result.stdout);
    expect(result.requests.every((request) => request.path === '/v1/chat/completions' && request.body.stream)).toBe(
      true,
    );
    expect(result.of('script')).toMatchObject([{ path: 'scripts/hello.sh', exitCode: 0 }]);
  });

  test('[72] the rules stand in every request', async () => {
    const { requests } = await against([
      { calls: [['list_skills', {}]] },
      resource('references/guide.md'),
      { text: 'x' },
    ]);
    expect(requests).toHaveLength(3);
    for (const { body } of requests) {
      expect(body.messages[0]).toMatchObject({
        role: 'system',
        content: expect.stringMatching(/do not retry that path/),
      });
      expect(body.messages.filter((message) => message.role === 'system')).toHaveLength(1);
    }
  });

  test('no key is sent unless a variable is named, and it is written nowhere', async () => {
    const runs = temporaryFolder();
    const key = 'sk-canary-1f9b7c';
    const env = { OPENAI_API_KEY: key, MY_KEY: key };
    expect((await against([{ text: 'x' }], [], { env })).requests[0]?.headers.authorization).toBeUndefined();
    const keyed = await against([{ text: `Your key is ${key}.` }], ['--api-key-env', 'MY_KEY', '--runs', runs], {
      env,
    });
    expect(keyed.requests[0]?.headers.authorization).toBe(`Bearer ${key}`);
    const [id = ''] = readdirSync(runs).filter((name) => !name.startsWith('.'));
    expect(readFileSync(join(runs, id, 'journal.jsonl'), 'utf8') + keyed.stdout + keyed.stderr).not.toContain(key);
    expect((await against([{ text: 'x' }], ['--api-key-env', 'NOT_SET'])).code).toBe(2);
  });

  test('429, then an answer', async () => {
    const began = performance.now();
    const result = await against([{ status: 429, headers: { 'retry-after': '1' } }, { text: 'Hello.' }]);
    expect(performance.now() - began).toBeGreaterThan(1000);
    expect(result.finished).toMatchObject({ reason: 'final', llmCalls: 1 });
    expect(result.of('note')[0]?.message).toMatch(/429 .*Attempt 2 of 4 in 1.0 s/);
  });

  test.each<[string, Reply, RegExp]>([
    ['a stream cut half-way', { cut: true }, /broke off/],
    ['an empty answer', { text: '' }, /answered nothing/],
    ['5 MB', { text: 'x'.repeat(5_000_000) }, /longer than 2000000 characters/],
    ['a refused key', { status: 401 }, /Check the API key/],
    [
      'an unknown model',
      { status: 404, body: '{"error":{"message":"no such model"}}' },
      /not found at http:.*no such model/,
    ],
    ['broken frames', { frames: ['data: {nonsense\n\n', 'data: [DONE]\n\n'] }, /broke off/],
    ['no frames', { frames: [] }, /broke off|without a finish|answered nothing/],
    ['an error frame', { frames: ['data: {"error":{"message":"overloaded"}}\n\n'] }, /overloaded/],
  ])('%s is a model error with a clear message', async (_, reply, message) => {
    const result = await against([reply]);
    expect(result.finished).toMatchObject({ reason: 'model_error', error: expect.stringMatching(message) });
    expect([result.code, result.stderr]).toEqual([5, '']);
  });

  test('an endpoint that is not there', async () => {
    const result = await cli([
      'run',
      'x',
      '--skills',
      demoSkill(),
      '--model',
      'openai-compatible/m',
      '--base-url',
      'http://127.0.0.1:9/v1',
      '--json',
    ]);
    expect(result.finished).toMatchObject({
      reason: 'model_error',
      error: expect.stringMatching(/127.0.0.1:9 cannot be reached/),
    });
    expect(result.code).toBe(5);
  });

  test('arguments that are not JSON are answered as an error, and go back as an empty object', async () => {
    const { requests, of, code } = await against([{ calls: [['load_skill', '{"skill_name": "de']] }, { text: 'x' }]);
    expect(of('tool_result')).toMatchObject([{ error_code: 'INVALID_ARGUMENTS' }]);
    expect(of('tool_call')[0]?.args).toBe('{"skill_name": "de');
    expect(JSON.stringify(requests[1]?.body.messages)).toContain('"arguments":"{}"');
    expect(code).toBe(0);
  });

  test('an answer above 64 kB is a blob beside the journal, here too', async () => {
    const big = 'x'.repeat(100_000);
    const skills = demoSkill(undefined, { 'demo/references/big.md': big });
    const server = await modelServer([resource('references/big.md'), { text: 'x' }]);
    onTestFinished(() => server.close());
    const runs = temporaryFolder();
    const result = await cli([
      'run',
      'x',
      '--skills',
      skills,
      '--model',
      'openai-compatible/m',
      '--base-url',
      server.url,
      '--json',
      '--runs',
      runs,
    ]);
    const blob = result.of('tool_result')[0]?.result as unknown as { blob: string; size: number };
    expect(blob).toEqual({ blob: expect.any(String), size: expect.any(Number) });
    expect(existsSync(join(runs, result.of('run_started')[0]?.run ?? '', blob.blob))).toBe(true);
    expect(JSON.stringify(server.requests[1]?.body.messages)).toContain(big);
  });
});

describe('guards', () => {
  test('[40] one path for ever: at most 4 model calls', async () => {
    const { finished, code, requests } = await against(deaf(() => resource('references/a.md')));
    expect(finished).toMatchObject({ reason: 'guard', text: 'I could not find it.' });
    expect(finished?.llmCalls).toBeLessThanOrEqual(4);
    expect([code, requests.length]).toEqual([3, finished?.llmCalls]);
  });

  test('[40] ever new paths: at most 5', async () => {
    const { finished } = await against(deaf((n) => resource(`references/${n}.md`)));
    expect(finished?.reason).toBe('guard');
    expect(finished?.llmCalls).toBeLessThanOrEqual(5);
  });

  test('[40] scripts: at most 4', async () => {
    const { finished } = await against(deaf((n) => script(`scripts/${n}.py`)));
    expect(finished?.reason).toBe('guard');
    expect(finished?.llmCalls).toBeLessThanOrEqual(4);
  });

  test('[39] eight misses at once are one', async () => {
    const eight: Reply = {
      calls: Array.from(
        { length: 8 },
        (_, i) => ['load_skill_resource', { skill_name: 'demo', file_path: `references/${i}.md` }] as const,
      ),
    };
    const { of, finished } = await against([eight, { text: 'x' }]);
    expect(new Set(of('tool_result').map((event) => event.error_code))).toEqual(new Set(['RESOURCE_NOT_FOUND']));
    expect(finished?.reason).toBe('final');
  });

  test('off: a model that never heeds reaches the limit of 500', async () => {
    const { finished, code, of } = await against(
      deaf(() => resource('references/a.md')),
      ['--guards', 'off'],
    );
    expect(finished).toMatchObject({ reason: 'max_llm_calls', llmCalls: 500 });
    expect(code).toBe(4);
    expect(of('guard')).toMatchObject([{ rule: 'max_llm_calls', count: 500, threshold: 500 }]);
  });

  test('[83] a lower limit holds exactly', async () => {
    const { finished, requests } = await against(
      deaf(() => resource('references/a.md')),
      ['--guards', 'off', '--max-llm-calls', '6'],
    );
    expect([finished?.llmCalls, requests.length]).toEqual([6, 6]);
  });
});

describe('the simulated models', () => {
  test('stubborn, guards off: 500 calls', async () => {
    const { finished, code } = await simulated('stubborn', ['--guards', 'off']);
    expect(finished).toMatchObject({ reason: 'max_llm_calls', llmCalls: 500, usage: { estimated: true } });
    expect(code).toBe(4);
  });

  test.each([
    ['stubborn', 6],
    ['stubborn-variants', 7],
    ['stubborn-scripts', 8],
  ])(
    '%s, guarded: ends with reason guard, after at most %i calls with the skill listed and loaded',
    async (mode, most) => {
      const { finished, code, of } = await simulated(mode);
      expect(finished?.reason).toBe('guard');
      expect(finished?.llmCalls).toBeLessThanOrEqual(most);
      expect(finished?.text).toMatch(/simulated/i);
      expect(code).toBe(3);
      expect(of('run_started')[0]?.simulated).toBe(true);
    },
  );

  test('weak: guesses what the words make it guess; the guard says which words', async () => {
    const { of, finished } = await simulated('weak');
    const asked = of('tool_call').map((event) => (event.args as { file_path?: string }).file_path);
    expect(asked).toContain('references/user_guide.md');
    expect(of('guard')[0]?.cause).toMatchObject({
      line: 6,
      column: 5,
      text: 'the user guide',
      suggestions: ['references/guide.md'],
    });
    expect(finished?.reason).toBe('guard');
  });

  test('heeding: ends by itself', async () => {
    const { finished, code, of } = await simulated('heeding');
    expect([finished?.reason, code]).toEqual(['final', 0]);
    expect(of('tool_result').filter((event) => event.error_code)).toHaveLength(1);
  });

  test('a sound skill: reads, runs, ends by itself', async () => {
    const { finished, of } = await simulated(
      'weak',
      [],
      'Read [the guide](references/guide.md), then run `scripts/hello.sh`.',
    );
    expect(finished?.reason).toBe('final');
    expect(of('tool_result').map((event) => event.error_code)).toEqual([undefined, undefined, undefined, undefined]);
  });

  test('the same run twice is the same', async () => {
    const stable = (stdout: string): string =>
      stdout.replace(/"(?:time|run|invocation)":"[^"]*"|"durationMs":[\d.]+|"(?:root|file)":"[^"]*"/g, '');
    const [one, two] = [await simulated('weak'), await simulated('weak')];
    expect(stable(one.stdout)).toBe(stable(two.stdout));
  });
});

describe('the command', () => {
  test.each<[string, readonly string[], RegExp]>([
    ['no skills', ['run', 'x'], /--skills/],
    ['no prompt', ['run', '--skills', '.'], /prompt/],
    ['a folder that is not there', ['run', 'x', '--skills', '/nowhere'], /There is no folder \/nowhere/],
    ['a folder without skills', ['run', 'x', '--skills', '.'], /There is no skill to offer/],
    ['an unknown provider', ['run', 'x', '--skills', 'SKILLS', '--model', 'magic/one'], /Unknown provider 'magic'/],
    ['an unknown simulated model', ['run', 'x', '--skills', 'SKILLS', '--model', 'simulated/one'], /simulated\/one/],
    ['no endpoint', ['run', 'x', '--skills', 'SKILLS', '--model', 'openai-compatible/m'], /--base-url/],
    ['an unknown preset', ['run', 'x', '--skills', 'SKILLS', '--guards', 'strict'], /guards/],
    ['no number', ['run', 'x', '--skills', 'SKILLS', '--max-llm-calls', 'many'], /whole number/],
    ['an absurd number', ['run', 'x', '--skills', 'SKILLS', '--max-llm-calls', '9007199254740991'], /absurdly large/],
    ['an unknown agent', ['run', 'x', '--skills', 'SKILLS', '--agent', 'nobody'], /no agent 'nobody'/],
    [
      'a run id that leads elsewhere',
      ['run', 'x', '--skills', 'SKILLS', '--continue', '../../x'],
      /Not the id of a run/,
    ],
    ['an unknown option', ['run', 'x', '--skills', 'SKILLS', '--nope'], /--nope/],
  ])('%s: exit 2 and what to do', async (_, args, message) => {
    const skills = demoSkill();
    const { code, stderr, stdout } = await cli(args.map((arg) => (arg === 'SKILLS' ? skills : arg)));
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(message);
    expect(stderr).toMatch(/--help/);
  });

  test('--help', async () => {
    const { code, stdout } = await cli(['run', '--help']);
    expect(code).toBe(0);
    for (const option of [
      '--skills',
      '--agent',
      '--model',
      '--base-url',
      '--api-key-env',
      '--max-llm-calls',
      '--guards',
      '--runs',
      '--continue',
      '--yes',
      '--json',
    ])
      expect(stdout).toContain(option);
  });

  test('what needs an answer ends the run paused where nobody is there', async () => {
    const { code, finished, of } = await against([script('hello.sh'), { text: 'x' }]);
    expect([code, finished?.reason]).toEqual([6, 'paused']);
    expect(of('pause')).toMatchObject([
      { kind: 'confirmation', id: expect.any(String), script: { path: 'scripts/hello.sh', source: 'echo hello\n' } },
    ]);
    expect(of('tool_result')).toEqual([]);
  });

  test('Ctrl-C ends within 200 ms, also while the model is silent', async () => {
    let at = 0;
    const result = await against([{ silent: true }], [], {
      onLine: (line, child) => {
        if (!line.includes('"llm_request"')) return;
        setTimeout(() => {
          at = performance.now();
          child.kill('SIGINT');
        }, 100);
      },
    });
    expect(performance.now() - at).toBeLessThan(200);
    expect([result.code, result.finished?.reason]).toEqual([130, 'cancelled']);
  });

  test('Ctrl-C ends a script within 200 ms, and all it started', async () => {
    let at = 0;
    const skills = demoSkill(undefined, { 'demo/scripts/slow.sh': 'sleep 317 & sleep 318\n' });
    const server = await modelServer([script('slow.sh')]);
    onTestFinished(() => server.close());
    const result = await cli(
      ['run', 'x', '--skills', skills, '--model', 'openai-compatible/m', '--base-url', server.url, '--json', '--yes'],
      {
        onLine: (line, child) => {
          if (!line.includes('"tool_call"')) return;
          setTimeout(() => {
            at = performance.now();
            child.kill('SIGINT');
          }, 700);
        },
      },
    );
    expect(performance.now() - at).toBeLessThan(200);
    expect(result.of('tool_result')).toMatchObject([{ error_code: 'CANCELLED' }]);
    await new Promise((resolve) => setTimeout(resolve, 100));
    const alive = readdirSync('/proc').filter((pid) => {
      try {
        return /sleep\0(?:317|318)\0/.test(readFileSync(`/proc/${pid}/cmdline`, 'utf8'));
      } catch {
        return false;
      }
    });
    expect(alive).toEqual([]);
  });

  test('for a person: what happened, without escapes of the model', async () => {
    const server = await modelServer([
      resource('references/a.md'),
      { text: '\u001b]0;owned\u0007\u001b[31mred\u001b[0m \u202eevil' },
    ]);
    onTestFinished(() => server.close());
    const result = await cli([
      'run',
      'x',
      '--skills',
      demoSkill(),
      '--model',
      'openai-compatible/m',
      '--base-url',
      server.url,
    ]);
    expect(result.stdout).toContain('RESOURCE_NOT_FOUND');
    expect(result.stdout).toContain('  red evil\n');
    for (const trick of ['\u001b', '\u202e', 'owned']) expect(result.stdout).not.toContain(trick);
    expect(result.stdout).toMatch(/ended: final/);
  });

  test('--continue goes on with the conversation, in the same journal, guards starting afresh', async () => {
    const runs = temporaryFolder();
    const skills = demoSkill();
    const server = await modelServer([
      resource('references/a.md'),
      { text: 'First.' },
      resource('references/a.md'),
      { text: 'Second.' },
    ]);
    onTestFinished(() => server.close());
    const common = [
      '--skills',
      skills,
      '--model',
      'openai-compatible/m',
      '--base-url',
      server.url,
      '--json',
      '--runs',
      runs,
    ];
    const first = await cli(['run', 'One?', ...common]);
    const id = first.of('run_started')[0]?.run ?? '';
    const second = await cli(['run', 'Two?', ...common, '--continue', id]);
    expect(second.of('tool_result')).toMatchObject([{ error_code: 'RESOURCE_NOT_FOUND' }]);
    expect(second.events[0]?.seq).toBe((first.events.at(-1)?.seq ?? 0) + 1);
    const roles = server.requests.at(-1)?.body.messages.map((message) => message.role);
    expect(roles).toEqual(['system', 'user', 'assistant', 'tool', 'assistant', 'user', 'assistant', 'tool']);
    expect(readFileSync(join(runs, id, 'journal.jsonl'), 'utf8')).toBe(first.stdout + second.stdout);
  });
});
