import { formatCount } from '../../text/count.ts';
import { hashBytes } from '../trials/content-hash.ts';
import type { CollectedCase } from './collect-cases.ts';

/** Smaller files are often equal by chance. */
const MIN_BYTES = 40;
/** Maximum number of files that are named. */
const MAX_NAMED = 3;

/**
 * Returns sentences about files of cases that equal a file of the skill, which the baseline then has as well. They are not refused,
 * because an example of the skill can be the input of a case.
 * @param bundled paths of the skill's files by the hashes of their contents
 */
export function copiedFiles(cases: readonly CollectedCase[], bundled: ReadonlyMap<string, string>): readonly string[] {
  const found = cases.flatMap(({ caseName, workspaceFiles }) =>
    workspaceFiles.flatMap(({ path, bytes }) => {
      const same = bytes.length < MIN_BYTES ? undefined : bundled.get(hashBytes(bytes));
      if (same === undefined) return [];
      return [`Leave out ${path} of case ${caseName} unless it is input: the baseline has ${same} of the skill by it.`];
    }),
  );
  const more = found.length - MAX_NAMED;
  if (more <= 0) return found;
  const rest = `Check ${formatCount(more, 'more file')} of cases, too: ${more === 1 ? 'it equals one' : 'they equal files'} of the skill.`;
  return [...found.slice(0, MAX_NAMED), rest];
}
