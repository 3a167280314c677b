/** The labeled corpus on disk, and its labels. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const root = join(import.meta.dirname, '../..');
const corpus = join(root, '../shared/corpus');

/** The label of a reference: it must be found, or it does not count. */
export interface Label {
  readonly skill: string;
  readonly target: string;
  readonly required: boolean;
  readonly line: string;
  readonly reason: string;
}

export interface Corpus {
  /** Absolute path of the tree; the names of skills are relative to it. */
  readonly folder: string;
  readonly repositories: readonly string[];
  readonly labels: readonly Label[];
}

/** Writes the corpus once into `.cache/`; undefined if this machine has none. */
export function layOutCorpus(): Corpus | undefined {
  if (!existsSync(join(corpus, 'lay-out.mjs'))) return undefined;
  const folder = join(root, '.cache/corpus');
  const done = join(folder, '.complete');
  if (!existsSync(done)) {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    execFileSync(process.execPath, [join(corpus, 'lay-out.mjs'), folder], { stdio: 'ignore' });
    writeFileSync(done, '');
  }
  const repositories = [...new Set(table('INDEX.tsv').map((row) => (row['repo'] ?? '').replace('/', '+')))].sort();
  return { folder, repositories, labels: readLabels() };
}

/** Returns the half of a skill: every second repository, in order of their names, is for tuning. */
export function halfOf(repositories: readonly string[], skill: string): 'tuned' | 'held out' {
  const index = repositories.findIndex((slug) => skill.startsWith(`${slug}/`));
  return index % 2 === 0 ? 'tuned' : 'held out';
}

const REQUIRED = ['bundled with this skill', 'another skill', 'own repository, shared folder'];

function readLabels(): readonly Label[] {
  const label = (row: Record<string, string>, required: boolean): Label => ({
    skill: row['skill'] ?? '',
    target: normalizeTarget(row['target'] ?? ''),
    required,
    line: row['line'] ?? '',
    reason: row['reason'] ?? '',
  });
  return [
    ...table('missing.tsv').map((row) =>
      label(row, row['label'] !== 'TRUE-elsewhere' && REQUIRED.includes(row['scope'] ?? '')),
    ),
    ...table('unsure.tsv').map((row) => label(row, false)),
    ...table('bare.tsv').map((row) => label(row, false)),
  ];
}

/** Normalizes a target without changing its meaning. */
export const normalizeTarget = (target: string): string => target.replace(/^(?:\.\/)+/, '');

/** Returns labels assigned to guessable mentions by hand: `skill⇥line⇥words` to `true`, `false` or `arguable`. */
export function readGuessableLabels(): ReadonlyMap<string, string> {
  const rows = readBenchTable('quality-guessable.tsv');
  return new Map(rows.map((row) => [[row['skill'], row['line'], row['words']].join('\t'), row['label'] ?? '']));
}

/** Returns the rows of a table in `bench/`. */
export const readBenchTable = (name: string): readonly Record<string, string>[] =>
  table(join(import.meta.dirname, '..', name));

function table(name: string): readonly Record<string, string>[] {
  const [head = '', ...rows] = readFileSync(resolve(corpus, name), 'utf8').split('\n').filter(Boolean);
  const columns = head.split('\t');
  return rows.map((row) => {
    const cells = row.split('\t');
    return Object.fromEntries(columns.map((column, index) => [column, cells[index] ?? '']));
  });
}
