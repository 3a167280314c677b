import { type ClientCapabilities, type Hover, MarkupKind, type Position } from 'vscode-languageserver-protocol';
import type { Range } from '../../../skill/index.ts';
import { readFlag } from '../../settings.ts';
import type { Session } from '../session.ts';
import { certaintyAt } from './certainty.ts';
import { describeField } from './field.ts';
import type { HoverSupport } from './file.ts';
import { describeLead } from './lead.ts';
import { saidAt } from './other-places.ts';
import { asMarkdown, asPlainText, type Part } from './shown.ts';

interface Said {
  readonly range: Range;
  readonly parts: readonly Part[];
}

/** What the editor shows in a hover, by its capabilities and `initializationOptions`. */
export function hoverSupport(client: ClientCapabilities, options: unknown): HoverSupport {
  return {
    markdown: client.textDocument?.hover?.contentFormat?.includes(MarkupKind.Markdown) ?? false,
    widths: readFlag(options, 'pictureWidths'),
    meanings: readFlag(options, 'fieldMeanings'),
  };
}

/**
 * On a path, the name of a skill or words that mean a file: what is there. On the key of a field: what it means. On a finding:
 * how certain it is that a bundled file is meant, and at its other places what is found there; at its first place the editor
 * shows the finding in the same hover. Undefined elsewhere.
 */
export function hover(session: Session, path: string, position: Position, support: HoverSupport): Hover | undefined {
  const result = session.workspace.diagnose(path);
  if (result === undefined) return undefined;
  const at = result.lines.offset(position);
  const found = saidAt(result, at, session.rulePages).map(asSaid);
  const certainty = certaintyAt(result, at);
  const all = [...found, ...subjectAt(session, path, at, support), ...(certainty ? [asSaid(certainty)] : [])];
  const [first] = all;
  const parts = all.flatMap((one) => one.parts);
  if (first === undefined || parts.length === 0) return undefined;
  const contents = support.markdown
    ? { kind: MarkupKind.Markdown, value: asMarkdown(parts) }
    : { kind: MarkupKind.PlainText, value: asPlainText(parts) };
  return { contents, range: result.lines.range(first.range) };
}

const asSaid = ({ range, value }: { readonly range: Range; readonly value: string }): Said => ({
  range,
  parts: [{ kind: 'markdown', value }],
});

/** What the place leads to, or the field whose key it is. */
function subjectAt(session: Session, path: string, at: number, support: HoverSupport): readonly Said[] {
  const entry = session.workspace.skillOf(path);
  if (entry === undefined) return [];
  const field = path === entry.manifest ? describeField(session, path, at, support) : undefined;
  if (field) return [field];
  const subject = session.targets.at(path, at);
  const context = session.workspace.contextOf(entry);
  if (subject?.kind !== 'lead' || context === undefined) return [];
  const { lead, on } = subject;
  const parts = describeLead(session, lead, on, context, support);
  const range =
    lead.fragment && on === 'fragment' ? { start: lead.range.start, end: lead.fragment.range.end } : lead.range;
  return parts.length === 0 ? [] : [{ range, parts }];
}
