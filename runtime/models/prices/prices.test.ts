import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { runOnce } from '../../../test/equipment/runtime/run-once.ts';
import { scriptedModel } from '../../../test/equipment/runtime/scripted-model.ts';
import { type Endpoint, endpointOf } from '../endpoint/endpoint.ts';
import { modelFacts, PRICES_DATE, withFacts } from './prices.ts';
import { withPrices } from './with-prices.ts';

const at = (name: string, baseUrl?: string): Endpoint => endpointOf(name, baseUrl) as Endpoint;

test('the date is that of the installed version', () => {
  const file = join(import.meta.dirname, '../../../node_modules/@pydantic/genai-prices/package.json');
  const { version } = JSON.parse(readFileSync(file, 'utf8')) as { version: string };
  // After an update, look up the publication date: `npm view @pydantic/genai-prices time`.
  expect([version, PRICES_DATE]).toEqual(['0.1.8', '2026-09-23']);
});

describe('modelFacts', () => {
  test('returns price and context window, with cache tokens at their own price', async () => {
    const facts = await modelFacts(at('anthropic/claude-sonnet-4-5'));
    expect(facts?.contextWindow).toBe(200_000);
    expect(facts?.cost({ inputTokens: 10_000, outputTokens: 1000 })).toBeCloseTo(0.045, 6);
    const cached = { inputTokens: 10_000, outputTokens: 1000, cacheReadTokens: 8000, cacheWriteTokens: 1000 };
    expect(facts?.cost(cached)).toBeCloseTo(0.0003 * 8 + 0.003 + 0.00375 + 0.015, 6);
  });

  test('returns undefined instead of a guess', async () => {
    expect(await modelFacts(at('openai/gpt-99-unheard-of'))).toBeUndefined();
    expect(await modelFacts(at('openai-compatible/gpt-4o', 'https://models.example/v1'))).toBeUndefined();
    expect(await modelFacts(at('ollama/gpt-oss:20b'))).toBeUndefined();
    const facts = await modelFacts(at('openai/gpt-5-mini'));
    expect(facts?.cost({ inputTokens: 10 })).toBeUndefined();
    expect(facts?.cost({ inputTokens: 10, outputTokens: 1, cacheReadTokens: 20 })).toBeUndefined();
  });
});

test('withFacts adds limits and prices to listed models only', async () => {
  const names = ['anthropic/claude-sonnet-4-5', 'anthropic/unheard-of'];
  const [known, other] = await withFacts(
    at('anthropic/any'),
    names.map((name) => ({ name })),
  );
  expect(known).toEqual({ name: names[0], contextWindow: 200_000, price: { input: 3, output: 15, date: PRICES_DATE } });
  expect(other).toEqual({ name: names[1] });
  const own = await withFacts(at('anthropic/any'), [{ name: 'anthropic/claude-sonnet-4-5', contextWindow: 7 }]);
  expect(own[0]?.contextWindow).toBe(7);
});

/** Creates a model that calls forever and reports these tokens and the given cost figures. */
function spending(raw: Record<string, number> = {}) {
  const usage = {
    inputTokens: { total: 10_000, noCache: 10_000, cacheRead: 0, cacheWrite: undefined },
    outputTokens: { total: 1000, text: 1000, reasoning: 0 },
    raw,
  };
  let call = 0;
  const model = scriptedModel(() => ({
    parts: [
      { type: 'tool-call', toolCallId: `c${++call}`, toolName: 'list_skills', input: '{}' },
      { type: 'finish', usage, finishReason: { unified: 'tool-calls', raw: undefined } },
    ],
  }));
  return model;
}

describe('a cost limit', () => {
  test.each([
    ['estimated', {}, 0.045],
    ['reported', { cost: 0.02 }, 0.02],
  ])('%s: no model call is made once it is spent', async (costSource, raw, each) => {
    const scripted = spending(raw);
    const model = { ...withPrices(scripted, at('anthropic/claude-sonnet-4-5')), requests: scripted.requests };
    const ran = await runOnce({ model, guards: 'off', maxCost: 0.1 });
    const calls = Math.ceil(0.1 / each);
    expect(ran.finished).toMatchObject({ reason: 'guard', llmCalls: calls, usage: { costSource } });
    expect(ran.finished.usage.costUsd).toBeCloseTo(calls * each, 6);
    expect(ran.finished.error).toMatch(/^The run reached its cost limit of \$0\.1: it spent \$0\.1\d+/);
    expect(ran.of('guard')).toMatchObject([{ rule: 'max_cost', verdict: 'stop', threshold: 0.1 }]);
    expect(ran.of('run_started')[0]).toMatchObject({ maxCost: 0.1 });
    for (const { usage } of ran.of('llm_response').slice(0, calls)) expect(usage.contextWindow).toBe(200_000);
    expect(ran.finished.usage).not.toHaveProperty('contextWindow');
    if (costSource === 'estimated') expect(ran.finished.usage.priceDate).toBe(PRICES_DATE);
    else expect(ran.finished.usage).not.toHaveProperty('priceDate');
  });

  test('a model without a price has no cost, and a token limit still applies', async () => {
    const scripted = spending();
    const model = { ...withPrices(scripted, at('ollama/small')), requests: scripted.requests };
    const ran = await runOnce({ model, guards: 'off', maxCost: 0.1, maxTokens: 30_000 });
    expect(ran.finished).toMatchObject({ reason: 'guard', llmCalls: 3 });
    expect(ran.finished.usage).not.toHaveProperty('costUsd');
    expect(ran.of('llm_response')[0]?.usage).not.toHaveProperty('contextWindow');
    expect(ran.of('guard')).toMatchObject([{ rule: 'max_tokens', count: 33_000, threshold: 30_000 }]);
  });
});
