import type pc from 'picocolors';
import type { RunComparison } from '../compare/compare-runs.ts';
import { describeDivergence } from '../compare/describe-divergence.ts';
import { describeFork } from '../compare/describe-fork.ts';
import { resultText } from '../compare/result-text.ts';
import type { AlignedSteps, RunStep } from '../compare/steps.ts';
import type { RunTotals } from '../protocol/compare.ts';
import { formatCount, formatNumber } from '../text/count.ts';
import { oneLine } from './plain-text.ts';

type Colors = ReturnType<typeof pc.createColors>;

/** Number of equal steps that are shown before and after a difference. */
const CONTEXT = 2;
const WIDTH = 110;

/** Formats a comparison for the terminal: figures, the first difference with its reason, and the steps around differences. */
export function prettyComparison({ aligned, divergence, forkChange, totals }: RunComparison, color: Colors): string {
  const forked = forkChange === undefined ? [] : [color.bold(oneLine(describeFork(forkChange)))];
  const lines = [...figures(totals, color), '', ...forked];
  if (divergence === undefined)
    return [...lines, color.bold(`No differences in ${formatCount(aligned.length, 'step')}.`)].join('\n');
  const differing = aligned.filter(({ relation }) => relation !== 'same').length;
  return [
    ...lines,
    color.bold(`First difference: ${oneLine(describeDivergence(divergence))}`),
    ...(divergence.a === undefined ? [] : [color.red(`  a ${position(divergence.a)}`)]),
    ...(divergence.b === undefined ? [] : [color.green(`  b ${position(divergence.b)}`)]),
    '',
    color.bold(
      `${formatNumber(differing)} of ${formatCount(aligned.length, 'step')} ${differing === 1 ? 'differs' : 'differ'}:`,
    ),
    ...stepLines(aligned, color),
  ].join('\n');
}

function figures({ a, b }: RunComparison['totals'], color: Colors): readonly string[] {
  const format = (value: number | undefined): string => (value === undefined ? '' : value.toLocaleString('en-US'));
  const dollars = ({ costUsd, costEstimated }: RunTotals): string =>
    costUsd === undefined ? '' : `$${costUsd.toFixed(4)}${costEstimated === true ? ' (est.)' : ''}`;
  const rows: [string, (totals: RunTotals) => string][] = [
    ['run', ({ run }) => run],
    ['model', ({ model }) => model],
    ['client', ({ client }) => client ?? ''],
    ['end', ({ reason }) => reason ?? 'none'],
    ['model calls', ({ llmCalls }) => format(llmCalls)],
    ['tool calls', ({ toolCalls }) => format(toolCalls)],
    ['misses', ({ misses }) => format(misses)],
    ['input tokens', ({ inputTokens }) => format(inputTokens)],
    ['from the cache', ({ cacheReadTokens }) => format(cacheReadTokens)],
    ['output tokens', ({ outputTokens }) => format(outputTokens)],
    ['cost', dollars],
    ['seconds', ({ durationMs }) => (durationMs === undefined ? '' : (durationMs / 1000).toFixed(1))],
    ['answer', ({ answer }) => cut(answer, 40)],
  ];
  return rows
    .map(([title, of]) => [title, oneLine(of(a)), oneLine(of(b))] as const)
    .filter(([, first, second]) => first !== '' || second !== '')
    .map(([title, first, second]) => `${color.dim(title.padEnd(14))}  ${first.padEnd(42)}  ${second}`);
}

function stepLines(aligned: readonly AlignedSteps[], color: Colors): readonly string[] {
  const lines: string[] = [];
  let skipped = 0;
  const flush = (): void => {
    if (skipped > 0) lines.push(color.dim(`    … ${formatCount(skipped, 'equal step')}`));
    skipped = 0;
  };
  aligned.forEach((row, index) => {
    const near = aligned.slice(Math.max(0, index - CONTEXT), index + CONTEXT + 1);
    if (near.every(({ relation }) => relation === 'same')) {
      skipped++;
      return;
    }
    flush();
    lines.push(...rowLines(row, color));
  });
  flush();
  return lines;
}

function rowLines({ a, b, relation }: AlignedSteps, color: Colors): readonly string[] {
  if (relation === 'same') return [color.dim(`    ${title(a)}`)];
  if (relation === 'removed') return [color.red(`  - ${title(a)}`)];
  if (relation === 'added') return [color.green(`  + ${title(b)}`)];
  if (a?.title === b?.title) {
    const [before, after] = [outcome(a), outcome(b)];
    const change = before === after ? `another result, ${after}` : `${before} → ${after}`;
    return [color.yellow(`  ~ ${title(a)}: ${change}`)];
  }
  return [color.yellow(`  ~ ${title(a)}`), color.yellow(`  → ${title(b)}`)];
}

function outcome(step: RunStep | undefined): string {
  const { result } = step ?? {};
  if (result === undefined) return 'no result';
  if (result.error_code !== undefined) return oneLine(result.error_code);
  return formatCount(resultText(result).length, 'character');
}

const title = (step: RunStep | undefined): string => cut(step?.title ?? '', WIDTH);
const position = (step: RunStep): string => `event ${step.seq}: ${title(step)}`;

function cut(text: string, width: number): string {
  const line = oneLine(text.slice(0, width * 2));
  return line.length > width ? `${line.slice(0, width)}…` : line;
}
