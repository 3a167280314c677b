/** Follows `cd` in commands: behind `cd shop && \`, `scripts/x.py` is a file of the shop. */

import { installedPrefix, skillPrefixLength } from './skill-prefix.ts';

/** The number of folders below the one in which the commands began; infinity if it is somewhere else. */
type Depth = number;

/** In the middle of a line, as in a line of cron or behind `ssh HOST`, a command follows it. */
const CHANGE =
  /(?:^|[;&|({`"']|\bthen\b|\bdo\b|[ \t](?=cd[ \t]+[^\s;&|]{1,200}[ \t]*(?:&&|;)))[ \t]*(?:[$>#][ \t]+)?(cd|pushd|popd)\b(?:[ \t]+(?:--[ \t]+)?("[^"\n]{0,200}"|'[^'\n]{0,200}'|<[^<>\n]{1,60}>[^\s;&|)]{0,200}|[^\s;&|)]{1,200}))?/g;

/** Reads the commands of one fence or code span, line by line, and tells in which folder each runs. */
export class WorkingFolder {
  #depth: Depth = 0;

  /**
   * Reads the next line. Returns a function that is true at an offset of the line if a command there runs in a folder
   * that may not be the skill's.
   */
  read(line: string): (at: number) => boolean {
    if (!/\b(?:cd|pushd|popd)\b/.test(line)) {
      const isElsewhere = this.#depth > 0;
      return () => isElsewhere;
    }
    const changes = [{ at: 0, depth: this.#depth }];
    for (const match of line.matchAll(CHANGE)) {
      const before = changes.at(-1)?.depth ?? 0;
      const at = match.index + match[0].length;
      changes.push({ at, depth: match[1] === 'popd' ? 0 : depthAfter(match[2] ?? '~', before) });
      // A subshell: the shell itself stays where it is.
      const close = /^[ \t]*[({]/.test(match[0]) ? line.indexOf(')', at) : -1;
      if (close >= 0) changes.push({ at: close, depth: before });
    }
    this.#depth = changes.at(-1)?.depth ?? 0;
    return (at) => (changes.findLast((change) => change.at <= at)?.depth ?? 0) > 0;
  }
}

/** Returns the depth after a change to a folder. A folder that is named after skills is taken for the skill's own. */
function depthAfter(argument: string, before: Depth): Depth {
  const folder = argument.replace(/^["']|["']$/g, '').replaceAll('\\', '/');
  const slashed = folder.endsWith('/') ? folder : `${folder}/`;
  const prefix = skillPrefixLength(slashed) || (installedPrefix(slashed)?.length ?? 0);
  if (prefix > 0) return depthBelow(slashed.slice(prefix), 0);
  if (/skill|スキル|技能|스킬/i.test(folder)) return 0;
  if (/^(?:[~/$%<{[(`-]|[A-Za-z]:)/.test(folder)) return Number.POSITIVE_INFINITY;
  return depthBelow(slashed, before);
}

function depthBelow(folder: string, before: Depth): Depth {
  let depth = before;
  for (const part of folder.split('/')) {
    if (part === '..') depth = depth === 0 ? Number.POSITIVE_INFINITY : depth - 1;
    else if (part !== '' && part !== '.') depth++;
  }
  return depth;
}
