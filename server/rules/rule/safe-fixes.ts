/** Fixes that are correct whatever the author meant, for `check --fix` and the editor's "fix all". */
import type { Finding, Fix, TextEdit } from './rule.ts';

/** Maximum number of rounds; more would mean that fixes undo each other. */
export const MAX_ROUNDS = 10;

type EditFix = Extract<Fix, { kind: 'edit' }>;

/** Returns the safe fix of each finding that has one; of two that conflict, only the first. */
export function safeEdits(findings: readonly Finding[]): {
  readonly edits: readonly TextEdit[];
  readonly fixes: number;
} {
  const safe = compatibleFixes(
    findings.flatMap(({ fixes = [] }) => {
      const fix = fixes.find((one) => one.kind === 'edit' && one.safe === true);
      return fix?.kind === 'edit' ? [fix] : [];
    }),
  );
  return { edits: safe.flatMap(({ edits }) => edits), fixes: safe.length };
}

/** Returns the fixes that can be applied together: of two with touching edits, only the first, in full. */
export function compatibleFixes(fixes: readonly EditFix[]): readonly EditFix[] {
  const all = fixes
    .flatMap(({ edits }, index) => edits.map(({ range }) => ({ range, index })))
    .sort((a, b) => a.range.start - b.range.start || a.index - b.index);
  const dropped = new Set<number>();
  let last: (typeof all)[number] | undefined;
  for (const edit of all) {
    if (dropped.has(edit.index)) continue;
    if (last === undefined || edit.range.start > last.range.end || dropped.has(last.index)) last = edit;
    else if (edit.index === last.index) last = edit.range.end > last.range.end ? edit : last;
    else {
      dropped.add(Math.max(edit.index, last.index));
      if (last.index > edit.index) last = edit;
    }
  }
  return fixes.filter((_, index) => !dropped.has(index));
}

/** Returns the number of errors and warnings: a fix that increases it is undone. */
export const countSevere = (findings: readonly Finding[]): number =>
  findings.filter(({ severity }) => severity === 'error' || severity === 'warning').length;

/** Applies edits that do not overlap to a text. */
export function applyEdits(text: string, edits: readonly TextEdit[]): string {
  let out = text;
  for (const { range, text: by } of [...edits].sort((a, b) => b.range.start - a.range.start))
    out = out.slice(0, range.start) + by + out.slice(range.end);
  return out;
}
