import { closeSync, openSync, readFileSync, renameSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { makeFolders } from '../../../skill/disk.ts';
import { messageOf } from '../../errors.ts';
import type { EvalPlan } from '../prepare/eval-plan.ts';
import { jsonParts } from './json-parts.ts';
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
    const written: string[] = [];
    for (const [name, trials] of groups) {
      const skill = plan.skills.find((one) => one.name === trials[0]?.skill);
      const files = skillCreatorFiles(trials, skill?.cases ?? [], {
        ...{ folder: groups.size === 1 ? '' : `benchmarks/${name}`, skillPath: skill?.path ?? '', now },
      });
      for (const { path, content } of files) {
        writeJson(join(folder, path), content);
        written.push(path);
      }
    }
    removeStale(folder, new Set(written));
    writeJson(join(folder, WRITTEN), written);
    write(join(folder, 'junit.xml'), junit(results));
    writeJson(join(folder, 'plan.json'), plan);
    // Last, because a reader that waits for this file finds all the others.
    writeJson(join(folder, 'results.json'), results);
    return undefined;
  } catch (error) {
    return `Make room or choose another folder with --out: ${messageOf(error)}`;
  }
}

/** The list of the files for the viewer, by which the next eval finds those that it no longer has. */
const WRITTEN = 'viewer-files.json';

/** Removes the viewer's files of an earlier eval in the same folder, and folders that are empty without them. */
function removeStale(folder: string, current: ReadonlySet<string>): void {
  for (const path of earlierFiles(join(folder, WRITTEN))) {
    if (current.has(path)) continue;
    rmSync(join(folder, path), { force: true });
    for (let parent = dirname(path); parent !== '.'; parent = dirname(parent)) {
      try {
        rmdirSync(join(folder, parent));
      } catch {
        // It contains other files.
        break;
      }
    }
  }
}

/** A path that `skillCreatorFiles` returns. The list may come from another machine, and must not name any other file. */
const OWN_FILE =
  /^(?:benchmarks(?:\/_?\w[\w.-]*){3}\/)?(?:benchmark\.json|eval-\d+\/(?:eval_metadata\.json|with(?:out)?_skill\/run-\d+\/(?:grading|timing)\.json))$/;

function earlierFiles(list: string): readonly string[] {
  try {
    const read: unknown = JSON.parse(readFileSync(list, 'utf8'));
    return Array.isArray(read)
      ? read.filter((path): path is string => typeof path === 'string' && OWN_FILE.test(path))
      : [];
  } catch {
    return [];
  }
}

/** Writes a file completely or not at all. */
function write(file: string, content: string): void {
  makeFolders(dirname(file));
  writeFileSync(`${file}.new`, content);
  renameSync(`${file}.new`, file);
}

/** Writes JSON completely or not at all, in parts: that of many trials takes more memory than the trials. */
function writeJson(file: string, value: unknown): void {
  makeFolders(dirname(file));
  const descriptor = openSync(`${file}.new`, 'w');
  try {
    for (const part of jsonParts(value)) writeFileSync(descriptor, part);
  } finally {
    closeSync(descriptor);
  }
  renameSync(`${file}.new`, file);
}
