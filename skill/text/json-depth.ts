/** Returns true if `value` has more than `levels` levels. A number has none, an object of numbers has one. */
export function isDeeperThan(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (levels === 0) return true;
  for (const inner of Object.values(value)) if (isDeeperThan(inner, levels - 1)) return true;
  return false;
}
