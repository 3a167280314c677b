import type { Hover, Position } from 'vscode-languageserver-protocol';
import { MarkupKind } from 'vscode-languageserver-protocol';
import type { Evidence, Range } from '../../skill/index.ts';
import { placesOf } from '../rules/rule.ts';
import type { DocumentResult } from '../workspace/entry.ts';
import { saidAt } from './hover-places.ts';
import type { Session } from './session.ts';

/** The clues that are shown, the weightiest first. */
const SHOWN = 6;

/**
 * On the path of a finding: how certain it is that a bundled file is meant, and the clues to it in words; at its other
 * places what is found there as well. Undefined elsewhere. At its first place the editor shows the finding in the same hover.
 */
export function hover({ workspace, rulePages }: Session, path: string, position: Position): Hover | undefined {
  const result = workspace.diagnose(path);
  if (result === undefined) return undefined;
  const at = result.lines.offset(position);
  const said = saidAt(result, at, rulePages);
  const why = certaintyAt(result, at);
  const [first] = [...said, ...(why ? [why] : [])];
  if (first === undefined) return undefined;
  const value = [...said, ...(why ? [why] : [])].map((one) => one.value).join('\n\n');
  return { contents: { kind: MarkupKind.Markdown, value }, range: result.lines.range(first.range) };
}

function certaintyAt({ analysis, findings }: DocumentResult, at: number) {
  const isAt = ({ start, end }: Range): boolean => start <= at && at <= end;
  if (!findings.flatMap(placesOf).some(({ range }) => isAt(range))) return undefined;
  const reference = analysis?.references.find(({ reference, judge }) => judge && isAt(reference.range));
  const mention = analysis?.mentions.find(({ mention, verdict }) => verdict.kind !== 'silent' && isAt(mention.range));
  const range = reference?.reference.range ?? mention?.mention.range;
  const judgement = reference?.judge?.() ?? mention?.judge?.();
  if (range === undefined || judgement === undefined) return undefined;
  const { certainty, clues } = judgement;
  const value = [
    `${Math.round(certainty * 100)} % certain that a bundled file is meant:`,
    '',
    ...clues.slice(0, SHOWN).map(inWords),
  ].join('\n');
  return { range, value };
}

const inWords = ({ says, weight }: Evidence): string =>
  `- ${weight > 0 ? 'for' : 'against'}: ${escaped(says)} (${weight > 0 ? '+' : ''}${weight.toFixed(1)})`;

/** Words of the text stand in what a clue says: nothing of them is Markdown. */
const escaped = (text: string): string => text.replace(/[\\`*_{}[\]<>()#+!|~-]/g, '\\$&');
