import { diskFiles } from '../../skill/disk.ts';
import { causeOf, defined, readDocument, type Skill, type SkillDocument } from '../../skill/index.ts';
import type { Cause } from '../protocol/events.ts';

/** Finds the words of a skill that led the model to request a path that does not exist. */
export interface CauseFinder {
  /** Records that the model has read this file of a skill, so that its words can be a cause from now on. */
  recordRead(skill: string, path: string): void;
  /** Returns the words that led to this path, if any are found. */
  find(skill: string, missedPath: string): Cause | undefined;
}

/**
 * Maximum number of characters of the lines around a cause; longer ones are omitted, so that a miss does not outweigh the
 * skill.
 */
const MAX_LINES_LENGTH = 2_000;
/** Number of characters to which a neighboring line is truncated. */
const MAX_NEIGHBOR_LENGTH = 200;

/**
 * Creates a finder that searches SKILL.md and the Markdown files that the model has loaded. A file that it has not read
 * cannot have misled it.
 */
export function causeFinder(find: (name: string) => Skill | undefined): CauseFinder {
  const files = diskFiles();
  const read = new Map<string, Map<string, SkillDocument>>();
  return {
    recordRead(name, path) {
      const skill = find(name);
      const documents = read.get(name) ?? new Map<string, SkillDocument>();
      read.set(name, documents);
      if (skill === undefined || documents.has(path) || !/\.(?:md|mdx|markdown)$/i.test(path)) return;
      const absolute = `${skill.root}/${path}`;
      const file = files.read(absolute);
      if (file.kind === 'text') documents.set(path, readDocument(absolute, file.text));
    },
    find(name, missedPath) {
      const skill = find(name);
      if (skill === undefined) return undefined;
      return findCause(skill, [...(read.get(name)?.values() ?? [])], missedPath);
    },
  };
}

/** Returns the words of a skill's texts that led to a path that does not exist, if any are found. */
export function findCause(skill: Skill, documents: readonly SkillDocument[], missedPath: string): Cause | undefined {
  const cause = causeOf(skill, documents, missedPath);
  if (cause === undefined) return undefined;
  const { document, range, text, suggestions } = cause;
  const start = positionOf(document.text, range.start);
  const end = positionOf(document.text, range.end);
  const all = document.text.split(/\r\n|\r|\n/);
  const lines = all.slice(start.line - 1, end.line).join('\n');
  return defined({
    file: document.path,
    line: start.line,
    column: start.column,
    endLine: end.line,
    endColumn: end.column,
    text,
    lines: lines.length > MAX_LINES_LENGTH ? undefined : lines,
    ...nearestLine('before', all, start.line - 1, -1),
    ...nearestLine('after', all, end.line - 1, 1),
    suggestions,
  });
}

/** Returns the nearest line that is not blank, if there is one. `from` counts from 0. */
function nearestLine(key: 'before' | 'after', lines: readonly string[], from: number, step: 1 | -1): Partial<Cause> {
  let at = from + step;
  while (lines[at]?.trim() === '') at += step;
  const found = lines[at]?.slice(0, MAX_NEIGHBOR_LENGTH);
  return found === undefined ? {} : { [key]: found };
}

/** Converts an offset to a line and column from 1, in UTF-16 units. CR, LF and CRLF each end a line, as in LSP. */
function positionOf(text: string, offset: number): { readonly line: number; readonly column: number } {
  let line = 1;
  let start = 0;
  for (const end of text.slice(0, offset).matchAll(/\r\n|\r|\n/g)) {
    line++;
    start = end.index + end[0].length;
  }
  return { line, column: offset - start + 1 };
}
