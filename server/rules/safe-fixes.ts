/** Fixes that are right whatever the author meant, for `check --fix` and the editor's "fix all". */
import type { Finding, TextEdit } from './rule.ts';

/** More rounds mean that fixes undo each other. */
export const MAX_ROUNDS = 10;

/** The safe fix of each finding that has one; of two that touch only the first. */
export function safeEdits(findings: readonly Finding[]): {
  readonly edits: readonly TextEdit[];
  readonly fixes: number;
} {
  const edits: TextEdit[] = [];
  let fixes = 0;
  for (const { fixes: offered = [] } of findings) {
    const fix = offered.find((one) => one.kind === 'edit' && one.safe === true);
    if (fix?.kind !== 'edit' || fix.edits.some((edit) => edits.some((one) => touches(one, edit)))) continue;
    edits.push(...fix.edits);
    fixes++;
  }
  return { edits, fixes };
}

const touches = (one: TextEdit, other: TextEdit): boolean =>
  one.range.start <= other.range.end && other.range.start <= one.range.end;

/** How many errors and warnings there are: a fix that adds to them is taken back. */
export const weightOf = (findings: readonly Finding[]): number =>
  findings.filter(({ severity }) => severity === 'error' || severity === 'warning').length;

/** A text after edits that do not overlap. */
export function edited(text: string, edits: readonly TextEdit[]): string {
  let out = text;
  for (const { range, text: by } of [...edits].sort((a, b) => b.range.start - a.range.start))
    out = out.slice(0, range.start) + by + out.slice(range.end);
  return out;
}
