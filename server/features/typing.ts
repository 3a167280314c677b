import type { CancellationToken } from 'vscode-languageserver';

/** Rounds after which an answer is computed, however fast the changes come. */
const PATIENCE = 50;

/**
 * Lets the keys that have come go before what is asked about the text. Messages that arrive together are handed out one
 * in each turn of the event loop; without this, every text between two of them would be looked at for nobody.
 */
export class Typing {
  #changes = 0;

  /** A text changed. */
  noted(): void {
    this.#changes++;
  }

  /** Settles when no change came for two turns, or nobody waits any longer. False where nobody does. */
  async settled(token: CancellationToken): Promise<boolean> {
    for (let round = 0; round < PATIENCE && !token.isCancellationRequested; round++) {
      const before = this.#changes;
      await turn();
      await turn();
      if (this.#changes === before) break;
    }
    return !token.isCancellationRequested;
  }
}

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
