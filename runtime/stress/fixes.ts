/** The fixes for the words of a cause, as sentences and applied to a copy. */
import { readFileSync } from 'node:fs';
import { BASE_SENTENCE, readDocument } from '../../skill/index.ts';
import type { StressCause, StressedWords } from '../protocol/stress.ts';

const BASE_FIX = `Write “${BASE_SENTENCE}” before the first path: otherwise clients look for this file in the workspace.`;

/**
 * Returns sentences about how to fix the words of a cause.
 *
 * @param needsBase true in a client that looks for a path in the workspace unless the skill states what it is relative to
 */
export function fixSentences(
  cause: Pick<StressCause, 'text' | 'kind' | 'suggestions' | 'calls' | 'bundled' | 'asked'>,
  needsBase: boolean,
): readonly string[] {
  const { text, kind, suggestions, calls, bundled = 0, asked } = cause;
  const [path] = suggestions;
  const writesPath = bundled < calls && kind === 'missing' && path !== undefined;
  const base = bundled > 0 || (needsBase && writesPath) ? [BASE_FIX] : [];
  return bundled === calls ? base : [...base, fixFor(text, kind, path, asked[0]?.path ?? '')];
}

/** True if the fixes include a statement of what paths are relative to. */
export const includesBaseFix = (fixes: readonly string[]): boolean => fixes.includes(BASE_FIX);

/** A replacement of a part of a text. */
interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** A file of a skill with the fixes applied. */
export interface FixedFile {
  /** Absolute path of the original. */
  readonly file: string;
  readonly text: string;
  /** Converts an offset in the fixed text to one in the original; inside inserted text, to the start of the edit. */
  originalOffset(offset: number): number;
}

/**
 * Returns the files that change if every fix of these words is applied: their paths are written, and if `relative`,
 * SKILL.md (`manifest`) says what its paths are relative to. Words without a similar file remain unchanged.
 */
export function applyFixes(manifest: string, words: readonly StressedWords[], relative: boolean): readonly FixedFile[] {
  const files = new Set([...(relative ? [manifest] : []), ...words.map(({ file }) => file)]);
  return [...files].flatMap((file) => {
    const text = readFileSync(file, 'utf8');
    const edits = words.filter((one) => one.file === file).flatMap((one) => editFor(text, one) ?? []);
    if (relative && file === manifest) edits.push(baseStatementEdit(file, text));
    const sorted = withoutOverlaps(edits);
    return sorted.length === 0 ? [] : [applyEdits(file, text, sorted)];
  });
}

function baseStatementEdit(file: string, text: string): Edit {
  const { bodyStart } = readDocument(file.replaceAll('\\', '/'), text);
  const heading = /^\s*(?:#[^\n]*\n+)?/.exec(text.slice(bodyStart))?.[0].length ?? 0;
  const at = bodyStart + heading;
  return { start: at, end: at, text: `${text.slice(0, at).endsWith('\n') ? '' : '\n'}${BASE_SENTENCE}\n\n` };
}

/** Writes the path instead of a wrong path, or after the words. */
function editFor(
  text: string,
  { line, column, endLine, endColumn, suggestions: [path] }: StressedWords,
): Edit | undefined {
  if (path === undefined) return undefined;
  const start = offsetOf(text, line, column);
  const end = offsetOf(text, endLine, endColumn);
  if (/^\S+$/.test(text.slice(start, end))) return { start, end, text: path };
  const after = end + (/^[*_~"”’»]*/.exec(text.slice(end))?.[0].length ?? 0);
  return { start: after, end: after, text: ` (\`${path}\`)` };
}

function withoutOverlaps(edits: readonly Edit[]): readonly Edit[] {
  const retained: Edit[] = [];
  for (const edit of edits.toSorted((a, b) => a.start - b.start))
    if (edit.start >= (retained.at(-1)?.end ?? 0)) retained.push(edit);
  return retained;
}

function applyEdits(file: string, text: string, edits: readonly Edit[]): FixedFile {
  let fixed = '';
  let from = 0;
  for (const { start, end, text: inserted } of edits) {
    fixed += text.slice(from, start) + inserted;
    from = end;
  }
  return {
    file,
    text: fixed + text.slice(from),
    originalOffset(offset) {
      let shift = 0;
      for (const { start, end, text: inserted } of edits) {
        const at = start + shift;
        if (offset < at) break;
        if (offset < at + inserted.length) return start;
        shift += inserted.length - (end - start);
      }
      return offset - shift;
    },
  };
}

/** Converts a line and a column, both 1-based, to an offset. CR, LF and CRLF each end a line. */
export function offsetOf(text: string, line: number, column: number): number {
  let offset = 0;
  let linesLeft = line - 1;
  for (const end of text.matchAll(/\r\n|\r|\n/g)) {
    if (linesLeft-- === 0) break;
    offset = end.index + end[0].length;
  }
  return offset + column - 1;
}

/** True for a path, false for prose. */
const isPath = (text: string): boolean => /^\S+$/.test(text) && (/[/\\]/.test(text) || /.\.\w{1,8}$/.test(text));

function fixFor(text: string, kind: StressCause['kind'], suggestion: string | undefined, requested: string): string {
  if (kind === 'unreachable')
    return `Move ${requested} into references/, assets/ or scripts/ if the skill is for a client with ADK's tools: they load nothing else.`;
  if (isPath(text))
    return suggestion === undefined
      ? 'Add the file, or remove the path: the skill has no similar file.'
      : `Write ${suggestion} instead.`;
  return suggestion === undefined
    ? 'Add such a file and write its path, or remove these words: the skill has no such file.'
    : `Write the path into the sentence: ${suggestion}.`;
}
