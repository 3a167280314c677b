import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../test/equipment/runtime/folders.ts';
import { MADE_UP_SESSIONS } from '../../test/equipment/runtime/made-up-sessions/made-up-sessions.ts';
import { PRICES_DATE } from '../models/prices/prices.ts';
import type { Usage } from '../protocol/events.ts';
import { importSession } from './import-session.ts';
import type { SessionEvent } from './log/session-event.ts';
import { sessionPrices } from './session-prices.ts';

const TIME = '2026-01-05T10:00:00.000Z';
const USAGE = { inputTokens: 10_000, outputTokens: 1000, cacheReadTokens: 8000 };

test('the cost of a listed model is estimated by its list price, with the context window', async () => {
  const priceOf = await sessionPrices();
  expect(priceOf(USAGE, 'anthropic/claude-sonnet-4-5', TIME)).toEqual({
    ...USAGE,
    costUsd: expect.closeTo(0.0003 * 8 + 0.003 * 2 + 0.015, 6),
    costSource: 'estimated',
    priceDate: PRICES_DATE,
    contextWindow: 200_000,
  });
});

test.each<[string, Usage, string | undefined]>([
  ['a model that is not listed', USAGE, 'anthropic/unheard-of'],
  ['a model of a client that bills otherwise', USAGE, 'copilot/claude-sonnet-4-5'],
  ['an unknown model', USAGE, undefined],
])('%s has no cost', async (_title, usage, model) => {
  expect((await sessionPrices())(usage, model, TIME)).toEqual(usage);
});

test('a cost that the session has stays, and a call without figures gets none', async () => {
  const priceOf = await sessionPrices();
  const reported = { ...USAGE, costUsd: 5, costSource: 'reported' } as const;
  expect(priceOf(reported, 'anthropic/claude-sonnet-4-5', TIME)).toEqual({ ...reported, contextWindow: 200_000 });
  expect(priceOf({ outputTokens: 1 }, 'anthropic/claude-sonnet-4-5', TIME)).not.toHaveProperty('costUsd');
});

/** Imports a session of Claude Code whose model is listed. */
async function importPriced(estimatesCosts: boolean) {
  const file = join(temporaryFolder(), 'session.jsonl');
  const text = (MADE_UP_SESSIONS['claude-code'] ?? '').replace(/"model":"[^"]*"/g, '"model":"claude-sonnet-4-5"');
  expect(text).toContain('claude-sonnet-4-5');
  writeFileSync(file, text);
  const events: SessionEvent[] = [];
  const result = await importSession(file, { estimatesCosts, emit: (event) => events.push(event) });
  const usages = events.flatMap((event) => (event.type === 'llm_response' ? [event.usage] : []));
  return { usages, total: result.kind === 'imported' ? result.finished.usage : undefined };
}

test('an import estimates the cost of each call if asked to, and never the total', async () => {
  const { usages, total } = await importPriced(true);
  expect(usages.length).toBeGreaterThan(0);
  for (const usage of usages) expect(usage).toMatchObject({ costUsd: expect.any(Number), costSource: 'estimated' });
  expect(total).toMatchObject({ inputTokens: expect.any(Number) });
  expect(total).not.toHaveProperty('costUsd');
  for (const usage of (await importPriced(false)).usages) expect(usage).not.toHaveProperty('costUsd');
});
