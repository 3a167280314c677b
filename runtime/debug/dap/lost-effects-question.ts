import type { RequestProblem } from './context.ts';

/** Asks the user, once for each set of effects, whether to go back although they remain. */
export class LostEffectsQuestion {
  private readonly asked = new Set<string>();

  /**
   * Returns the question, which the user confirms by repeating the request; undefined if there is none.
   * @param lost describes the effects that remain
   */
  ask(lost: string | undefined): RequestProblem | undefined {
    if (lost === undefined || this.asked.has(lost)) return undefined;
    this.asked.add(lost);
    return { problem: `${lost} Repeat the command to go back.`, question: lost };
  }
}
