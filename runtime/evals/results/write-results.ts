import { join } from 'node:path';
import { messageOf } from '../../errors.ts';
import { junit } from './junit.ts';
import type { EvalResults } from './results.ts';
import { type WriteOptions, writeViewerFiles } from './viewer-files.ts';
import { writeJson, writeText } from './write-file.ts';

/**
 * Writes `results.json`, `plan.json`, `junit.xml`, and `grading.json`, `timing.json` and `benchmark.json` for skill-creator's viewer. With
 * several skills, clients or models, the latter are in `benchmarks/SKILL/CLIENT/MODEL/`. Returns an error message.
 */
export function writeResults(results: EvalResults, options: WriteOptions): string | undefined {
  const { folder, plan } = options;
  try {
    writeViewerFiles(results, options);
    writeText(join(folder, 'junit.xml'), junit(results));
    writeJson(join(folder, 'plan.json'), plan);
    // Last, because a reader that waits for this file finds all the others.
    writeJson(join(folder, 'results.json'), results);
    return undefined;
  } catch (error) {
    return `Make room or choose another folder with --out: ${messageOf(error)}`;
  }
}
