/** Finds words that may be the name of a skill. */
import type { Range } from '../../skill/index.ts';

export interface NameWord {
  readonly name: string;
  /** True if the surrounding words identify a skill; otherwise it only has the form of a name. */
  readonly isSure: boolean;
  readonly range: Range;
}

const NAME = '[a-z0-9](?:[a-z0-9-]{0,62}[a-z0-9])?';
/** Patterns that name a skill; the first group is the name. */
const NAMED: readonly RegExp[] = [
  // The `tax-rules` skill; the tax-rules skill.
  new RegExp(`(?<![\\w./-])(${NAME})(?=[\`*"'”’_)]{0,4}[ \\t]{1,4}skills?\\b)`, 'gi'),
  // Skill `tax-rules`; skills: tax-rules.
  new RegExp(`(?<=\\bskills?(?::[ \\t]{0,4}|[ \\t]{1,4})[\`*"'“‘]{1,3})(${NAME})(?=[\`*"'”’])`, 'gi'),
  new RegExp(`(?<=\\bskills?:[ \\t]{1,4})(${NAME})(?![\\w./-])`, 'gi'),
  // skills__tax-rules: a skill as a tool.
  new RegExp(`(?<=\\bskills__)(${NAME})(?![\\w-])`, 'gi'),
];
/** A standalone, marked-up name with several words, which may also be a package. */
const MARKED: readonly RegExp[] = [
  /(?<=[`*[_])([a-z0-9]+(?:-[a-z0-9]+)+)(?=[`*\]_])/gi,
  // /tax-rules, $tax-rules
  /(?<=(?:^|[\s(`*"'])[/$])([a-z0-9]+(?:-[a-z0-9]+)+)(?![\w./-])/gim,
];
/** `skills: [a, b]`, or a YAML or JSON list under that key. */
const LIST = /(?:^|[{,])[ \t]*["']?skills["']?:[ \t]*(?:\[([^\]]{0,4000})\]|((?:\r?\n[ \t]*-[^\r\n]*){1,200}))/gm;
const ENTRY = new RegExp(`(?<![\\w./-])(${NAME})(?![\\w./-])`, 'gi');

/** Returns unique words in order. Most are not names of skills, so the caller must look them up. */
export function nameWords(text: string): readonly NameWord[] {
  const found = new Map<number, NameWord>();
  const add = (name: string, start: number, sure: boolean): void => {
    if (!found.has(start)) found.set(start, { name, isSure: sure, range: { start, end: start + name.length } });
  };
  for (const pattern of NAMED) for (const match of text.matchAll(pattern)) add(match[1] ?? '', match.index, true);
  for (const list of text.matchAll(LIST)) {
    const entries = list[1] ?? list[2] ?? '';
    const start = list.index + list[0].indexOf(entries, list[0].indexOf(':'));
    for (const match of entries.matchAll(ENTRY)) add(match[1] ?? '', start + match.index, true);
  }
  for (const pattern of MARKED) for (const match of text.matchAll(pattern)) add(match[1] ?? '', match.index, false);
  return [...found.values()].sort((a, b) => a.range.start - b.range.start);
}
