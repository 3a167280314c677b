import { describe, expect, it } from 'vitest';
import { defined } from '../../../skill/index.ts';
import { wilson } from '../../statistics/intervals.ts';
import type { SessionEntry } from '../find/session-entry.ts';
import type { MissedFile } from '../session-summary.ts';
import { MissTally } from './miss-rates.ts';
import { missRateText, rateText } from './report-texts.ts';

type Counts = Pick<SessionEntry, 'format' | 'misses'> & Partial<Pick<SessionEntry, 'client' | 'requests'>>;

function tallyOf(...sessions: readonly Counts[]): MissTally {
  const tally = new MissTally();
  for (const one of sessions) tally.add({ client: 'codex', ...one } as SessionEntry);
  return tally;
}

const miss = (reason: MissedFile['reason'], more: Partial<MissedFile> = {}): MissedFile =>
  defined({ skill: 'brewer', path: 'a.md', kind: 'resource', count: 1, reason, asked: 'a.md', ...more });
const format = 'codex';

describe('misses per 100 requests', () => {
  it('are of all sessions, by kind, client and skill, each with its interval', () => {
    const tally = tallyOf(
      { format, requests: { brewer: 20, baker: 10 }, misses: [miss('base.workspace'), miss('absent', { count: 2 })] },
      { format, client: 'pi', requests: { brewer: 10 }, misses: [] },
    );
    const rates = tally.rates();
    expect(rates).toMatchObject({ sessions: 2, requests: 40, misses: 3 });
    expect(rates.per100?.value).toBeCloseTo(7.5, 6);
    expect(rates.kinds.map(({ kind, misses, requests }) => [kind, misses, requests])).toEqual([
      ['absent', 2, 40],
      ['base.workspace', 1, 40],
    ]);
    expect(rates.clients.map(({ client, per100 }) => [client, per100?.value])).toEqual([
      ['codex', 10],
      ['pi', 0],
    ]);
    expect(tally.rateOf('baker')).toMatchObject({ misses: 0, requests: 10, per100: { value: 0 } });
    // Of one session only, or of none that missed, the requests are counted as independent.
    expect(rates.clients[1]?.per100?.high).toBeCloseTo(100 * (wilson(0, 10)?.high ?? 0), 6);
  });

  it('have a wider interval if the misses are in few of the sessions', () => {
    const session = (count: number): Counts => ({
      format,
      requests: { brewer: 10 },
      misses: [miss('absent', { count })],
    });
    const width = (counts: readonly number[]): number => {
      const { high = 0, low = 0 } = tallyOf(...counts.map(session)).rates().per100 ?? {};
      return high - low;
    };
    expect(width([10, 0, 0, 0, 0, 0, 0, 0, 0, 0])).toBeGreaterThan(1.5 * width(Array.from({ length: 10 }, () => 1)));
  });

  it('are not measured where nothing can be counted', () => {
    const tally = tallyOf({ format, client: 'copilot-cli', misses: [] });
    expect(tally.rates()).toEqual({
      sessions: 0,
      requests: 0,
      misses: 0,
      kinds: [],
      clients: [{ client: 'copilot-cli', sessions: 0, requests: 0, misses: 0 }],
    });
    expect(missRateText(tally.rateOf('brewer'))).toBe('not measured');
  });

  it('leave out lists and patterns of several files, and name what has no known kind', () => {
    const list: MissedFile = { skill: 'brewer', path: 'x', kind: 'search', count: 4 };
    const misses = [list, { ...list, kind: 'resource' as const }, miss(undefined)];
    const { kinds } = tallyOf({ format, requests: { brewer: 5 }, misses }).rates();
    expect(kinds).toMatchObject([{ kind: 'unknown', misses: 1 }]);
  });

  it('are shown with enough digits', () => {
    expect(rateText({ per100: { value: 0.75, low: 0.031, high: 12 } })).toBe('0.8 (0.03–12.0)');
  });
});
