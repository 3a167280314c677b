import { fillTemplate, type OutputLimit } from '../../skill/index.ts';

/** Characters of a token, as clients estimate them. */
const CHARACTERS_PER_TOKEN = 4;

/** Returns `output` as the client shows it: whole, or cut to its limit with a notice. */
export function limitOutput(output: string, limit: OutputLimit | undefined): string {
  if (limit === undefined) return output;
  const lines = output.split('\n');
  const most = limit.unit === 'tokens' ? limit.size * CHARACTERS_PER_TOKEN : limit.size;
  const length = limit.unit === 'bytes' ? Buffer.byteLength(output) : output.length;
  const tooManyLines = limit.lines !== undefined && lines.length > limit.lines;
  if (length <= most && !tooManyLines) return output;
  const shorter = tooManyLines ? lines.slice(-(limit.lines ?? lines.length)).join('\n') : output;
  const values = { tokens: Math.ceil(output.length / CHARACTERS_PER_TOKEN), lines: lines.length };
  const isNoticeFirst = limit.notice.endsWith('\n') || limit.keeps === 'tail';
  if (limit.keeps === 'tail') return fillTemplate(limit.notice, values) + shorter.slice(-most);
  const half = Math.floor(most / 2);
  const notice = fillTemplate(limit.notice, { ...values, characters: output.length - 2 * half });
  const [head, tail] = [output.slice(0, half), output.slice(-half)];
  return isNoticeFirst ? `${notice}${head}${tail}` : `${head}\n${notice}\n${tail}`;
}
