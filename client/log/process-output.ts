import type { Readable } from 'node:stream';

/** How much a line of a process matters. */
export type Level = 'debug' | 'warn';

/** Characters after which a line is told though it has not ended. */
const LONGEST = 10_000;

/**
 * Tells what a process writes, line by line: a pipe cuts anywhere, and half of a secret is not known for one. What is not
 * ended yet when the stream ends is told, too.
 */
export function tellLines(stream: Readable | null, tell: (line: string) => void): void {
  if (stream === null) return;
  let rest = '';
  const told = (line: string): void => {
    if (line.trim() !== '') tell(line.trimEnd());
  };
  stream.setEncoding('utf8');
  stream.on('data', (text: string) => {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) told(line);
    if (rest.length <= LONGEST) return;
    told(rest);
    rest = '';
  });
  stream.on('error', () => undefined);
  stream.on('close', () => {
    told(rest);
    rest = '';
  });
}

/** The level of a line on standard error: node's own remarks are no warnings to a user. */
export function levelOf(line: string): Level {
  return /^\(node:\d+\)|^\(Use `.*--trace|^Debugger |^For help, see: https:\/\/nodejs/.test(line) ? 'debug' : 'warn';
}
