/** The patterns of paths in the text of a `.skillwright.json`. Independent of `vscode`. */

/** An entry of `paths`. */
export interface WrittenPattern {
  readonly pattern: string;
  /** The kind of path that the author says it is, as written. */
  readonly meaning: string;
  /** Offset of the entry in the text. */
  readonly at: number;
}

const isTable = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns the patterns in their order, those of `overrides` last; none for a text that is not JSON. */
export function patternsIn(text: string): readonly WrittenPattern[] {
  let value: unknown;
  try {
    value = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    return [];
  }
  if (!isTable(value)) return [];
  const overrides: readonly unknown[] = Array.isArray(value.overrides) ? value.overrides : [];
  return [value, ...overrides].flatMap((part) => (isTable(part) ? patternsOf(part, text) : []));
}

function patternsOf({ paths }: Readonly<Record<string, unknown>>, text: string): readonly WrittenPattern[] {
  if (!isTable(paths)) return [];
  const start = Math.max(0, text.indexOf('"paths"'));
  return Object.entries(paths).flatMap(([pattern, meaning]) => {
    if (typeof meaning !== 'string') return [];
    const found = text.indexOf(JSON.stringify(pattern), start);
    return [{ pattern, meaning, at: found < 0 ? start : found }];
  });
}
