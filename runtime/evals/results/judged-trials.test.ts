import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../../test/equipment/runtime/folders.ts';
import { JudgedTrials } from './judged-trials.ts';
import type { TrialResult } from './results.ts';

const trial = (number: number, reason: string): TrialResult => ({
  id: `t${number}`,
  skill: 'demo',
  case: 'one',
  side: 'with',
  client: 'adk',
  model: 'm/1',
  number,
  verdict: 'not_judged',
  triggered: false,
  run: 'r',
  usage: {},
  milliseconds: 1,
  misses: 0,
  calls: 0,
  checks: [],
  reason,
});

describe('judged trials', () => {
  it('are read as often as wanted, as they were added, also those longer than a part of the file', () => {
    const file = join(temporaryFolder(), 'judged.jsonl');
    writeFileSync(file, '{"left": "by a killed process');
    const judged = new JudgedTrials(file);
    expect([...judged]).toEqual([]);
    const added = Array.from({ length: 3_000 }, (_, number) =>
      trial(number, number === 1_500 ? 'ü\n'.repeat(500_000) : `line\n${'é'.repeat(number % 300)}`),
    );
    for (const one of added) expect(judged.add(one)).toBeUndefined();
    expect(judged.flush()).toBeUndefined();
    expect(judged.length).toBe(3_000);
    for (let reading = 0; reading < 2; reading++) expect([...judged]).toEqual(added);
    judged.remove();
    expect(existsSync(file)).toBe(false);
  });

  it('can be read in part, and twice at the same time', () => {
    const judged = new JudgedTrials(join(temporaryFolder(), 'judged.jsonl'));
    for (const number of [1, 2, 3]) judged.add(trial(number, ''));
    judged.flush();
    const [first] = judged;
    expect(first?.number).toBe(1);
    const pairs: string[] = [];
    for (const a of judged) for (const b of judged) pairs.push(`${a.number}${b.number}`);
    expect(pairs).toEqual(['11', '12', '13', '21', '22', '23', '31', '32', '33']);
  });

  it('have an error message if there is no room for them', () => {
    const judged = new JudgedTrials(join(temporaryFolder(), 'missing/judged.jsonl'));
    judged.add(trial(1, ''));
    expect(judged.flush()).toContain('Make room or choose another folder with --out');
  });
});
