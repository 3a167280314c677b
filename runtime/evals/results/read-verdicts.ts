import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { textOfFile } from '../../confined/read-file.ts';
import { codeOf, messageOf } from '../../errors.ts';
import { parseBoundedJson } from '../../text/json-depth.ts';
import type { PersonVerdict } from './agreement.ts';

const judged = z.looseObject({ text: z.string(), passed: z.boolean().nullable().optional() });

/** `grading.json` as `eval` writes it, with the verdicts corrected by a person; both names of the list are in use. */
const GRADING = z.looseObject({
  run: z.string(),
  expectations: z.array(judged).optional(),
  assertion_results: z.array(judged).optional(),
});

/** A list of verdicts, or an object with one. */
const LIST = z.array(z.looseObject({ run: z.string(), text: z.string(), passed: z.boolean().nullable() }));
const FILE = z.union([GRADING, LIST, z.looseObject({ verdicts: LIST })]);

/**
 * Reads the verdicts of a person: a file, or all `grading.json` of a copy of a folder of results. A verdict of null is none.
 * Returns an error message if there is no verdict, or if one does not name its run.
 */
export function readVerdicts(path: string): readonly PersonVerdict[] | string {
  try {
    const isFolder = statSync(path).isDirectory();
    const files = isFolder ? gradingFiles(path) : [path];
    const verdicts: PersonVerdict[] = [];
    for (const file of files) {
      const read = FILE.safeParse(
        parseBoundedJson(
          // What the user named may be a pipe, such as the output of a command.
          isFolder ? textOfFile(file) : readFileSync(file, 'utf8'),
        ),
      );
      if (!read.success)
        return `Write {"run", "text", "passed"} for each verdict, or pass a grading.json of eval: ${file} has neither.`;
      verdicts.push(...verdictsIn(read.data));
    }
    return verdicts.length > 0 ? verdicts : `Pass the verdicts of a person: ${path} has none.`;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return `Pass the verdicts of a person: ${path} does not exist.`;
    return `Correct ${path}: ${messageOf(error)}`;
  }
}

function verdictsIn(data: z.infer<typeof FILE>): readonly PersonVerdict[] {
  return listIn(data).flatMap(({ run, text, passed }) => (typeof passed === 'boolean' ? [{ run, text, passed }] : []));
}

function listIn(data: z.infer<typeof FILE>): z.infer<typeof LIST> {
  if (Array.isArray(data)) return data;
  const list = LIST.safeParse(data.verdicts);
  if (list.success) return list.data;
  const { run, expectations = [], assertion_results: results = [] } = GRADING.parse(data);
  return [...expectations, ...results].map(({ text, passed = null }) => ({ run, text, passed }));
}

/** Returns the `grading.json` of each trial in the layout of skill-creator. */
function gradingFiles(folder: string): readonly string[] {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return names
    .filter((name) => /(?:^|[/\\])run-\d+[/\\]grading\.json$/.test(name))
    .sort()
    .map((name) => join(folder, name));
}
