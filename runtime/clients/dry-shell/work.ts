import { NotSimulated } from './not-simulated.ts';

/** Maximum cost of the evaluation of a command, in characters that it reads or writes. */
const MAX_WORK = 4_000_000;

/** A pattern that is compiled costs as much as this number of characters. */
export const MATCHER = 10_000;

/** Limits what a command costs: variables and nested commands can multiply a text and the files that are looked up. */
export class Work {
  private left = MAX_WORK;

  /** Throws `NotSimulated` if a command costs too much. */
  spend(characters: number): void {
    this.left -= characters;
    if (this.left < 0) throw new NotSimulated('the command does too much');
  }
}
