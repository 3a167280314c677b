/** Path patterns: paths in which parts are left open. */

/** An open part of a path, such as a placeholder or a star. It stands for any part of a name. */
export const OPEN_PART = /<[^<>]*>|\$?\{[^{}]*\}|\[[^[\]]*\]|\$\w+|\*+|\bN+\b|\bX+\b|YYYY(?:-MM-DD)?|\.\.\.|…/;

/** Maximum length of a pattern that is compared step by step, in parts and characters. */
const MAX_STEPS = 300;

/** Returns the files that match a path pattern: `themes/<name>.md`, `references/*.md`, `phase-N.md`. */
export function filesMatching(path: string, files: ReadonlySet<string>): readonly string[] {
  const parts = path.split(new RegExp(`(${OPEN_PART.source})`));
  const source = parts
    .map((part) =>
      OPEN_PART.test(part) ? (part === '**' ? '.*' : '[^/]*') : part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'),
    )
    .join('')
    .replace(/^(?:\\.\\.\/)+/, '');
  // A pattern with hardly any literal text would match everything.
  if (!/\w{3}/.test(source.replace(/\\\.\w+$/, ''))) return [];
  // The time of a regular expression grows with the power of the open parts that can share characters.
  const names = parts
    .map((part) => (OPEN_PART.test(part) ? '*' : part))
    .join('')
    .split('/');
  const isQuick = !parts.includes('**') && names.every((name) => name.split('*').length <= 3);
  if (!isQuick) {
    const steps = parts.flatMap((part): readonly Step[] =>
      OPEN_PART.test(part) ? [part === '**' ? 'anything' : 'part of a name'] : [...part.toLowerCase()],
    );
    while (steps.slice(0, 3).join('') === '../') steps.splice(0, 3);
    return steps.length > MAX_STEPS ? [] : [...files].filter((file) => matchesSteps(steps, file.toLowerCase()));
  }
  const pattern = new RegExp(`(?:^|/)${source}(?:$|/)`, 'i');
  return [...files].filter((file) => pattern.test(file));
}

/** A character, or an open part. */
type Step = string;

/**
 * True if whole names of a path match. Follows all ways through the steps at the same time, so that it takes time in proportion
 * to the product of the lengths.
 */
function matchesSteps(steps: readonly Step[], file: string): boolean {
  const isOpen = (step: Step | undefined): boolean => step !== undefined && step.length > 2;
  /** Adds a number of completed steps, and those that it leads to without a character. */
  const reach = (reached: Set<number>, from: number): void => {
    for (let at = from; !reached.has(at); at++) {
      reached.add(at);
      if (!isOpen(steps[at])) return;
    }
  };
  let reached = new Set<number>();
  reach(reached, 0);
  for (const character of file) {
    if (character === '/' && reached.has(steps.length)) return true;
    const next = new Set<number>();
    for (const at of reached) {
      const step = steps[at];
      if (step === 'anything' || (isOpen(step) && character !== '/')) reach(next, at);
      else if (step === character) reach(next, at + 1);
    }
    if (character === '/') reach(next, 0);
    reached = next;
  }
  return reached.has(steps.length);
}
