import type pc from 'picocolors';
import type { StressMatrix } from '../protocol/stress.ts';
import { cellOf, formatCell, verdictByClient, verdictOfFixes } from '../stress/describe-matrix.ts';
import { formatCount } from '../text/count.ts';
import { oneLine } from './plain-text.ts';
import { textTable } from './text-table.ts';

type Colors = ReturnType<typeof pc.createColors>;

/** Formats one skill's words by client, for the terminal. `color` holds picocolors' functions. */
export function prettyMatrix(matrix: StressMatrix, color: Colors): string {
  const { skill, clients, words } = matrix;
  const runs = clients.reduce((sum, one) => sum + one.runs, 0);
  const isClean = clients.every(({ wastedCalls }) => wastedCalls === 0);
  const lines = [
    `${color.bold(oneLine(skill))}  ${(isClean ? color.green : color.bold)(verdictByClient(matrix))} ${color.dim(`(${formatCount(runs, 'simulated run')})`)}`,
  ];
  if (isClean) return lines.join('\n');
  const rows = [
    ['wasted calls', ...clients.map(({ wastedCalls, fixed }) => formatCell(wastedCalls, fixed))],
    ...words.map((one, index) => [
      `[${index + 1}] line ${one.line}${one.doubtful ? ' (doubtful)' : ''}`,
      ...clients.map(({ client }) => cellOf(one, client)),
    ]),
    ...(clients.some(({ unexplained }) => unexplained > 0)
      ? [['no known cause', ...clients.map(({ unexplained }) => formatCell(unexplained || undefined, undefined))]]
      : []),
  ];
  lines.push('', ...textTable(['', ...clients.map(({ client }) => client)], rows, color), '');
  for (const [index, { file, line, column, text, fixes, doubtful }] of words.entries()) {
    const tint = doubtful ? color.dim : color.yellow;
    lines.push(`[${index + 1}] ${color.bold(oneLine(file))}:${line}:${column}  ${tint(`“${oneLine(text)}”`)}`);
    for (const fix of fixes) lines.push(`    ${oneLine(fix)}`);
  }
  const fixed = verdictOfFixes(matrix);
  if (fixed !== undefined) lines.push('', fixed);
  return lines.join('\n');
}
