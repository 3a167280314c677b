import { diskFiles } from '../../skill/disk.ts';
import { causeOf, readDocument, type Skill, type SkillDocument } from '../../skill/index.ts';
import type { Cause } from '../protocol/events.ts';

/** Finds the words of a skill that made the model ask for a path that is not there. */
export interface CauseFinder {
  /** The model has read this file of a skill: its words can be a cause from now on. */
  heard(skill: string, path: string): void;
  find(skill: string, missedPath: string): Cause | undefined;
}

/** Lines that are longer than this in all are not written down: a miss would weigh more than the skill. */
const LONGEST_LINES = 2_000;
/** Characters of a neighbouring line that are written down. */
const LONGEST_NEIGHBOUR = 200;

/** Looks in SKILL.md and in the Markdown files that the model has loaded; what it has not read cannot have misled it. */
export function causeFinder(find: (name: string) => Skill | undefined): CauseFinder {
  const files = diskFiles();
  const heard = new Map<string, Map<string, SkillDocument>>();
  return {
    heard(name, path) {
      const skill = find(name);
      const documents = heard.get(name) ?? new Map<string, SkillDocument>();
      heard.set(name, documents);
      if (skill === undefined || documents.has(path) || !/\.(?:md|mdx|markdown)$/i.test(path)) return;
      const absolute = `${skill.root}/${path}`;
      const read = files.read(absolute);
      if (read.kind === 'text') documents.set(path, readDocument(absolute, read.text));
    },
    find(name, missedPath) {
      const skill = find(name);
      if (skill === undefined) return undefined;
      const cause = causeOf(skill, [...(heard.get(name)?.values() ?? [])], missedPath);
      if (cause === undefined) return undefined;
      const { document, range, text, suggestions } = cause;
      const start = placeOf(document.text, range.start);
      const end = placeOf(document.text, range.end);
      const all = document.text.split(/\r\n|\r|\n/);
      const lines = all.slice(start.line - 1, end.line).join('\n');
      return {
        file: document.path,
        line: start.line,
        column: start.column,
        endLine: end.line,
        endColumn: end.column,
        text,
        ...(lines.length > LONGEST_LINES ? {} : { lines }),
        ...neighbour('before', all, start.line - 1, -1),
        ...neighbour('after', all, end.line - 1, 1),
        suggestions,
      };
    },
  };
}

/** The nearest line that is not blank, if there is one. `from` counts from 0. */
function neighbour(key: 'before' | 'after', lines: readonly string[], from: number, step: 1 | -1): Partial<Cause> {
  let at = from + step;
  while (lines[at]?.trim() === '') at += step;
  const found = lines[at]?.slice(0, LONGEST_NEIGHBOUR);
  return found === undefined ? {} : { [key]: found };
}

/** Line and column from 1, in UTF-16 units; CR, LF and CRLF each end a line, as in LSP. */
function placeOf(text: string, offset: number): { readonly line: number; readonly column: number } {
  let line = 1;
  let start = 0;
  for (const end of text.slice(0, offset).matchAll(/\r\n|\r|\n/g)) {
    line++;
    start = end.index + end[0].length;
  }
  return { line, column: offset - start + 1 };
}
