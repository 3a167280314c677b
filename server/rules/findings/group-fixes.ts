/** The fixes of a finding with several places. */
import { defined, formatCount } from '../../../skill/index.ts';
import type { Finding, Fix, TextEdit } from '../rule/rule.ts';

type EditFix = Extract<Fix, { kind: 'edit' }>;

/**
 * Merges the fixes of one finding at several ranges. Fixes with the same title become one, which changes every range that
 * offers it. Keeps the order of the ranges.
 */
export function mergeFixes(places: readonly Pick<Finding, 'range' | 'fixes'>[]): readonly Fix[] {
  const byTitle = new Map<string, { readonly fixes: Fix[]; readonly at: Finding['range'][] }>();
  for (const { range, fixes = [] } of places) {
    for (const fix of fixes) {
      const key = `${fix.kind}\0${fix.title}`;
      const same = byTitle.get(key) ?? { fixes: [], at: [] };
      byTitle.set(key, same);
      same.fixes.push(fix);
      same.at.push(range);
    }
  }
  return [...byTitle.values()].flatMap(({ fixes, at }): readonly Fix[] => {
    const [first] = fixes;
    if (first === undefined) return [];
    const only = at.length < places.length ? { at } : {};
    if (first.kind !== 'edit') return [{ ...first, ...only }];
    return [{ ...mergeEdits(first, fixes.filter(isEdit)), ...only }];
  });
}

const isEdit = (fix: Fix): fix is EditFix => fix.kind === 'edit';

function mergeEdits(first: EditFix, fixes: readonly EditFix[]): EditFix {
  // One edit for all ranges, such as a sentence that is inserted once.
  if (fixes.every(({ edits }) => JSON.stringify(edits) === JSON.stringify(first.edits))) return first;
  const safe = fixes.every((fix) => fix.safe === true);
  return defined({
    kind: 'edit',
    title: withPlaceCount(first.title, fixes.length),
    edits: withoutOverlap(fixes.flatMap(({ edits }) => edits)),
    preferred: fixes.some(({ preferred }) => preferred),
    safe: safe || undefined,
  });
}

/** Appends the number of changed places to a fix's title. */
export const withPlaceCount = (title: string, count: number): string =>
  count > 1 ? `${title} (${formatCount(count, 'place')})` : title;

/** Returns edits in document order; of two that overlap, only the first, as editors require. */
export function withoutOverlap(edits: readonly TextEdit[]): readonly TextEdit[] {
  const separate: TextEdit[] = [];
  for (const edit of edits.toSorted((a, b) => a.range.start - b.range.start || a.range.end - b.range.end)) {
    const before = separate.at(-1)?.range;
    const overlaps = before !== undefined && (edit.range.start < before.end || edit.range.start === before.start);
    if (!overlaps) separate.push(edit);
  }
  return separate;
}
