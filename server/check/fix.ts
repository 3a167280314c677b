/** `check --fix`: applies safe fixes to the files until none is left. */
import { lstatSync, readFileSync } from 'node:fs';
import { applyEdits, countSevere, MAX_ROUNDS, safeEdits } from '../rules/rule/safe-fixes.ts';
import { writeAtomically } from './atomic-write.ts';
import type { Report } from './report.ts';

export interface FixResult {
  readonly report: Report;
  /** Number of applied fixes. */
  readonly fixes: number;
  /** Number of changed files. */
  readonly files: number;
  /** Files with fixes that could not be written, with the reason. */
  readonly unwritten: readonly { readonly path: string; readonly why: string }[];
}

/** The files that fixes are written to. */
export interface FixedFiles {
  /** Returns the text of a file that can be written back byte for byte; undefined for links and files that are not UTF-8. */
  text(path: string): string | undefined;
  /** Replaces a text. Returns the reason if that fails. */
  write(path: string, text: string): string | undefined;
}

const ON_DISK: FixedFiles = { text: writableText, write: writeAtomically };

/**
 * Applies safe fixes and checks again, until none is left. If a file has more errors or warnings afterwards, its text is
 * restored and the file is skipped.
 * @param check returns a report of the current files; undefined if it cannot
 */
export async function fixAll(
  check: () => Promise<Report | undefined>,
  files = ON_DISK,
): Promise<FixResult | undefined> {
  let report = await check();
  const done = new Map<string, number>();
  const skipped = new Set<string>();
  const unwritten = new Map<string, string>();
  for (let round = 0; report !== undefined && round < MAX_ROUNDS; round++) {
    const before = new Map<
      string,
      { readonly text: string; readonly written: string; readonly weight: number; readonly fixes: number }
    >();
    for (const { path, findings, lines } of report.files) {
      if (skipped.has(path)) continue;
      const { edits, fixes } = safeEdits(findings);
      const text = fixes === 0 ? undefined : files.text(path);
      // Ranges are those of the text that was checked.
      if (text === undefined || text !== lines.text) continue;
      const written = applyEdits(text, edits);
      const problem = files.write(path, written);
      if (problem !== undefined) {
        unwritten.set(path, problem);
        skipped.add(path);
        continue;
      }
      before.set(path, { text, written, weight: countSevere(findings), fixes });
    }
    if (before.size === 0) break;
    report = await check();
    for (const [path, { text, written, weight, fixes }] of before) {
      const now = report?.files.find((one) => one.path === path)?.findings ?? [];
      if (countSevere(now) <= weight) done.set(path, (done.get(path) ?? 0) + fixes);
      else {
        // Others may have changed it meanwhile.
        if (files.text(path) === written) files.write(path, text);
        skipped.add(path);
      }
    }
    if (skipped.size > 0) report = await check();
  }
  const fixes = [...done.values()].reduce((sum, count) => sum + count, 0);
  const failed = [...unwritten].map(([path, why]) => ({ path, why }));
  return report && { report, fixes, files: done.size, unwritten: failed };
}

/** Returns the text of a file that can be written back byte for byte; undefined for links and non-UTF-8 files. */
function writableText(path: string): string | undefined {
  try {
    if (!lstatSync(path).isFile()) return undefined;
    const bytes = readFileSync(path);
    const text = bytes.toString('utf8');
    return Buffer.from(text).equals(bytes) ? text : undefined;
  } catch {
    return undefined;
  }
}
