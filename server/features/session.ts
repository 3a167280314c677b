import { dirname } from '../../skill/index.ts';
import type { Finding } from '../rules/rule.ts';
import type { Lead } from '../targets/target.ts';
import type { Targets } from '../targets/targets.ts';
import { type Buffers, isSettings } from '../workspace/buffers.ts';
import { uriOf } from '../workspace/uris.ts';
import type { Workspace } from '../workspace/workspace.ts';

/** What every feature needs of the running server. */
export interface Session {
  readonly workspace: Workspace;
  /** What leads where. */
  readonly targets: Targets;
  readonly buffers: Buffers;
  /** URI of the folder of the rules' pages, without a slash at its end; undefined where they were not shipped. */
  readonly rulePages: string | undefined;
  /** `initializationOptions.reportedByEditor`: what the editor itself says of the documents that it has open. */
  reportedByEditor: ReadonlySet<string>;
  /** `initializationOptions.completedByEditor`: what the editor completes by itself. */
  readonly completedByEditor?: ReadonlySet<string>;
  /** `initializationOptions.commands`: those that the editor has; none where it did not say. */
  readonly commands?: ReadonlySet<string>;
  /** Whether the editor shows the other places of a diagnostic (`relatedInformation`). */
  readonly showsRelated?: boolean;
  /** Paths of the skills' documents that the editor shows, where it has told; else it is taken to look at all open ones. */
  shown?: ReadonlySet<string>;
}

type Said = Pick<Finding, 'code' | 'aspect'>;

/**
 * Whether the editor says this itself: an editor looks only at what it has open. The fixes are offered all the same.
 * @param path of the document that the finding is in
 */
export function isSaidByEditor(session: Session, path: string, finding: Said): boolean {
  return isLookedAt(session, path) && isOfEditor(session, finding);
}

/** Whether the editor has findings of its own for a document. */
export function isLookedAt({ buffers, shown }: Session, path: string): boolean {
  // A `.skillwright.json` is looked at by another part of VS Code, which minds the tabs in the background, too.
  return shown === undefined || isSettings(path) ? buffers.get(path) !== undefined : shown.has(path);
}

/** Whether the editor says such things of documents that it looks at. */
export function isOfEditor({ reportedByEditor }: Session, { code, aspect }: Said): boolean {
  return reportedByEditor.has(code) || (aspect !== undefined && reportedByEditor.has(`${code}/${aspect}`));
}

/** `reportedByEditor` of an editor whose Markdown support follows links and finds what links to a heading. */
const MARKDOWN_LINKS = 'markdown.links';

/** Whether the editor follows a lead itself: a link of Markdown, relative to its document, or to a heading of it. */
export function isFollowedByEditor({ reportedByEditor }: Pick<Session, 'reportedByEditor'>, lead: Lead): boolean {
  if (!reportedByEditor.has(MARKDOWN_LINKS)) return false;
  if (lead.form === 'anchor') return true;
  const isLink = lead.form === 'link' || lead.form === 'image' || lead.form === 'definition';
  return isLink && lead.kind === 'path' && lead.base.kind === 'document' && lead.from === dirname(lead.document);
}

/** Whether the editor's Markdown support answers for the headings of a document. */
export const knowsHeadings = ({ reportedByEditor }: Pick<Session, 'reportedByEditor'>): boolean =>
  reportedByEditor.has(MARKDOWN_LINKS);

/** The URI by which the editor knows a file: its own spelling where it has the file open. */
export function uriFor({ buffers }: Session, path: string): string {
  return buffers.get(path)?.uri ?? uriOf(path);
}
