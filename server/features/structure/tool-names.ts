/** Finds the names of tools in a skill's frontmatter. */
import type { FrontmatterField, Range } from '../../../skill/index.ts';

const FIELDS: ReadonlySet<string> = new Set(['allowed-tools', 'disallowed-tools', 'tools']);
/** A name with its server; `*` for all tools of a server. */
const NAME = /[\p{L}_][\w.:/-]*\*?/uy;
/** Maximum length of an examined value; longer ones are data. */
const MAX_LENGTH = 4_000;

/** Returns ranges in order. Text in parentheses contains arguments of a tool. */
export function toolNames(text: string, fields: readonly FrontmatterField[]): readonly Range[] {
  return fields.filter(({ key }) => FIELDS.has(key)).flatMap(({ valueRange }) => namesIn(text, valueRange));
}

function namesIn(text: string, { start, end }: Range): readonly Range[] {
  const value = text.slice(start, Math.min(end, start + MAX_LENGTH));
  const names: Range[] = [];
  let depth = 0;
  for (let at = 0; at < value.length; at++) {
    const char = value[at];
    if (char === '(') depth++;
    else if (char === ')') depth = Math.max(0, depth - 1);
    else if (char === '#' && depth === 0 && /\s/.test(value[at - 1] ?? ' ')) {
      const newline = value.indexOf('\n', at);
      at = newline < 0 ? value.length : newline;
    } else if (depth === 0) {
      NAME.lastIndex = at;
      const length = NAME.exec(value)?.[0].length ?? 0;
      if (length > 0) names.push({ start: start + at, end: start + at + length });
      at += Math.max(0, length - 1);
    }
  }
  return names;
}
