import { noCommands } from './plain.ts';

/** Standard output and error, written so that nothing is lost when the process exits right after, and a closed pipe ends quietly. */
export class Output {
  private closed = false;
  private closedListener: (() => void) | undefined;
  private readonly command: string;

  /** `command` is the one whose help an error points to. */
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

  /** Called when the reader of standard output has gone (`| head`), or its disk is full. */
  onClosed(listener: () => void): void {
    this.closedListener = listener;
  }

  line(text: string): void {
    if (text !== '' && !this.closed) process.stdout.write(`${text}\n`);
  }

  /** `message` may hold names and texts of skills, files and journals. */
  error(message: string): void {
    process.stderr.write(`skillwright: ${noCommands(message)}\nSee skillwright ${this.command} --help.\n`);
  }

  /** Resolves when everything written has left the process. */
  flushed(): Promise<void> {
    return new Promise((resolve) => {
      if (this.closed || process.stdout.writableLength === 0) resolve();
      else process.stdout.write('', () => resolve());
    });
  }
}
