import { fillTemplate, type OutputLimit } from '../../skill/index.ts';

/** Number of characters per token that clients assume. */
const CHARACTERS_PER_TOKEN = 4;

/**
 * Returns `output` as the client shows it: in full, or truncated to its limit with a notice. `empty` is returned if there is no
 * output.
 */
export function limitOutput(output: string, limit: OutputLimit | undefined, empty: string): string {
  if (limit === undefined || output === '') return output || empty;
  const lines = (limit.dropsLastBreak === true ? output.replace(/\n$/, '') : output).split('\n');
  const length = limit.unit === 'bytes' ? Buffer.byteLength(output) : output.length;
  const tooManyLines = limit.lines !== undefined && lines.length > limit.lines;
  if (length <= charactersOf(limit, limit.above ?? limit.size) && !tooManyLines) return output;
  return limit.keeps === 'tail' ? tailOf(lines, limit, empty) : headOf(output, limit);
}

/** Keeps the last whole lines that fit. */
function tailOf(all: readonly string[], limit: OutputLimit, empty: string): string {
  const retained: string[] = [];
  let size = 0;
  for (const line of all.slice(-(limit.lines ?? all.length)).toReversed()) {
    size += Buffer.byteLength(line) + (retained.length > 0 ? 1 : 0);
    if (size > limit.size) break;
    retained.unshift(line);
  }
  return withNotice(limit, retained.join('\n') || empty, {
    lines: all.length,
    first: Math.min(all.length - retained.length + 1, all.length),
    last: all.length,
  });
}

function headOf(output: string, limit: OutputLimit): string {
  const size = charactersOf(limit, limit.size);
  const head = charactersOf(limit, limit.head ?? (limit.keeps === 'head' ? limit.size : limit.size / 2));
  const tail = limit.keeps === 'head' ? 0 : size - head;
  const characters = output.length - head - tail;
  const tokens = Math.ceil(characters / CHARACTERS_PER_TOKEN);
  const between =
    limit.between === undefined ? '' : fillTemplate(limit.between, { characters: count(characters), tokens });
  const end = tail === 0 ? '' : output.slice(-tail);
  return withNotice(limit, output.slice(0, head) + between + end, {
    tokens: Math.ceil(output.length / CHARACTERS_PER_TOKEN),
    lines: output.trimEnd().split('\n').length,
    kilobytes: (Buffer.byteLength(output) / 1024).toFixed(1),
  });
}

function withNotice(limit: OutputLimit, text: string, values: Readonly<Record<string, string | number>>): string {
  const notice = fillTemplate(limit.notice, values);
  return limit.noticeAt === 'end' ? text + notice : notice + text;
}

const charactersOf = ({ unit }: OutputLimit, size: number): number =>
  Math.floor(unit === 'tokens' ? size * CHARACTERS_PER_TOKEN : size);

/** Formats a number with thousands separators. */
const count = (value: number): string => value.toLocaleString('en-US');
