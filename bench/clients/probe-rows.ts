/** The observations of the installed clients with each probe, rows of `not-offered.tsv`, and the catalog's verdict on it. */
import { existsSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { diskFiles } from '../../skill/disk.ts';
import { CLIENTS, catalogOf } from '../../skill/index.ts';
import { inRoot, makeHome } from './homes.ts';
import type { Probe, ProbeBatch } from './not-offered.ts';
import { type RealClient, writeClientFiles } from './real-clients.ts';

/** The observations: `client batch faulty good fault`, each skill as `listed` or `absent`. */
export const ROWS = join(import.meta.dirname, 'not-offered.tsv');

export interface ProbeRow {
  readonly client: string;
  readonly batch: string;
  readonly fault: string;
  /** The token of the faulty skill. */
  readonly token: string;
  readonly faulty: 'listed' | 'absent';
  readonly good: 'listed' | 'absent';
}

const HEAD = 'client\tbatch\tfault\ttoken\tfaulty\tgood';

/** Reads the rows; none if the file does not exist. */
export function readRows(): readonly ProbeRow[] {
  if (!existsSync(ROWS)) return [];
  return readFileSync(ROWS, 'utf8')
    .trimEnd()
    .split('\n')
    .slice(1)
    .map((line): ProbeRow => {
      const [client = '', batch = '', fault = '', token = '', faulty, good] = line.split('\t');
      return { client, batch, fault, token, faulty: stateOf(faulty), good: stateOf(good) };
    });
}

const stateOf = (text: string | undefined): ProbeRow['faulty'] => (text === 'listed' ? 'listed' : 'absent');

/** Writes the rows, sorted. */
export function writeRows(rows: readonly ProbeRow[]): void {
  const lines = rows.map(({ client, batch, fault, token, faulty, good }) =>
    [client, batch, fault, token, faulty, good].join('\t'),
  );
  writeFileSync(ROWS, `${[HEAD, ...lines.sort()].join('\n')}\n`);
}

/** Returns the rows of a batch by the list that the client sent. */
export function rowsOf(client: string, { home, probes }: ProbeBatch, list: string): readonly ProbeRow[] {
  const isListed = (token: string): ProbeRow['faulty'] => (list.includes(token) ? 'listed' : 'absent');
  return probes.map(({ fault, faulty, good }) => ({
    client,
    batch: home.id,
    fault,
    token: faulty,
    faulty: isListed(faulty),
    good: isListed(good),
  }));
}

/** Makes the home of a batch, with the client's own files, below `root`; returns the working directory and the settings. */
export function makeBatch(
  client: RealClient,
  { home }: ProbeBatch,
  root: string,
): { readonly cwd: string; readonly home: string; readonly settings: object | string | undefined } {
  const top = realpathSync(root);
  makeHome(home, top, client.id, client.folders);
  const more = home.settings?.[client.id];
  const settings: object | string | undefined = more && JSON.parse(inRoot(JSON.stringify(more), top));
  const folder = join(top, 'home');
  writeClientFiles(client, folder, 'http://127.0.0.1:9', settings);
  return { cwd: join(top, 'workspace', home.cwd ?? '.'), home: folder, settings };
}

/** The verdict on a probe: the catalog has its reason; it offers the skill; or what it says instead. */
export type Verdict = 'right' | 'offered' | `${string}`;

/** Returns what the catalog of a client says about each probe of a batch. */
export function verdictsOf(
  client: RealClient,
  batch: ProbeBatch,
  root: string,
): ReadonlyMap<string, { readonly probe: Probe; readonly verdict: Verdict }> {
  const { cwd, home } = makeBatch(client, batch, root);
  const profile = CLIENTS.find(({ id }) => id === client.id);
  if (profile === undefined) throw new Error(`${client.id} has no profile.`);
  const catalog = catalogOf(profile, { fs: diskFiles(), cwd, home, environment: {} });
  const top = realpathSync(root);
  return new Map(
    batch.probes.map((probe) => {
      const path = join(top, probe.named);
      const found = catalog.notOffered.filter(({ file }) => file === path || dirname(file) === path);
      const isOffered = catalog.offered.some(({ file }) => file === path || file === join(path, 'SKILL.md'));
      const reasons = found.map(({ reason }) => reason);
      const verdict = reasons.includes(probe.reason) ? 'right' : isOffered ? 'offered' : reasons.join(',') || 'nothing';
      return [probe.faulty, { probe, verdict }];
    }),
  );
}
