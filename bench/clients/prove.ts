/** Proves the profile of a client: everything that the installed client sends is as the profile has it, or is a recorded fact. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { CLIENTS, DIFFERENCES, PROOFS, type Proof, type RecordedDifference } from '../../skill/index.ts';
import { compareCalls } from './compare-calls.ts';
import { isSameList } from './compare-list.ts';
import { HOMES } from './homes.ts';
import type { RealClient } from './real-clients.ts';

const PROOFS_FILE = join(import.meta.dirname, '../../skill/clients/proofs.ts');

/** The parts that differ in one run of all probes. */
export interface Seen {
  /** Parts, as in `RecordedDifference`. */
  readonly differing: readonly string[];
  readonly same: number;
}

/** The recorded differences, as a run of all probes shows them. */
export interface Verdict {
  /** Parts that differ, and no record says so. */
  readonly unrecorded: readonly string[];
  /** Records of parts that do not differ. */
  readonly stale: readonly RecordedDifference[];
}

/** Compares what differs with what is recorded. */
export function judge({ differing }: Seen, recorded: readonly RecordedDifference[]): Verdict {
  const covers = ({ part }: RecordedDifference, one: string): boolean =>
    part.endsWith('*') ? one.startsWith(part.slice(0, -1)) : one === part;
  return {
    unrecorded: [...new Set(differing.filter((one) => !recorded.some((record) => covers(record, one))))],
    stale: recorded.filter((record) => record.varies !== true && !differing.some((one) => covers(record, one))),
  };
}

/** Returns the version in what a client prints for `--version`; undefined if there is none. */
export const versionIn = (output: string): string | undefined => /\d+\.\d+\.\d+(?:-[\w.]+)?/.exec(output)?.[0];

/** Returns `proofs.ts` with the proof of a client. */
export function proofsText(proofs: Readonly<Partial<Record<string, Proof>>>): string {
  const lines = CLIENTS.flatMap(({ id }) => {
    const proof = proofs[id];
    if (proof === undefined) return [];
    return [`  ${/-/.test(id) ? `'${id}'` : id}: { version: '${proof.version}', date: '${proof.date}' },`];
  });
  return [
    '/** The versions with which `npm run bench:clients -- --prove` last proved the profiles, and the days. It writes this file. */',
    'export const PROOFS = {',
    ...lines,
    '} as const;',
    '',
  ].join('\n');
}

/** Runs all probes in a client, prints what is not as recorded, and writes the proof. True if all is. */
export async function prove(client: RealClient, bin: string): Promise<boolean> {
  const seen = await runProbes(client, bin);
  if (seen === undefined) return false;
  const id = CLIENTS.find((one) => one.id === client.id)?.id;
  const { unrecorded, stale } = judge(seen, (id && DIFFERENCES[id]) ?? []);
  const recorded = seen.differing.length - seen.differing.filter((one) => unrecorded.includes(one)).length;
  console.log(`\n${client.id}: ${seen.same} parts the same, ${recorded} differ as recorded`);
  for (const part of unrecorded) console.log(`- not recorded: ${part}`);
  for (const { part } of stale) console.log(`- recorded, but the same: ${part}`);
  if (unrecorded.length > 0 || stale.length > 0) return false;
  const version = versionOf(bin);
  if (version === undefined) {
    console.log(`- ${bin} prints no version`);
    return false;
  }
  // Read again by the next client, which runs in the same process.
  proofs[client.id] = { version, date: new Date().toISOString().slice(0, 10) };
  writeFileSync(PROOFS_FILE, proofsText(proofs));
  console.log(`  proved with ${version}`);
  return true;
}

const proofs: Partial<Record<string, Proof>> = { ...PROOFS };

/** Returns what differs; undefined if the client calls no model. */
async function runProbes(client: RealClient, bin: string): Promise<Seen | undefined> {
  const differing: string[] = [];
  let same = 0;
  for (const scope of ['user', 'project'] as const) {
    const compared = await compareCalls(client, bin, scope);
    if (compared.kind === 'silent') {
      console.log(`\n${client.id}: sent no request (exit code ${compared.code}).\n${compared.output}`);
      return undefined;
    }
    same += compared.same;
    differing.push(...compared.differences.map(({ part }) => part));
  }
  for (const home of HOMES)
    if (await isSameList(client, bin, home)) same++;
    else differing.push(`list: ${home.id}`);
  return { differing, same };
}

function versionOf(bin: string): string | undefined {
  const home = mkdtempSync(join(tmpdir(), 'skillwright-version-'));
  try {
    const env = { HOME: home, PATH: `${dirname(process.execPath)}:/usr/bin:/bin` };
    return versionIn(
      execFileSync(bin, ['--version'], { env, encoding: 'utf8', timeout: 60_000, stdio: ['ignore', 'pipe', 'ignore'] }),
    );
  } catch {
    return undefined;
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}
