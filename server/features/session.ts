import { dirname } from '../../skill/index.ts';
import type { History } from '../history/history.ts';
import type { Finding } from '../rules/rule/rule.ts';
import type { Occurrence } from '../targets/target.ts';
import type { Targets } from '../targets/targets.ts';
import type { Buffers } from '../workspace/buffers.ts';
import { uriOf } from '../workspace/uris.ts';
import type { Workspace } from '../workspace/workspace.ts';

/** State of the running server that features need. */
export interface Session {
  readonly workspace: Workspace;
  /** The index of references and their targets. */
  readonly targets: Targets;
  readonly buffers: Buffers;
  /** The histories of repositories, from git; absent where it is not asked. */
  readonly history?: History | undefined;
  /** Tells whether a program is on the PATH, while the user trusts the workspace; absent where that is not asked. */
  hasProgram?: (name: string) => boolean;
  /** URI of the folder with the rule pages, without a trailing slash; undefined if they are not shipped. */
  readonly rulePages: string | undefined;
  /** `initializationOptions.reportedByEditor`: findings that the editor itself reports for its open documents. */
  reportedByEditor: ReadonlySet<string>;
  /** `initializationOptions.completedByEditor`: items that the editor itself completes. */
  readonly completedByEditor?: ReadonlySet<string>;
  /** `initializationOptions.commands`: commands that the editor has; absent if not specified. */
  readonly commands?: ReadonlySet<string>;
  /** True if the editor shows the other places of a diagnostic (`relatedInformation`). */
  readonly showsRelated?: boolean;
  /** Paths of the skill documents that the editor shows, if it reports them; otherwise all open ones count as shown. */
  shown?: ReadonlySet<string>;
}

type FindingKind = Pick<Finding, 'code' | 'aspect'>;

/**
 * Returns true if the editor itself reports a finding, which requires that it has the document open. Fixes are offered
 * anyway.
 * @param path of the finding's document
 */
export function isReportedByEditor(session: Session, path: string, finding: FindingKind): boolean {
  return isCheckedByEditor(session, path) && editorReports(session, finding);
}

/** Returns true if the editor has its own findings for a document. */
export function isCheckedByEditor({ buffers, shown }: Session, path: string): boolean {
  // VS Code validates JSON by other means, including tabs in the background.
  return shown === undefined || path.endsWith('.json') ? buffers.get(path) !== undefined : shown.has(path);
}

/** Returns true if the editor reports such findings for its documents. */
export function editorReports({ reportedByEditor }: Session, { code, aspect }: FindingKind): boolean {
  return reportedByEditor.has(code) || (aspect !== undefined && reportedByEditor.has(`${code}/${aspect}`));
}

/** The value of `reportedByEditor` for an editor whose Markdown support follows links and finds links to headings. */
const MARKDOWN_LINKS = 'markdown.links';

/** Returns true if the editor follows a reference itself: a Markdown link relative to its document, or to one of its headings. */
export function isFollowedByEditor(
  { reportedByEditor }: Pick<Session, 'reportedByEditor'>,
  occurrence: Occurrence,
): boolean {
  if (!reportedByEditor.has(MARKDOWN_LINKS)) return false;
  if (occurrence.form === 'anchor') return true;
  const isLink = occurrence.form === 'link' || occurrence.form === 'image' || occurrence.form === 'definition';
  return (
    isLink &&
    occurrence.kind === 'path' &&
    occurrence.base.kind === 'document' &&
    occurrence.from === dirname(occurrence.document)
  );
}

/** Returns true if the editor's Markdown support handles the headings of a document. */
export const knowsHeadings = ({ reportedByEditor }: Pick<Session, 'reportedByEditor'>): boolean =>
  reportedByEditor.has(MARKDOWN_LINKS);

/** Returns the URI of a file in the editor's spelling if the file is open. */
export function uriFor({ buffers }: Session, path: string): string {
  return buffers.get(path)?.uri ?? uriOf(path);
}
