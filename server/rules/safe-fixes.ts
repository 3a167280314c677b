/** Fixes that are right whatever the author meant, for `check --fix` and the editor's "fix all". */
import type { Finding, Fix, TextEdit } from './rule.ts';

/** More rounds mean that fixes undo each other. */
export const MAX_ROUNDS = 10;

type EditFix = Extract<Fix, { kind: 'edit' }>;

/** The safe fix of each finding that has one; of two that touch only the first. */
export function safeEdits(findings: readonly Finding[]): {
  readonly edits: readonly TextEdit[];
  readonly fixes: number;
} {
  const safe = apart(
    findings.flatMap(({ fixes = [] }) => {
      const fix = fixes.find((one) => one.kind === 'edit' && one.safe === true);
      return fix?.kind === 'edit' ? [fix] : [];
    }),
  );
  return { edits: safe.flatMap(({ edits }) => edits), fixes: safe.length };
}

/** Fixes that can be applied together: of two with edits that touch only the first, as a whole. */
export function apart(fixes: readonly EditFix[]): readonly EditFix[] {
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
