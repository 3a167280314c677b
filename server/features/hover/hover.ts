import { type ClientCapabilities, type Hover, MarkupKind, type Position } from 'vscode-languageserver-protocol';
import type { Range } from '../../../skill/index.ts';
import { readFlag } from '../../settings.ts';
import type { Session } from '../session.ts';
import { certaintyAt } from './certainty.ts';
import { asMarkdown, asPlainText, type Part } from './content.ts';
import { describeField } from './field.ts';
import type { HoverSupport } from './file.ts';
import { needsAt } from './needs.ts';
import { describeOccurrence } from './occurrence.ts';
import { otherPlacesAt } from './other-places.ts';
import { pastPathAt } from './past-path.ts';
import { unreportedPathAt } from './unreported-path.ts';

interface HoverSection {
  readonly range: Range;
  readonly parts: readonly Part[];
}

/** Returns the editor's support for hovers, from its capabilities and `initializationOptions`. */
export function hoverSupport(client: ClientCapabilities, options: unknown): HoverSupport {
  return {
    markdown: client.textDocument?.hover?.contentFormat?.includes(MarkupKind.Markdown) ?? false,
    widths: readFlag(options, 'pictureWidths'),
    meanings: readFlag(options, 'fieldMeanings'),
  };
}

/**
 * Returns the hover at a position: the target of a path, skill name or mention; the meaning of a frontmatter field; for a
 * path without a file, what git knows of it, and why it is not reported; at the name of the skill, what it needs; for a finding, its certainty, and at its other places its message. At the first place, the editor shows the message in the same
 * hover. Undefined elsewhere.
 */
export function hover(session: Session, path: string, position: Position, support: HoverSupport): Hover | undefined {
  const result = session.workspace.diagnose(path);
  if (result === undefined) return undefined;
  const at = result.lines.offset(position);
  const found = otherPlacesAt(result, at, session.rulePages).map(toSection);
  const past = pastPathAt(session, result, at, Date.now());
  const certainty = certaintyAt(result, at);
  const subject = subjectAt(session, path, at, support);
  // A path with a target is explained by it.
  const unreported = subject.length > 0 ? undefined : unreportedPathAt(session, result, at);
  const all = [
    ...found,
    ...subject,
    ...(past ? [past] : []),
    ...needsAt(session, path, at),
    ...(unreported ? [unreported] : []),
    ...(certainty ? [certainty] : []),
  ];
  const [first] = all;
  const parts = all.flatMap((one) => one.parts);
  if (first === undefined || parts.length === 0) return undefined;
  const contents = support.markdown
    ? { kind: MarkupKind.Markdown, value: asMarkdown(parts) }
    : { kind: MarkupKind.PlainText, value: asPlainText(parts) };
  return { contents, range: result.lines.range(first.range) };
}

const toSection = ({ range, value }: { readonly range: Range; readonly value: string }): HoverSection => ({
  range,
  parts: [{ kind: 'markdown', value }],
});

/** Describes the target of a position, or the frontmatter field whose key it is in. */
function subjectAt(session: Session, path: string, at: number, support: HoverSupport): readonly HoverSection[] {
  const { workspace } = session;
  const entry = workspace.skillOf(path);
  const field = path === entry?.manifest ? describeField(session, path, at, support) : undefined;
  if (field) return [field];
  const subject = session.targets.at(path, at);
  const context = entry ? workspace.contextOf(entry) : workspace.instructions(path)?.context;
  if (subject?.kind !== 'occurrence' || context === undefined) return [];
  const { occurrence, on } = subject;
  const parts = describeOccurrence(session, occurrence, on, context, support);
  const range =
    occurrence.fragment && on === 'fragment'
      ? { start: occurrence.range.start, end: occurrence.fragment.range.end }
      : occurrence.range;
  return parts.length === 0 ? [] : [{ range, parts }];
}
