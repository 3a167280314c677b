import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createDemoSkill, createTemporaryFolder, runCli } from '../run-support.ts';
import { anthropic } from './anthropic.ts';
import { KEY, runWithFormat, startFormatServer } from './format-server.ts';
import { openaiCompatible } from './openai-compatible.ts';

/** Every reply uses 18 tokens, which cost 0.0001299 dollars at Anthropic's price. */
const again = { calls: [['list_skills', {}]] } as const;
const off = ['--guards', 'off'];

describe('limits of tokens and money', () => {
  test('tokens', async () => {
    const result = await runWithFormat(anthropic, [again], { more: [...off, '--max-tokens', '40'] });
    expect([result.code, result.finished?.reason, result.requests.length]).toEqual([3, 'guard', 3]);
    expect(result.ofType('guard')).toMatchObject([{ rule: 'max_tokens', verdict: 'stop', count: 54, threshold: 40 }]);
    expect(result.finished?.error).toBe('The run reached its limit of 40 tokens: it used 54.');
  });

  test('money', async () => {
    const result = await runWithFormat(anthropic, [again], { more: [...off, '--max-cost', '0.0002'] });
    expect([result.code, result.finished?.reason, result.requests.length]).toEqual([3, 'guard', 2]);
    expect(result.ofType('guard')).toMatchObject([{ rule: 'max_cost', verdict: 'stop', threshold: 0.0002 }]);
    expect(result.finished?.usage.costUsd).toBeCloseTo(0.0002598, 7);
    expect(result.ofType('note')).toEqual([]);
  });

  test('a warning if no price is known', async () => {
    const more = ['--max-cost', '0.5'];
    const result = await runWithFormat(openaiCompatible, [{ text: 'Hello.' }], { more });
    expect(result.ofType('note')[0]?.message).toMatch(/^No price is known for openai-compatible\/small/);
    expect(result.finished?.usage).not.toHaveProperty('costUsd');
  });

  test('across processes: earlier spending counts', async () => {
    const runs = createTemporaryFolder();
    const script = { calls: [['run_skill_script', { skill_name: 'demo', file_path: 'scripts/hello.sh' }]] } as const;
    const server = await startFormatServer(anthropic, [script, again]);
    const env = { MY_KEY: KEY };
    const key = ['--api-key-env', 'MY_KEY', '--runs', runs, '--json'];
    const model = ['--model', 'anthropic/claude-sonnet-4-5', '--base-url', server.url, '--max-cost', '0.0003'];
    const first = await runCli(['run', 'Hi.', '--skills', createDemoSkill(), ...model, ...key, ...off], { env });
    expect(first.finished?.reason).toBe('paused');
    const id = first.ofType('run_started')[0]?.run ?? '';
    const second = await runCli(['resume', id, '--approve', first.ofType('pause')[0]?.id ?? '', ...key], {
      env,
      process: true,
    });
    expect(second.stderr).toBe('');
    expect(second.finished).toMatchObject({ reason: 'guard', llmCalls: 3 });
    expect(second.finished?.usage.costUsd).toBeCloseTo(0.0003897, 7);
    expect(server.requests).toHaveLength(3);
  });
});

describe('called agents', () => {
  const config = (agents: object): string => {
    const folder = createTemporaryFolder();
    writeFileSync(join(folder, '.skillwright.json'), JSON.stringify({ agents }));
    return folder;
  };
  const helps = { calls: [['helper', { request: 'Please.' }]] } as const;

  test('share the same limit of money', async () => {
    const cwd = config({ main: { agents: ['helper'], maxCost: 0.0003 }, helper: {} });
    const result = await runWithFormat(anthropic, [helps, again], { more: [...off, '--agent', 'main'], cli: { cwd } });
    expect([result.finished?.reason, result.requests.length]).toEqual(['guard', 3]);
    expect(result.ofType('guard').map(({ rule, agent }) => [rule, agent])).toContainEqual(['max_cost', 'helper']);
    expect(result.ofType('llm_response').map(({ agent }) => agent)).toEqual(['main', 'helper', 'helper']);
  });

  test('a model of another provider never gets the key given for this one: the run does not start', async () => {
    const cwd = config({
      main: { agents: ['helper', 'other'] },
      helper: { model: 'openai/gpt-5-mini' },
      other: { model: 'google/gemini-x' },
    });
    const result = await runWithFormat(anthropic, [helps, { text: 'Then not.' }], {
      more: ['--agent', 'main'],
      cli: { cwd, env: { OPENAI_API_KEY: '', XDG_CONFIG_HOME: cwd } },
    });
    expect([result.code, result.stdout, result.requests.length]).toEqual([2, '', 0]);
    expect(result.stderr).toContain("OpenAI, for the agent 'helper': set OPENAI_API_KEY\n");
    expect(result.stderr).toContain("Google Gemini, for the agent 'other': set GOOGLE_GENERATIVE_AI_API_KEY\n");
  });
});

test('a resume sends no key to an address that only the journal names', async () => {
  const runs = createTemporaryFolder();
  const server = await startFormatServer(anthropic, [
    { calls: [['run_skill_script', { skill_name: 'demo', file_path: 'scripts/hello.sh' }]] },
    { text: 'Done.' },
  ]);
  const model = ['--model', 'anthropic/claude-sonnet-4-5', '--base-url', server.url];
  const first = await runCli(['run', 'Hi.', '--skills', createDemoSkill(), ...model, '--runs', runs, '--json']);
  const id = first.ofType('run_started')[0]?.run ?? '';
  const answer = ['resume', id, '--approve', first.ofType('pause')[0]?.id ?? '', '--runs', runs, '--json'];
  const keyed = await runCli([...answer, '--api-key-env', 'MY_KEY'], { env: { MY_KEY: KEY } });
  expect([keyed.code, keyed.stdout]).toEqual([2, '']);
  expect(keyed.stderr).toMatch(/^skillwright: To send MY_KEY to http:\/\/127.*no key was entered/);
  const plain = await runCli(answer, { env: { ANTHROPIC_API_KEY: KEY } });
  expect(plain.finished?.reason).toBe('final');
  expect(JSON.stringify(server.requests.map(({ headers }) => headers))).not.toContain(KEY);
});

test.each([
  [['--max-cost', 'much'], /amount of US dollars/],
  [['--max-tokens', '1.5'], /whole number/],
  [['--model-timeout', '301'], /up to 300/],
  [['--model-timeout', '0'], /up to 300/],
  [['--reasoning', 'hard'], /Allowed choices are none/],
  [['--model', 'anthropic/claude-sonnet-4-5'], /Set ANTHROPIC_API_KEY, or .*: Anthropic needs an API key\./],
  [['--model', 'seeded/one'], /The seed must be a number: seeded\/1/],
  [
    ['--model', 'vscode/gpt-x'],
    /Run in VS Code \(Skillwright: Run Agent\).*vscode\/gpt-x is only available in VS Code/,
  ],
  [['--model', 'unknown/m'], /Unknown provider 'unknown'. Known: simulated, seeded, vscode, (?:[\w-]+, )*google/],
])('wrong use: %j', async (more, message) => {
  const result = await runCli(['run', 'Hi.', '--skills', createDemoSkill(), ...more], {
    env: { ANTHROPIC_API_KEY: '' },
  });
  expect(result.code).toBe(2);
  expect(result.stderr).toMatch(message);
});
