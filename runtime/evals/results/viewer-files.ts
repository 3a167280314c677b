import { rmdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { defined } from '../../../skill/index.ts';
import { makeOutputFolder } from '../../confined/output-folder.ts';
import { textOfFile } from '../../confined/read-file.ts';
import { findLink } from '../../disk/linked-folder.ts';
import { JOURNAL_FILE } from '../../journal/writer.ts';
import type { EvalPlan } from '../prepare/eval-plan.ts';
import type { EvalResults } from './results.ts';
import { answerIn } from './run-answer.ts';
import { benchmarkGroups, skillCreatorFiles } from './skill-creator.ts';
import { writeJson, writeText } from './write-file.ts';

export interface WriteOptions {
  /** Absolute path of the folder of the eval. */
  readonly folder: string;
  readonly plan: EvalPlan;
  /** The time of the results, ISO 8601. */
  readonly now: string;
}

/** The list of the files for the viewer, by which the next eval finds those that it no longer has. */
const WRITTEN = 'viewer-files.json';

/**
 * Writes the files for skill-creator's viewer, and removes those of an earlier eval in the same folder that this one does not have.
 * Throws if that fails.
 */
export function writeViewerFiles(results: EvalResults, options: WriteOptions): void {
  writeJson(join(options.folder, WRITTEN), writing(results, options));
}

/** Writes the files and yields their paths. */
function* writing(results: EvalResults, { folder, plan, now }: WriteOptions): Generator<string> {
  const stale = new Set(earlierFiles(join(folder, WRITTEN)));
  const groups = benchmarkGroups(results);
  for (const { folder: name, skill: skillName, trials } of groups) {
    const skill = plan.skills.find((one) => one.name === skillName);
    const place = groups.length === 1 ? '' : `benchmarks/${name}`;
    const files = skillCreatorFiles(
      trials,
      skill?.cases ?? [],
      defined({
        folder: place,
        skillPath: skill?.path ?? '',
        now,
        judge: plan.judge?.model,
        answerOf: (run) => answerIn(join(folder, 'runs', run, JOURNAL_FILE)),
      }),
    );
    for (const file of files) {
      makeOutputFolder(folder, dirname(file.path));
      if ('text' in file) writeText(join(folder, file.path), file.text);
      else writeJson(join(folder, file.path), file.content);
      stale.delete(file.path);
      yield file.path;
    }
  }
  // While the earlier list still exists: a killed process leaves no file that is on none.
  for (const path of stale) removeFile(folder, path);
}

/** Removes a file, and the folders that are empty without it. */
function removeFile(folder: string, path: string): void {
  if (findLink(folder, dirname(path)) !== undefined) return;
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

/** A path that `skillCreatorFiles` returns. The list may come from another machine, and must not name any other file. */
const OWN_FILE =
  /^(?:benchmarks(?:\/_?\w[\w.-]*){3}\/)?(?:benchmark\.json|eval-\d+\/(?:eval_metadata\.json|with(?:out)?_skill\/(?:eval_metadata\.json|run-\d+\/(?:(?:grading|timing|outputs\/metrics)\.json|outputs\/answer\.md))))$/;

function earlierFiles(list: string): readonly string[] {
  try {
    const read: unknown = JSON.parse(textOfFile(list));
    return Array.isArray(read)
      ? read.filter((path): path is string => typeof path === 'string' && OWN_FILE.test(path))
      : [];
  } catch {
    return [];
  }
}
