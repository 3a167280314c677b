import type pc from 'picocolors';
import type { ObservedMisses } from '../protocol/stress.ts';
import {
  formatNotMeasured,
  formatObservedKind,
  formatObservedWords,
  observedVerdict,
} from '../stress/describe-observed.ts';
import { oneLine } from './plain-text.ts';

type Colors = ReturnType<typeof pc.createColors>;

/** Formats the misses of runs that miss as real models of a client do, for the terminal. */
export function prettyObserved(observed: ObservedMisses, color: Colors): readonly string[] {
  const { kinds, words } = observed;
  const unknown = formatNotMeasured(observed);
  return [
    oneLine(observedVerdict(observed)),
    ...kinds.map((one) => color.dim(`  ${oneLine(formatObservedKind(one))}`)),
    ...words.flatMap((one) => [
      `  ${color.bold(oneLine(one.file))}:${one.line}:${one.column}  ${color.yellow(`“${oneLine(one.text)}”`)} ${oneLine(formatObservedWords(one))}`,
      `    ${oneLine(one.fix)}`,
    ]),
    ...(unknown === undefined ? [] : [color.dim(`  ${unknown}`)]),
  ];
}
