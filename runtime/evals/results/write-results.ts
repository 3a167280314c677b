import { renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { makeFolders } from '../../../skill/disk.ts';
import { messageOf } from '../../errors.ts';
import type { EvalPlan } from '../prepare/eval-plan.ts';
import { junit } from './junit.ts';
import type { EvalResults } from './results.ts';
import { benchmarkGroups, skillCreatorFiles } from './skill-creator.ts';

export interface WriteOptions {
  /** Absolute path of the folder of the eval. */
  readonly folder: string;
  readonly plan: EvalPlan;
  /** The time of the results, ISO 8601. */
  readonly now: string;
}

/**
 * Writes `results.json`, `plan.json`, `junit.xml`, and `grading.json`, `timing.json` and `benchmark.json` for skill-creator's viewer. With
 * several skills, clients or models, the latter are in `benchmarks/SKILL/CLIENT/MODEL/`. Returns an error message.
 */
export function writeResults(results: EvalResults, { folder, plan, now }: WriteOptions): string | undefined {
  const groups = benchmarkGroups(results);
  try {
    for (const [name, trials] of groups) {
      const skill = plan.skills.find((one) => one.name === trials[0]?.skill);
      const files = skillCreatorFiles(trials, skill?.cases ?? [], {
        ...{ folder: groups.size === 1 ? '' : `benchmarks/${name}`, skillPath: skill?.path ?? '', now },
      });
      for (const { path, content } of files) write(join(folder, path), json(content));
    }
    write(join(folder, 'junit.xml'), junit(results));
    write(join(folder, 'plan.json'), json(plan));
    // Last, because a reader that waits for this file finds all the others.
    write(join(folder, 'results.json'), json(results));
    return undefined;
  } catch (error) {
    return `Make room or choose another folder with --out: ${messageOf(error)}`;
  }
}

const json = (value: unknown): string => `${JSON.stringify(value, undefined, 2)}\n`;

/** Writes a file completely or not at all. */
function write(file: string, content: string): void {
  makeFolders(dirname(file));
  writeFileSync(`${file}.new`, content);
  renameSync(`${file}.new`, file);
}
