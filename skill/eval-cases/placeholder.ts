/** Parts of a case that its author still has to fill in, such as `<fill in a request about something else>`. */
import type { EvalCase } from './eval-case.ts';

const PLACEHOLDER = /<fill in\b[^<>\n]{0,300}>/i;

/** Returns the text that marks a part to fill in, which YAML reads as a text, too. */
export function placeholder(what: string): string {
  return `<fill in ${what}>`;
}

/** Returns the first placeholder in a text; undefined if there is none. */
export function placeholderIn(text: string): string | undefined {
  return PLACEHOLDER.exec(text)?.[0];
}

/** Returns the first part of a case that is not filled in, in its prompt or what it expects; undefined for a complete case. */
export function missingPartOf(one: EvalCase): string | undefined {
  // The values of assertions have many forms, and JSON changes nothing in a placeholder without quotes.
  const expected = one.kind === 'task' ? [one.expectedOutput ?? '', JSON.stringify(one.checks)] : [];
  return [one.prompt, ...expected].map(placeholderIn).find((found) => found !== undefined);
}
