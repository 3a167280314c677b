/** Valid agents and real sessions, on which no guard may trip. Each function returns the number of trips. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { honestClientRun } from '../../test/equipment/runtime/honest-client-run.ts';
import { honestRun } from '../../test/equipment/runtime/honest-run.ts';
import { replaySession } from './replay-session.ts';
import { FORMATS } from './session-records.ts';

const RUNS = 200;
/** Number of runs in clients at the same time; most of their time is spent in commands. */
const CONCURRENT_RUNS = 2;

/** Runs agents with their own tools. */
export async function runHonestAgents(): Promise<number> {
  const all = await inFolder(async (folder) => {
    const runs = [];
    for (let seed = 1; seed <= RUNS; seed++) runs.push(await honestRun(seed, folder));
    return runs.map(({ guards, ...run }) => ({ ...run, trips: guards }));
  });
  return report('valid agents that search, edit and run the same tests again', all);
}

/** Runs agents with the tools of real clients, whose commands run in the sandbox. */
export async function runCodingAgents(): Promise<number> {
  const all = await inFolder(async (folder) => {
    const seeds = Array.from({ length: RUNS }, (_, index) => index + 1).values();
    const worker = async () => {
      const runs = [];
      // The workers share the iterator.
      for (const seed of seeds) runs.push(await honestClientRun(seed, folder));
      return runs;
    };
    return (await Promise.all(Array.from({ length: CONCURRENT_RUNS }, worker))).flat();
  });
  const failures = all.reduce((sum, run) => sum + run.failures, 0);
  return report(`coding agents in real clients, with ${failures} failed calls`, all);
}

/** Replays real sessions, in one folder for each client: see `FORMATS`. */
export async function replaySessions(folder: string): Promise<number> {
  let files = 0;
  let calls = 0;
  let failures = 0;
  let trips = 0;
  for (const client of Object.keys(FORMATS)) {
    for (const entry of readdirSync(join(folder, client), { recursive: true, withFileTypes: true })) {
      if (!entry.isFile()) continue;
      const replayed = await replaySession(client, readFileSync(join(entry.parentPath, entry.name), 'utf8'));
      files++;
      calls += replayed.calls;
      failures += replayed.failures;
      trips += replayed.trips.length;
      for (const { call, decision } of replayed.trips)
        console.log(`${entry.name}, call ${call}: ${decision.rule} ${decision.verdict} ${decision.signature ?? ''}`);
    }
  }
  console.log(`${files} real sessions: ${calls} calls, ${failures} of them failed. Trips: ${trips}.`);
  return trips;
}

interface Run {
  readonly seed: number;
  readonly calls: number;
  readonly tests: number;
  readonly edits: number;
  readonly trips: readonly string[];
  readonly problems: readonly string[];
}

function report(agents: string, all: readonly Run[]): number {
  const tripped = all.filter(({ trips, problems }) => trips.length + problems.length > 0);
  const sum = (of: (run: Run) => number): number => all.reduce((total, run) => total + of(run), 0);
  console.log(
    `\n${RUNS} ${agents}: ${sum((run) => run.calls)} model calls, ${sum((run) => run.edits)} edits, tests run ${sum((run) => run.tests)} times. False trips: ${tripped.length}.`,
  );
  for (const { seed, trips, problems } of tripped) console.log(`seed ${seed}: ${[...trips, ...problems].join('; ')}`);
  return tripped.length;
}

async function inFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'skillwright-honest-'));
  try {
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
