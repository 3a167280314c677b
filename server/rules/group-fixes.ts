import type { Finding, Fix, TextEdit } from './rule.ts';

type EditFix = Extract<Fix, { kind: 'edit' }>;

/**
 * The fixes of one finding that was found at several places: those of one title are one, which changes every place that
 * offers it. In the order in which the places offer them.
 */
export function mergedFixes(places: readonly Pick<Finding, 'range' | 'fixes'>[]): readonly Fix[] {
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
    if (first.kind === 'create') return [{ ...first, ...only }];
    return [{ ...overAll(first, fixes.filter(isEdit)), ...only }];
  });
}

const isEdit = (fix: Fix): fix is EditFix => fix.kind === 'edit';

function overAll(first: EditFix, fixes: readonly EditFix[]): EditFix {
  if (fixes.length === 1) return first;
  const safe = fixes.every((fix) => fix.safe === true);
  return {
    kind: 'edit',
    title: inPlaces(first.title, fixes.length),
    edits: withoutOverlap(fixes.flatMap(({ edits }) => edits)),
    preferred: fixes.some(({ preferred }) => preferred),
    ...(safe ? { safe } : {}),
  };
}

/** A fix's title that says how many places it changes. */
export const inPlaces = (title: string, count: number): string => (count > 1 ? `${title} (${count} places)` : title);

/** Edits in order of their places; of two that touch the same text only the first, as editors demand. */
export function withoutOverlap(edits: readonly TextEdit[]): readonly TextEdit[] {
  const kept: TextEdit[] = [];
  for (const edit of [...edits].sort((a, b) => a.range.start - b.range.start || a.range.end - b.range.end)) {
    const before = kept.at(-1)?.range;
    const touches = before !== undefined && (edit.range.start < before.end || edit.range.start === before.start);
    if (!touches) kept.push(edit);
  }
  return kept;
}
