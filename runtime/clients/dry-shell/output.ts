/** The text that a command wrote, in order, and its exit code. */
export class ShellOutput {
  readonly chunks: { readonly to: 'stdout' | 'stderr'; readonly text: string }[] = [];
  code = 0;

  /** Writes lines to standard output. */
  print(...lines: readonly string[]): this {
    return this.write('stdout', lines.map((line) => `${line}\n`).join(''));
  }

  /** Writes a line to standard error and sets the exit code. */
  fail(message: string, code: number): this {
    this.code = code;
    return this.write('stderr', `${message}\n`);
  }

  write(to: 'stdout' | 'stderr', text: string): this {
    if (text !== '') this.chunks.push({ to, text });
    return this;
  }

  /** Appends another command's output; its exit code becomes this one's. */
  append({ chunks, code }: ShellOutput): this {
    this.chunks.push(...chunks);
    this.code = code;
    return this;
  }

  /** Returns the text of one stream, or of both in the order in which they were written. */
  text(of?: 'stdout' | 'stderr'): string {
    return this.chunks
      .filter(({ to }) => of === undefined || to === of)
      .map(({ text }) => text)
      .join('');
  }
}
