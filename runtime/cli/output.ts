import { exactText } from './plain-text.ts';

/** Writes to standard output and error so that nothing is lost on exit and a closed pipe ends the process quietly. */
export class Output {
  private closed = false;
  private closedListener: (() => void) | undefined;
  private readonly command: string;
  private redact = (text: string): string => text;

  /** @param command the command whose help an error refers to */
  constructor(command: string) {
    this.command = command;
    process.stdout.on('error', (error: NodeJS.ErrnoException) => {
      if (this.closed) return;
      this.closed = true;
      if (error.code !== 'EPIPE')
        process.stderr.write(`skillwright: Standard output cannot be written: ${error.message}\n`);
      this.closedListener?.();
    });
  }

  /** Redacts everything that is written from now on, except for the parts of a text. */
  redactWith(redact: (text: string) => string): void {
    this.redact = redact;
  }

  /** Sets the listener for a closed pipe (`| head`) or a full disk. */
  onClosed(listener: () => void): void {
    this.closedListener = listener;
  }

  /** True if nothing reads the output any more. */
  get isClosed(): boolean {
    return this.closed;
  }

  line(text: string): void {
    if (text !== '') this.text(`${text}\n`);
  }

  /** Writes a part of an output. */
  text(text: string): void {
    if (!this.closed) process.stdout.write(this.redact(text));
  }

  /** Writes parts of a text. Waits for a slow reader, so that they are never all in memory. */
  async parts(parts: Iterable<string>): Promise<void> {
    for (const part of parts) {
      if (this.closed) return;
      if (!process.stdout.write(part)) await this.flushed();
    }
  }

  /** Prints an error. `message` may contain untrusted names and texts of skills, files and journals. */
  error(message: string): void {
    process.stderr.write(`skillwright: ${exactText(this.redact(message))}\nSee skillwright ${this.command} --help.\n`);
  }

  /** Prints a problem that changes neither the outcome nor the exit code. */
  warn(message: string): void {
    process.stderr.write(`skillwright: ${exactText(this.redact(message))}\n`);
  }

  /** Resolves when all output has left the process. */
  flushed(): Promise<void> {
    return new Promise((resolve) => {
      if (this.closed || process.stdout.writableLength === 0) resolve();
      else process.stdout.write('', () => resolve());
    });
  }
}
