/** The outcome of a check before its text is added, and those that nothing proves. */
import type { SkillEvent } from './run-facts.ts';
import type { CheckVerdict } from './verdict.ts';

export type Outcome = Omit<CheckVerdict, 'text'>;

/** Returns the outcome of a check that cannot be judged. */
export function notJudged(evidence: string, events: readonly number[] = []): Outcome {
  return { passed: null, evidence, events };
}

/** True for a load, a read or a run that certainly happened. */
export function isProven({ unproven }: SkillEvent): boolean {
  return unproven !== true;
}

/** Returns the judgment of something that a call names, but of which its result does not show that it happened. */
export function notProven(name: string, verb: string, events: readonly SkillEvent[]): Outcome {
  return notJudged(
    `A command names ${name}, but its result does not show that it was ${verb}.`,
    events.map(({ seq }) => seq),
  );
}
