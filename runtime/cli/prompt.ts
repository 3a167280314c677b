/** Prompts at the terminal. Rejects if there will be no answer. */
export type Ask = (question: string) => Promise<string>;

/** Prompts at a terminal that may be closed while one is pending. */
export class Prompt {
  private isClosed = false;
  /** Ends the pending prompt. */
  private abandon: (() => void) | undefined;

  /**
   * Handles a closed terminal: the pending prompt has no answer, nor does any later one.
   * @returns true if a prompt was pending, now or in an earlier call; otherwise the call has no effect
   */
  handleClosedTerminal(): boolean {
    if (this.abandon === undefined) return this.isClosed;
    this.isClosed = true;
    this.abandon();
    return true;
  }

  /**
   * Opens the terminal for the prompts of `askQuestions`.
   * @returns the result of `askQuestions`, or undefined if there is no answer
   */
  async during<T>(signal: AbortSignal, askQuestions: (ask: Ask) => Promise<T>): Promise<T | undefined> {
    // Most runs ask nothing.
    const { createInterface } = await import('node:readline/promises');
    if (this.isClosed) return undefined;
    const { stdin } = process;
    const lines = createInterface({ input: stdin, output: process.stderr });
    // In raw mode Ctrl-C is a key, not a signal. Pass it on to cancel the run.
    lines.on('SIGINT', () => process.kill(process.pid, 'SIGINT'));
    const leave = (): void => void this.handleClosedTerminal();
    // A closed terminal ends its input or makes it fail. Then its mode cannot be set and nothing can be read.
    const ends = ['end', 'close', 'error'] as const;
    if (!hasErrorListener) stdin.on('error', () => undefined);
    hasErrorListener = true;
    for (const end of ends) stdin.on(end, leave);
    const closed = new Promise<never>((_, reject) => {
      this.abandon = () => reject(new Error('The terminal is closed.'));
      lines.on('close', this.abandon);
      lines.on('error', this.abandon);
    });
    closed.catch(() => undefined);
    try {
      return await askQuestions((question) => Promise.race([lines.question(question, { signal }), closed]));
    } catch {
      return undefined;
    } finally {
      this.abandon = undefined;
      for (const end of ends) stdin.off(end, leave);
      close(lines);
    }
  }
}

/** True once standard input has an error listener. It is never removed, as resetting the mode may fail after a prompt. */
let hasErrorListener = false;

function close(lines: { close(): void }): void {
  try {
    lines.close();
  } catch {
    // The mode of a closed terminal cannot be restored.
  }
}
