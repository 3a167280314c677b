import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createChance } from '../../runtime/random.ts';
import { killEvals } from '../../test/integration/killed-evals.ts';

const SHARDS = 2;

/** Kills evals that share a limit on costs at random moments. Prints what became of their trials; returns true if all is well. */
export async function measureKills(kills: number): Promise<boolean> {
  const folder = mkdtempSync(join(tmpdir(), 'skillwright-bench-kills-'));
  const chance = createChance(7);
  const trials = Math.max(3, Math.ceil(kills / 8));
  const maxTrials = Math.round(2 * 40 * trials * 0.8);
  try {
    const ended = await killEvals({
      folder,
      cli: join(import.meta.dirname, '../../dist/cli.mjs'),
      kills,
      cases: 40,
      trials,
      shards: SHARDS,
      jobs: 4,
      maxTrials,
      random: (below) => chance.int(below),
    });
    const unique = new Set(ended.ids).size;
    const excess = ended.paidUntilLimit - maxTrials;
    console.log(`Evals killed at random: ${ended.kills} kills of ${SHARDS} processes with 4 simultaneous trials each.`);
    console.log(`${unique} of ${ended.planned} trials in the results, ${ended.ids.length - unique} of them twice.`);
    console.log(`Finished trials that were run again: ${ended.finishedTwice.length}. Trials paid for: ${ended.paid}.`);
    console.log(
      `At the limit of ${maxTrials} trials, ${ended.paidUntilLimit} were paid for (${excess > 0 ? '+' : ''}${excess}).\n`,
    );
    const isExact = ended.isComplete && unique === ended.planned && ended.ids.length === unique;
    return isExact && ended.finishedTwice.length === 0 && excess <= SHARDS && ended.codes.every((code) => code === 4);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
