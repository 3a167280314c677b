import type { Readable } from 'node:stream';

/** The log level of a line written by a process. */
export type Level = 'debug' | 'warn';

/** Length at which an unterminated line is reported, in characters. */
const MAX_LINE_LENGTH = 10_000;

/**
 * Reports the output of a process line by line, because a pipe splits anywhere and half of a secret cannot be recognized
 * for redaction. An unterminated last line is reported when the stream ends.
 */
export function onLines(stream: Readable | null, report: (line: string) => void): void {
  if (stream === null) return;
  let buffer = '';
  const reportLine = (line: string): void => {
    if (line.trim() !== '') report(line.trimEnd());
  };
  stream.setEncoding('utf8');
  stream.on('data', (text: string) => {
    const lines = (buffer + text).split('\n');
    buffer = lines.pop() ?? '';
    for (const line of lines) reportLine(line);
    if (buffer.length <= MAX_LINE_LENGTH) return;
    reportLine(buffer);
    buffer = '';
  });
  stream.on('error', () => undefined);
  stream.on('close', () => {
    reportLine(buffer);
    buffer = '';
  });
}

/** Returns the level of a line on standard error. Node's own messages are not warnings to a user. */
export function levelOf(line: string): Level {
  return /^\(node:\d+\)|^\(Use `.*--trace|^Debugger |^For help, see: https:\/\/nodejs/.test(line) ? 'debug' : 'warn';
}
