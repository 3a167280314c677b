import type pc from 'picocolors';
import type { RunComparison } from '../compare/compare-runs.ts';
import type { Divergence, DivergenceReason } from '../compare/divergence.ts';
import type { AlignedSteps, RunStep } from '../compare/steps.ts';
import type { RunTotals } from '../compare/totals.ts';
import { oneLine } from './plain-text.ts';

type Colors = ReturnType<typeof pc.createColors>;

/** Number of equal steps that are shown before and after a difference. */
const CONTEXT = 2;
const WIDTH = 110;

/** Formats a comparison for the terminal: figures, the first difference with its reason, and the steps around differences. */
export function prettyComparison({ aligned, divergence, totals }: RunComparison, color: Colors): string {
  const lines = [...figures(totals, color), ''];
  if (divergence === undefined) return [...lines, color.bold(`The same ${aligned.length} steps.`)].join('\n');
  const differing = aligned.filter(({ relation }) => relation !== 'same').length;
  return [
    ...lines,
    color.bold(`First difference: ${describe(divergence)}`),
    ...(divergence.a === undefined ? [] : [color.red(`  a ${position(divergence.a)}`)]),
    ...(divergence.b === undefined ? [] : [color.green(`  b ${position(divergence.b)}`)]),
    '',
    color.bold(`${differing} of ${aligned.length} steps differ:`),
    ...stepLines(aligned, color),
  ].join('\n');
}

/** Returns the reason of a divergence as a sentence. `subject` may be untrusted. */
function describe({ reason, subject }: Divergence): string {
  return SENTENCES[reason](subject === undefined ? '' : oneLine(subject));
}

const SENTENCES: Readonly<Record<DivergenceReason, (subject: string) => string>> = {
  prompt: () => 'the prompts differ.',
  model: (subject) => `the models differ (${subject}).`,
  settings: (subject) => `the settings differ (${subject}).`,
  instructions: () => 'the instructions differ.',
  tools: (subject) => `the tools differ (${subject}).`,
  skill: (subject) => `the text of a skill differs (${subject}).`,
  result: (subject) => `${subject} returned something else.`,
  user: () => 'the user stopped or answered differently.',
  sampling: () => 'the model received the same and decided differently.',
  unknown: () => 'the reason is unknown, because the requests of one or both are not recorded.',
};

function figures({ a, b }: RunComparison['totals'], color: Colors): readonly string[] {
  const format = (value: number | undefined): string => (value === undefined ? '' : value.toLocaleString('en-US'));
  const dollars = ({ costUsd }: RunTotals): string => (costUsd === undefined ? '' : `$${costUsd.toFixed(4)}`);
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
    if (skipped > 0) lines.push(color.dim(`    … ${skipped} equal ${skipped === 1 ? 'step' : 'steps'}`));
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
  if (a?.title === b?.title) return [color.yellow(`  ~ ${title(a)}: ${outcome(a)} → ${outcome(b)}`)];
  return [color.yellow(`  ~ ${title(a)}`), color.yellow(`  → ${title(b)}`)];
}

function outcome(step: RunStep | undefined): string {
  const { result } = step ?? {};
  if (result === undefined) return 'no result';
  if (result.error_code !== undefined) return oneLine(result.error_code);
  const text = typeof result.result === 'string' ? result.result : JSON.stringify(result.result);
  return `${text.length.toLocaleString('en-US')} characters`;
}

const title = (step: RunStep | undefined): string => cut(step?.title ?? '', WIDTH);
const position = (step: RunStep): string => `event ${step.seq}: ${title(step)}`;

function cut(text: string, width: number): string {
  const line = oneLine(text.slice(0, width * 2));
  return line.length > width ? `${line.slice(0, width)}…` : line;
}
