/** The parsed form of a hit condition: the hits at which a breakpoint stops. */
export type HitCondition = (hits: number) => boolean;

const FORM = /^(?<operator>==|=|>=|>|<=|<|%)?\s*(?<count>\d{1,9})$/;

/** Parses a hit condition: `3` (the third hit and later ones), `== 3`, `> 3`, `>= 3`, `< 3`, `<= 3`, `% 3`. Undefined if invalid. */
export function parseHitCondition(text: string): HitCondition | undefined {
  const groups = FORM.exec(text.trim())?.groups;
  if (groups === undefined) return undefined;
  const count = Number(groups.count);
  switch (groups.operator) {
    case '=':
    case '==':
      return (hits) => hits === count;
    case '>':
      return (hits) => hits > count;
    case '<':
      return (hits) => hits < count;
    case '<=':
      return (hits) => hits <= count;
    case '%':
      return count === 0 ? undefined : (hits) => hits % count === 0;
    default:
      return (hits) => hits >= count;
  }
}
