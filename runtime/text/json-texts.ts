/** Maximum depth that is searched. */
const MAX_DEPTH = 20;

/** Returns the texts in a JSON value, such as the descriptions in a JSON Schema, without the names of fields. */
export function textsIn(value: unknown, depth = 0): readonly string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null || depth > MAX_DEPTH) return [];
  return Object.values(value).flatMap((one) => textsIn(one, depth + 1));
}
