/** Lists all positions of findings, for benchmarks that compare each of them with labels or mutations. */
import { type Finding, placesOf } from '../../server/rules/rule/rule.ts';
import type { Range } from '../../skill/index.ts';

export interface FoundPlace {
  readonly code: string;
  readonly range: Range;
  readonly target: string;
  readonly suggestions: readonly string[];
}

/** Returns each position of a finding with its target. `text` is that of the document. */
export function eachPlace(finding: Finding, text: string): readonly FoundPlace[] {
  const { code, target: ownTarget, message, covers, parts, suggestions = [] } = finding;
  if (parts !== undefined)
    return parts.map((part) => ({ code, range: part.range, target: part.target ?? part.message, suggestions }));
  return placesOf(finding).map(({ range, target }, index) => {
    // The first place of a missing folder is that of a path into it.
    const first = covers !== undefined && index === 0 ? text.slice(range.start, range.end) : undefined;
    const fullTarget = target ?? first ?? ownTarget ?? message;
    return {
      code,
      range,
      target: fullTarget,
      suggestions: suggestions.map((path) => inFolder(path, fullTarget, ownTarget, covers)),
    };
  });
}

/** Returns a path into a missing folder after the folder was renamed. */
function inFolder(suggested: string, target: string, folder = '', covers?: readonly string[]): string {
  const at = covers === undefined || !suggested.endsWith('/') ? -1 : target.indexOf(folder);
  return at < 0 ? suggested : `${suggested}${target.slice(at + folder.length)}`.replace(/^\.\//, '');
}
