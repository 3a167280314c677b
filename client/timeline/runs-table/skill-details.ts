/** The details of a skill: the words that led to misses, and its files. */
import { FACT, FACTS, KIND } from './columns.ts';
import { compareFigures } from './sorting.ts';
import type { RunTable } from './table.ts';

/** Words of a skill that led to misses. */
export interface WordsSum {
  /** '' for misses whose words are not known. */
  readonly words: string;
  readonly misses: number;
  readonly paths: readonly string[];
  /** Number of rows with such a miss, and the latest one. */
  readonly rows: number;
  readonly latest: number;
  /** True if the words are in a current skill. */
  readonly isCurrent: boolean;
}

/** A file with a number of rows. */
export interface FileSum {
  readonly path: string;
  readonly rows: number;
}

export interface SkillDetails {
  /** Sorted by their misses, the most first. */
  readonly words: readonly WordsSum[];
  /** The bundled files that were read or run, and the files that were never read though its texts tell the model to. */
  readonly files: readonly FileSum[];
  readonly unread: readonly FileSum[];
  /** Number of rows whose texts tell the model to read files. */
  readonly told: number;
}

interface Sum {
  misses: number;
  readonly paths: Set<string>;
  readonly rows: Set<number>;
  isCurrent: boolean;
}

/** Returns the details of a skill in these rows. */
export function detailsOf(table: RunTable, ids: readonly number[], skill: string): SkillDetails {
  const index = table.strings.indexOf(skill);
  const words = new Map<string, Sum>();
  const files = new Map<string, number>();
  const unread = new Map<string, number>();
  let told = 0;
  for (const id of ids) {
    const facts = table.factsOf(id);
    for (let at = 0; at < facts.length; at += FACTS) {
      if (facts[at + FACT.skill] !== index) continue;
      const kind = facts[at + FACT.kind];
      const path = table.strings[facts[at + FACT.text] ?? 0] ?? '';
      if (kind === KIND.file) files.set(path, (files.get(path) ?? 0) + 1);
      else if (kind === KIND.unread) unread.set(path, (unread.get(path) ?? 0) + 1);
      else if (kind === KIND.told) told++;
      else if (kind === KIND.miss || kind === KIND.currentMiss) {
        const text = table.strings[facts[at + FACT.words] ?? 0] ?? '';
        const sum = words.get(text) ?? { misses: 0, paths: new Set(), rows: new Set(), isCurrent: false };
        words.set(text, sum);
        sum.misses += facts[at + FACT.count] ?? 0;
        sum.paths.add(path);
        sum.rows.add(id);
        if (kind === KIND.currentMiss) sum.isCurrent = true;
      }
    }
  }
  return {
    words: [...words]
      .map(([text, { misses, paths, rows, isCurrent }]) => ({
        words: text,
        misses,
        paths: [...paths],
        rows: rows.size,
        latest: latestOf(table, rows),
        isCurrent,
      }))
      .sort((a, b) => b.misses - a.misses || (a.words < b.words ? -1 : 1)),
    files: byCount(files),
    unread: byCount(unread),
    told,
  };
}

function latestOf(table: RunTable, rows: ReadonlySet<number>): number {
  const [latest = -1] = [...rows].sort((a, b) =>
    compareFigures(table.figure(a, 'start'), table.figure(b, 'start'), true),
  );
  return latest;
}

function byCount(counts: ReadonlyMap<string, number>): readonly FileSum[] {
  return [...counts]
    .map(([path, rows]) => ({ path, rows }))
    .sort((a, b) => b.rows - a.rows || (a.path < b.path ? -1 : 1));
}
