import type { Hover, Position } from 'vscode-languageserver-protocol';
import { MarkupKind } from 'vscode-languageserver-protocol';
import type { Evidence } from '../../skill/index.ts';
import type { Session } from './session.ts';

/** The clues that are shown, the weightiest first. */
const SHOWN = 6;

/**
 * On the path of a finding: how certain it is that a bundled file is meant, and the clues to it in words. Undefined
 * elsewhere. The editor shows the finding itself in the same hover.
 */
export function hover({ workspace }: Session, path: string, position: Position): Hover | undefined {
  const result = workspace.diagnose(path);
  if (result?.analysis === undefined) return undefined;
  const at = result.lines.offset(position);
  const isAt = ({ start, end }: { readonly start: number; readonly end: number }): boolean => start <= at && at <= end;
  const found = result.analysis.references.find(({ reference, judge }) => judge && isAt(reference.range));
  if (found?.judge === undefined || !result.findings.some(({ range }) => isAt(range))) return undefined;
  const { certainty, clues } = found.judge();
  const value = [
    `${Math.round(certainty * 100)} % certain that a bundled file is meant:`,
    '',
    ...clues.slice(0, SHOWN).map(inWords),
  ].join('\n');
  return { contents: { kind: MarkupKind.Markdown, value }, range: result.lines.range(found.reference.range) };
}

const inWords = ({ says, weight }: Evidence): string =>
  `- ${weight > 0 ? 'for' : 'against'}: ${escaped(says)} (${weight > 0 ? '+' : ''}${weight.toFixed(1)})`;

/** Words of the text stand in what a clue says: nothing of them is Markdown. */
const escaped = (text: string): string => text.replace(/[\\`*_{}[\]<>()#+!|~-]/g, '\\$&');
