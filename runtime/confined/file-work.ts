import { TurnBudget } from '../turn-budget.ts';

/** Milliseconds of work on files after which the event loop gets a turn. */
const YIELD_AFTER_MS = 20;
/** Milliseconds of all such work together until the event loop has had a turn, and one step more. */
const MAX_TURN_MS = 200;

/**
 * The time of all work on files that others may have written, in milliseconds: a model can request any number of searches and
 * reads in one step.
 */
export const fileWork = new TurnBudget(MAX_TURN_MS);

/** Work on files that consists of steps, between which the event loop gets its turns. */
export class FileSteps {
  private turnStart = performance.now();

  /** True if the event loop should have a turn. */
  get isTurnDue(): boolean {
    return fileWork.isSpent || performance.now() > this.turnStart + YIELD_AFTER_MS;
  }

  /** Lets others work. */
  async giveTurn(): Promise<void> {
    fileWork.spend(performance.now() - this.turnStart);
    await fileWork.nextTurn();
    this.turnStart = performance.now();
  }
}
