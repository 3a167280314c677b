/** The lines that open and close a fence. */

const FENCE = /^((?:[ \t]*>)*)[ \t]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)*(`{3,}|~{3,})([^\r\n]*)/;

/** The mark of a fence in a line, with what stands around it. */
export const fenceMark = (line: string): RegExpExecArray | null => FENCE.exec(line);

/** A fence whose end was not read yet. */
export interface OpenFence {
  readonly start: number;
  /** Where its content begins. */
  readonly content: number;
  /** The run of back-ticks or tildes that opened it. */
  readonly mark: string;
  readonly language: string;
  readonly quoted: boolean;
  /** At the start of its line, so that it is a block of its own. */
  readonly alone: boolean;
}

/** The fence that a line from `at` to `next` opens; back-ticks behind back-ticks are code in a line. */
export function openedBy(mark: RegExpExecArray, at: number, next: number): OpenFence | undefined {
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

/** Whether a line with that mark ends a fence: as many of the same sign, and nothing behind. */
export function closes(fence: OpenFence, mark: RegExpExecArray | null): boolean {
  const run = mark?.[2] ?? '';
  return run[0] === fence.mark[0] && run.length >= fence.mark.length && (mark?.[3] ?? '').trim() === '';
}
