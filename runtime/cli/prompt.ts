import { createInterface } from 'node:readline/promises';

/** A question at the terminal; rejects where there will be no answer. */
export type Ask = (question: string) => Promise<string>;

/** Questions at the terminal, which may be closed while one waits. */
export class Prompt {
  private gone = false;
  /** Ends the question that waits. */
  private abandon: (() => void) | undefined;

  /**
   * The terminal is closed: a question that waits has no answer, nor has any after it.
   * @returns whether a question waited then; otherwise nothing has ended
   */
  leave(): boolean {
    if (this.abandon === undefined) return this.gone;
    this.gone = true;
    this.abandon();
    return true;
  }

  /** @param asking asks as often as it needs to; @returns what it returns, or nothing where there is no answer */
  async during<T>(signal: AbortSignal, asking: (ask: Ask) => Promise<T>): Promise<T | undefined> {
    if (this.gone) return undefined;
    const { stdin } = process;
    const lines = createInterface({ input: stdin, output: process.stderr });
    // In raw mode Ctrl-C is a key and no signal: pass it on, so that it cancels the run.
    lines.on('SIGINT', () => process.kill(process.pid, 'SIGINT'));
    const leave = (): void => void this.leave();
    // A closed terminal ends its input, or fails it; and then neither its mode can be set nor anything be read.
    const ends = ['end', 'close', 'error'] as const;
    if (!watched) stdin.on('error', () => undefined);
    watched = true;
    for (const end of ends) stdin.on(end, leave);
    const left = new Promise<never>((_, reject) => {
      this.abandon = () => reject(new Error('The terminal is closed.'));
      lines.on('close', this.abandon);
      lines.on('error', this.abandon);
    });
    left.catch(() => undefined);
    try {
      return await asking((question) => Promise.race([lines.question(question, { signal }), left]));
    } catch {
      return undefined;
    } finally {
      this.abandon = undefined;
      for (const end of ends) stdin.off(end, leave);
      close(lines);
    }
  }
}

/** Whether standard input's errors are listened to: for good, as a mode that cannot be set is one after a question, too. */
let watched = false;

function close(lines: { close(): void }): void {
  try {
    lines.close();
  } catch {
    // The mode of a terminal that is gone cannot be set back.
  }
}
