/** Lines that open and close fenced code blocks. */

const FENCE = /^((?:[ \t]*>)*)[ \t]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)*(`{3,}|~{3,})([^\r\n]*)/;

/** Matches the fence marker of a line, with its prefix and info string. */
export const fenceMark = (line: string): RegExpExecArray | null => FENCE.exec(line);

/** A fenced block whose end has not been reached. */
export interface OpenFence {
  readonly start: number;
  /** Offset at which its content begins. */
  readonly content: number;
  /** The run of backticks or tildes that opened it. */
  readonly mark: string;
  readonly language: string;
  readonly quoted: boolean;
  /** True if the marker is at the start of its line, so the fence is a block of its own. */
  readonly alone: boolean;
}

/** Returns the fence opened by the line from `at` to `next`, unless backticks after the marker make it a code span. */
export function openFence(mark: RegExpExecArray, at: number, next: number): OpenFence | undefined {
  const [line, quote = '', run = '', info = ''] = mark;
  if (run.startsWith('`') && info.includes('`')) return undefined;
  const language = info.trim().split(/[\s,{]/)[0] ?? '';
  return {
    start: at,
    content: next,
    mark: run,
    language: language.toLowerCase(),
    quoted: quote !== '',
    alone: line.startsWith(run),
  };
}

/** Returns true if a line ends the fence: at least as many of the same character, and nothing after them. */
export function closes(fence: OpenFence, mark: RegExpExecArray | null): boolean {
  const run = mark?.[2] ?? '';
  return run[0] === fence.mark[0] && run.length >= fence.mark.length && (mark?.[3] ?? '').trim() === '';
}
