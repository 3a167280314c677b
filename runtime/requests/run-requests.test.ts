import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { skillOnDisk, temporaryFolder } from '../../test/equipment/runtime/folders.ts';
import { MADE_UP_SESSIONS } from '../../test/equipment/runtime/made-up-sessions/made-up-sessions.ts';
import { runOnce } from '../../test/equipment/runtime/run-once.ts';
import { scriptedModel } from '../../test/equipment/runtime/scripted-model.ts';
import { readJournal } from '../journal/reader.ts';
import type { RunEvent, Usage } from '../protocol/events.ts';
import { importSession } from '../sessions/import-session.ts';
import type { SessionEvent } from '../sessions/log/session-event.ts';
import { sessionRequests } from '../sessions/session-requests.ts';
import { costOf, requestTokens, runRequests, sumOf } from './run-requests.ts';

const BODY = 'Read the guide before anything else. '.repeat(20);

/** Plays a run that loads a skill and calls the model three times. */
async function play() {
  const model = scriptedModel([
    { calls: [['load_skill', { skill_name: 'demo' }]] },
    { calls: [['list_skills', {}]] },
    { text: 'Done.' },
  ]);
  const ran = await runOnce({ model, skills: [skillOnDisk('demo', {}, BODY)] });
  return { events: readJournal(ran.journal).events, folder: dirname(ran.journal) };
}

/** Returns the events as if another model had answered, with this usage in each response. */
const answeredBy = (events: readonly RunEvent[], model: string, usage: Usage): readonly RunEvent[] =>
  events.map((event) => {
    if (event.type === 'run_started') return { ...event, model };
    return event.type === 'llm_response' ? { ...event, usage } : event;
  });

describe('what all calls of a run sent', () => {
  it('counts the calls that contained a text', async () => {
    const { events, folder } = await play();
    const { calls, sent, costUsd, incomplete } = requestTokens(await runRequests(events, folder));
    expect([calls.length, incomplete, costUsd]).toEqual([3, 0, undefined]);
    expect(sent.find(({ kind }) => kind === 'instructions')?.calls).toBe(3);
    const skill = sent.find(({ kind }) => kind === 'skill');
    const once = calls[1]?.shares.find(({ kind }) => kind === 'skill')?.tokens ?? 0;
    expect(skill).toEqual({ kind: 'skill', name: 'demo', calls: 2, tokens: 2 * once });
    expect(sumOf(sent)).toBe(calls.reduce((sum, { shares }) => sum + sumOf(shares), 0));
  });

  it('divides the cost of the requests, without the replies, by tokens', async () => {
    const { events, folder } = await play();
    // By list price, 10,000 tokens of input cost twice as much as 1,000 of output: $0.03 and $0.015.
    const usage = { inputTokens: 10_000, outputTokens: 1000, costUsd: 0.09, costSource: 'reported' as const };
    const accounts = await runRequests(answeredBy(events, 'anthropic/claude-sonnet-4-5', usage), folder);
    expect(accounts[0]?.costUsd).toBeCloseTo(0.06, 6);
    const { sent, costUsd } = requestTokens(accounts);
    expect(costUsd).toBeCloseTo(0.18, 6);
    expect(sent.reduce((sum, share) => sum + (share.costUsd ?? 0), 0)).toBeCloseTo(0.18, 6);
    const skill = sent.find(({ kind }) => kind === 'skill');
    const expected = accounts.slice(1).map(({ shares, tokens }) => {
      const own = shares.find(({ kind }) => kind === 'skill')?.tokens ?? 0;
      return (0.06 * own) / tokens;
    });
    expect(skill?.costUsd).toBeCloseTo((expected[0] ?? 0) + (expected[1] ?? 0), 6);
  });

  it.each([
    ['a model that is not listed', 'openai/gpt-99-unheard-of', { inputTokens: 10, outputTokens: 1, costUsd: 1 }],
    ['a simulated model', 'simulated/stubborn', { inputTokens: 10, outputTokens: 1, costUsd: 1 }],
    ['calls without a cost', 'anthropic/claude-sonnet-4-5', { inputTokens: 10, outputTokens: 1 }],
    ['calls without figures', 'anthropic/claude-sonnet-4-5', { costUsd: 1 }],
  ])('has no cost for %s', async (_title, model, usage) => {
    const { events, folder } = await play();
    const accounts = await runRequests(answeredBy(events, model, usage), folder);
    expect(costOf(accounts)).toBeUndefined();
    expect(requestTokens(accounts).sent.every((share) => share.costUsd === undefined)).toBe(true);
  });
});

describe('the requests of a session of another agent', () => {
  const requestsOf = async (format: string) => {
    const file = join(temporaryFolder(), 'session.jsonl');
    writeFileSync(file, MADE_UP_SESSIONS[format] ?? '');
    const events: SessionEvent[] = [];
    expect((await importSession(file, { emit: (event) => events.push(event) })).kind).toBe('imported');
    return { events, accounts: await sessionRequests(events) };
  };

  it.each(Object.keys(MADE_UP_SESSIONS))('are restored as far as a session of %s has their texts', async (format) => {
    const { events, accounts } = await requestsOf(format);
    const { calls, incomplete } = requestTokens(accounts);
    expect(calls.map(({ seq }) => seq)).toEqual(
      events.flatMap((event) => (event.type === 'llm_request' ? [event.seq] : [])),
    );
    // Only the main agent of this session has instructions.
    const known = format === 'atif' ? 3 : 0;
    expect(incomplete).toBe(calls.length - known);
    const kinds = calls.flatMap(({ shares }) => shares.map(({ kind }) => kind));
    expect(kinds.filter((kind) => kind === 'instructions')).toHaveLength(known);
    expect(kinds).not.toContain('tools');
  });

  it('assign the text of a skill to that skill', async () => {
    const { accounts } = await requestsOf('adk');
    expect(requestTokens(accounts).sent).toContainEqual(
      expect.objectContaining({ kind: 'skill', name: 'brewer', calls: 1 }),
    );
  });
});
