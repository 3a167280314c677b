import { beforeAll, describe, expect, it } from 'vitest';
import { classifyMiss } from '../../skill/index.ts';
import { elsewhere, LAYOUTS } from './layouts.ts';
import { type Replayed, replayLayout } from './replay-layout.ts';

const SEEDS = 240;
/** Three standard deviations of a share at this number of runs. */
const tolerance = (share: number, runs: number): number => 3 * Math.sqrt((share * (1 - share)) / runs);

describe.each(LAYOUTS.map((layout) => [layout.runs.layout.written, layout] as const))('%s', (_, layout) => {
  const { missed, of, neverRead, kind } = layout.runs;
  let replayed: Replayed;
  beforeAll(async () => {
    replayed = await replayLayout(layout, SEEDS);
  });

  it('is missed by simulated models as often as in the counted runs, and lost as often', () => {
    expect(replayed.runs).toBeGreaterThan(SEEDS / 2);
    const share = missed / of;
    expect(Math.abs(replayed.missed / replayed.runs - share)).toBeLessThan(tolerance(share, replayed.runs));
    const lost = (neverRead ?? 0) / missed;
    expect(Math.abs(replayed.neverRead / replayed.missed - lost)).toBeLessThanOrEqual(tolerance(lost, replayed.missed));
    // "median 1, most 7": the wrong call, and one search.
    expect(Math.max(...replayed.lostCalls)).toBeLessThanOrEqual(2);
  });

  it('is missed in the way that was counted', () => {
    const { asked } = replayed;
    expect(asked).toHaveLength(1);
    const { skill, folder, file } = layout;
    const known = {
      skills: [{ name: skill, folder, files: ['SKILL.md', file], hasAllFiles: true as const }],
      aliases: new Map([['r0', folder.slice(0, -skill.length - 1)]]),
    };
    const found = classifyMiss(
      { asked: asked[0] ?? '', by: 'read', directory: '/home/ada/work', home: '/home/ada' },
      known,
    );
    // The runs that took a short name for another folder asked for a path without it, so that only the counting says so.
    expect(found?.kind).toBe(kind === 'root.alias' ? 'root.elsewhere' : kind);
    expect(found?.place?.at).toBe(`${folder}/${layout.runs.what === 'skill-file' ? 'SKILL.md' : file}`);
  });

  it('sets no share for a skill that is installed otherwise', async () => {
    const other = await replayLayout(elsewhere(layout), SEEDS);
    // The share of all of Codex's bundled files; that of SKILL.md is not measured, and 1 in 20 is assumed.
    const share = layout.runs.what === 'bundled' ? 4 / 30 : 1 / 20;
    expect(Math.abs(other.missed / other.runs - share)).toBeLessThan(tolerance(share, other.runs));
  });
});
