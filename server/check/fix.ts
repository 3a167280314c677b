/** `check --fix`: safe fixes written into the files, until there are none. */
import { lstatSync, readFileSync } from 'node:fs';
import { applyEdits, countSevere, MAX_ROUNDS, safeEdits } from '../rules/safe-fixes.ts';
import type { Report } from './report.ts';
import { writeWhole } from './write-whole.ts';

export interface Fixed {
  readonly report: Report;
  /** How many fixes were applied, in how many files. */
  readonly fixes: number;
  readonly files: number;
  /** Files that have fixes and could not be written, and why. */
  readonly unwritten: readonly { readonly path: string; readonly why: string }[];
}

/**
 * Applies safe fixes and looks again, until nothing is left to apply. A file that has more errors or warnings after its
 * fixes than before gets its text back and is left alone.
 * @param look answers a report of what is in the files now, or undefined where it cannot
 */
export async function fixAll(look: () => Promise<Report | undefined>): Promise<Fixed | undefined> {
  let report = await look();
  const done = new Map<string, number>();
  const left = new Set<string>();
  const unwritten = new Map<string, string>();
  for (let round = 0; report !== undefined && round < MAX_ROUNDS; round++) {
    const before = new Map<string, { readonly text: string; readonly weight: number; readonly fixes: number }>();
    for (const { path, findings } of report.files) {
      if (left.has(path)) continue;
      const text = ownText(path);
      const { edits, fixes } = safeEdits(findings);
      if (text === undefined || fixes === 0) continue;
      const wrong = writeWhole(path, applyEdits(text, edits));
      if (wrong !== undefined) {
        unwritten.set(path, wrong);
        left.add(path);
        continue;
      }
      before.set(path, { text, weight: countSevere(findings), fixes });
    }
    if (before.size === 0) break;
    report = await look();
    for (const [path, { text, weight, fixes }] of before) {
      const now = report?.files.find((one) => one.path === path)?.findings ?? [];
      if (countSevere(now) <= weight) done.set(path, (done.get(path) ?? 0) + fixes);
      else {
        writeWhole(path, text);
        left.add(path);
      }
    }
    if (left.size > 0) report = await look();
  }
  const fixes = [...done.values()].reduce((sum, count) => sum + count, 0);
  const failed = [...unwritten].map(([path, why]) => ({ path, why }));
  return report && { report, fixes, files: done.size, unwritten: failed };
}

/** The text of a file that can be written back byte by byte; undefined for links, and for what is no UTF-8. */
function ownText(path: string): string | undefined {
  try {
    if (!lstatSync(path).isFile()) return undefined;
    const bytes = readFileSync(path);
    const text = bytes.toString('utf8');
    return Buffer.from(text).equals(bytes) ? text : undefined;
  } catch {
    return undefined;
  }
}
