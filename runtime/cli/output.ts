import { plain } from './plain.ts';

/** What a terminal could take for a command, or turn text around with, though it stands in JSON as it is. */
const RISKY = /[\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** A value as one line of JSON, the same whoever reads it, and harmless where a terminal shows it. */
export function jsonLine(value: unknown): string {
  return JSON.stringify(value).replace(RISKY, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** Standard output and error, written so that nothing is lost when the process exits right after, and a closed pipe ends quietly. */
export class Output {
  private closed = false;
  private closedListener: (() => void) | undefined;
  private readonly command: string;

  /** `command` is the one whose help an error points to. */
  constructor(command: string) {
    this.command = command;
    process.stdout.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') return;
      this.closed = true;
      this.closedListener?.();
    });
  }

  /** Called when the reader of standard output has gone (`| head`). */
  onClosed(listener: () => void): void {
    this.closedListener = listener;
  }

  line(text: string): void {
    if (text !== '' && !this.closed) process.stdout.write(`${text}\n`);
  }

  /** `message` may hold names and texts of skills, files and journals. */
  error(message: string): void {
    process.stderr.write(`skillwright: ${plain(message)}\nSee skillwright ${this.command} --help.\n`);
  }

  /** Resolves when everything written has left the process. */
  flushed(): Promise<void> {
    return new Promise((resolve) => {
      if (this.closed || process.stdout.writableLength === 0) resolve();
      else process.stdout.write('', () => resolve());
    });
  }
}
