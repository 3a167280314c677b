import { existsSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../test/equipment/runtime/folders.ts';
import { MADE_UP_SESSIONS } from '../../test/equipment/runtime/made-up-sessions/made-up-sessions.ts';
import { LOAD, play, READ } from '../../test/equipment/runtime/play.ts';
import { compareRuns } from '../compare/compare-runs.ts';
import { comparisonFor } from '../compare/comparison.ts';
import { readSource } from '../export/source.ts';
import { exportPieces } from '../export/write.ts';
import { SpillFile } from '../journal/spilled-list.ts';
import { messagesIn } from '../requests/recorded-requests.ts';
import { changesBetween } from '../requests/request-changes.ts';
import { runRequests } from '../requests/run-requests.ts';
import { sessionRequests } from '../sessions/session-requests.ts';
import { readRunOrSession } from './read-run.ts';

const SAMPLES = join(import.meta.dirname, '../../../shared/sessions');

/** Returns what `show`, `diff` and `export` compute of a file, with at most this number of characters in memory. */
async function outputsOf(file: string, inMemory: number): Promise<string> {
  const spill = new SpillFile(inMemory);
  try {
    const read = await readRunOrSession(file, 'runs', spill);
    if (read.kind === 'failed') return read.message;
    const accounts = await (read.kind === 'run'
      ? runRequests(read.events, read.folder, spill)
      : sessionRequests(read.events, spill));
    const shown = accounts.map(({ request, shares, before }) => [
      shares,
      [...messagesIn(request)],
      before && changesBetween(before, request),
    ]);
    const side = { journal: file, events: read.events as never };
    const compared = comparisonFor(compareRuns(read, read), side, side);
    const exported: string[] = [];
    const result = await readSource(file, { secrets: [], spill });
    if (result.kind === 'source')
      for (const format of ['otlp', 'perfetto'] as const)
        for await (const piece of exportPieces(result.source, format)) exported.push(piece);
    return JSON.stringify([shown, compared, exported.join('')]);
  } finally {
    spill.close();
  }
}

/** Returns the files for which the outputs differ if everything is in a file. */
async function differing(files: readonly string[]): Promise<readonly string[]> {
  const different: string[] = [];
  for (const file of files) if ((await outputsOf(file, 0)) !== (await outputsOf(file, 1e9))) different.push(file);
  return different;
}

it('show, diff and export return the same for runs and sessions that do not fit into memory', async () => {
  const folder = temporaryFolder();
  const files = ['claude-code', 'otlp', 'skillwright'].map((name) => {
    const file = join(folder, name);
    writeFileSync(file, MADE_UP_SESSIONS[name] ?? '');
    return file;
  });
  const { journal } = await play({ guide: 'long '.repeat(20_000), lines: [LOAD, READ, READ, { text: 'Done.' }] });
  expect((await outputsOf(journal, 0)).length).toBeGreaterThan(100_000);
  expect(await differing([...files, journal])).toEqual([]);
});

/** Returns the smallest JSON file of each format's folder. */
function smallestSamples(): readonly string[] {
  const smallest = (folder: string): readonly string[] =>
    readdirSync(folder)
      .filter((name) => name.includes('json'))
      .map((name) => join(folder, name))
      .filter((file) => statSync(file).isFile())
      .toSorted((a, b) => statSync(a).size - statSync(b).size)
      .slice(0, 1);
  return readdirSync(SAMPLES).flatMap((name) => {
    const folder = join(SAMPLES, name);
    return statSync(folder).isDirectory() ? smallest(folder) : [];
  });
}

it.skipIf(!existsSync(SAMPLES))('and for a real sample of each format in ../shared/sessions', async () => {
  const files = smallestSamples();
  expect(files.length).toBeGreaterThan(20);
  expect(await differing(files)).toEqual([]);
});
