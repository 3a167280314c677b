import type { CancellationToken } from 'vscode-languageserver';

/** Maximum number of rounds before a request is handled, however fast the changes arrive. */
const MAX_ROUNDS = 50;

/**
 * Defers requests until pending changes have been applied. Messages that arrive together are dispatched one per turn of the
 * event loop; without deferral, every intermediate text would be analyzed.
 */
export class Typing {
  #changes = 0;

  /** Records a text change. */
  record(): void {
    this.#changes++;
  }

  /** Resolves when no change arrived for two turns. Returns false if the request was cancelled. */
  async untilSettled(token: CancellationToken): Promise<boolean> {
    for (let round = 0; round < MAX_ROUNDS && !token.isCancellationRequested; round++) {
      const before = this.#changes;
      await turn();
      await turn();
      if (this.#changes === before) break;
    }
    return !token.isCancellationRequested;
  }
}

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
