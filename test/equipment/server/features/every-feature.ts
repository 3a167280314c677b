/**
 * Every request about a document that the server handles, by the name of its capability, for tests and benchmarks that
 * exercise all of them. A test compares the names with those that `initialize` declares.
 */
import type { Position } from 'vscode-languageserver-protocol';
import { codeActions, resolveCodeAction } from '../../../../server/features/actions/code-actions.ts';
import { codeLenses } from '../../../../server/features/code-lenses.ts';
import { complete, completeItem } from '../../../../server/features/completion/completion.ts';
import { definition } from '../../../../server/features/definition.ts';
import { documentLinks } from '../../../../server/features/document-links.ts';
import { beforeDeleting, beforeMoving } from '../../../../server/features/file-operations.ts';
import { hover } from '../../../../server/features/hover/hover.ts';
import { pullDocument } from '../../../../server/features/pull.ts';
import { highlights, references } from '../../../../server/features/references.ts';
import { prepareRename, rename } from '../../../../server/features/rename.ts';
import type { Session } from '../../../../server/features/session.ts';
import { skillDetails } from '../../../../server/features/skill-details.ts';
import { documentSymbols } from '../../../../server/features/structure/document-symbols.ts';
import { foldingRanges } from '../../../../server/features/structure/folding.ts';
import { inlayHints } from '../../../../server/features/structure/inlay-hints.ts';
import { selectionRanges } from '../../../../server/features/structure/selection.ts';
import { semanticTokens } from '../../../../server/features/structure/semantic-tokens.ts';
import type { Lines } from '../../../../server/workspace/lines.ts';
import type { SkillEntry } from '../../../../server/workspace/skill-entry.ts';
import { basename, dirname, type FileSystem, join } from '../../../../skill/index.ts';

/** A document of a skill with its server. */
export interface RequestedDocument {
  readonly session: Session;
  readonly fs: FileSystem;
  /** Absolute. */
  readonly path: string;
  readonly lines: Lines;
}

export interface RequestedPlace extends RequestedDocument {
  readonly position: Position;
}

const COMPLETION = { snippets: true, markdown: true };
const EDITS = { documentChanges: true, create: true, resolve: true, disabled: true };
const RENAMES = { documentChanges: true, files: true, annotations: true };
/** Number of list items to resolve, like a user who moves down the list. */
const ITEMS = 3;

/** Requests about a document. */
export const DOCUMENT_REQUESTS = {
  diagnosticProvider: ({ session, path }: RequestedDocument) => pullDocument(session, path, undefined),
  documentSymbolProvider: ({ session, path }: RequestedDocument) => documentSymbols(session, path, true),
  foldingRangeProvider: ({ session, path }: RequestedDocument) => foldingRanges(session, path),
  semanticTokensProvider: ({ session, path }: RequestedDocument) => semanticTokens(session, path),
  inlayHintProvider: ({ session, path }: RequestedDocument) =>
    inlayHints(session, path, ({ text }) => ({ start: 0, end: text.length })),
  documentLinkProvider: ({ session, path }: RequestedDocument) => documentLinks(session, path),
  codeLensProvider: ({ session, path }: RequestedDocument) => codeLenses(session, path),
} as const;

/** Requests about a position. */
export const PLACE_REQUESTS = {
  completionProvider({ session, fs, path, position }: RequestedPlace) {
    const list = complete(session, fs, { path, position, support: COMPLETION });
    return { ...list, resolved: list?.items.slice(0, ITEMS).map((item) => completeItem(fs, item, COMPLETION)) };
  },
  hoverProvider: ({ session, path, position }: RequestedPlace) =>
    hover(session, path, position, { markdown: true, widths: true }),
  definitionProvider: ({ session, path, position }: RequestedPlace) => definition(session, path, position, true),
  referencesProvider: ({ session, path, position }: RequestedPlace) => references(session, path, position, true),
  documentHighlightProvider: ({ session, path, position }: RequestedPlace) => highlights(session, path, position),
  selectionRangeProvider: ({ session, path, position }: RequestedPlace) => selectionRanges(session, path, [position]),
  codeActionProvider({ session, path, position }: RequestedPlace) {
    const request = { range: { start: position, end: position }, context: { diagnostics: [] } };
    return codeActions(session, path, request, EDITS).map((action) => resolveCodeAction(session, action, EDITS));
  },
  renameProvider({ session, path, position }: RequestedPlace) {
    const prepared = prepareRename(session, path, position);
    if (prepared === null || prepared instanceof Error) return { prepared: prepared?.message };
    const done = rename(session, path, position, `x${prepared.placeholder}`, RENAMES, () => true);
    return { prepared, renamed: done instanceof Error ? done.message : done?.edit };
  },
} as const;

/** Returns the responses about a skill, and for moving or deleting one of its files. */
export function skillResponses(session: Session, entry: SkillEntry) {
  const files = [...entry.bundle.files].sort().map((file) => join(entry.root, file));
  const path = files.find((file) => file !== entry.manifest);
  const moves = path === undefined ? [] : [{ from: path, to: join(dirname(path), `x${basename(path)}`) }];
  return {
    details: skillDetails(session, session.workspace, entry),
    // The data behind workspace symbols.
    outline: entry.outline(),
    moved: beforeMoving(session, moves, RENAMES, undefined),
    deleted: beforeDeleting(
      session,
      moves.map(({ from }) => from),
    ),
  };
}

type Answers<Requests> = { readonly [Name in keyof Requests]: unknown };

/** Returns all responses about a document. */
export const documentResponses = (request: RequestedDocument): Answers<typeof DOCUMENT_REQUESTS> =>
  answersOf(DOCUMENT_REQUESTS, request);

/** Returns all responses about a position. */
export const placeResponses = (request: RequestedPlace): Answers<typeof PLACE_REQUESTS> =>
  answersOf(PLACE_REQUESTS, request);

function answersOf<Requests extends Readonly<Record<string, (request: Request) => unknown>>, Request>(
  requests: Requests,
  request: Request,
): Answers<Requests> {
  const answers = Object.entries(requests).map(([name, ask]) => [name, ask(request)]);
  return Object.fromEntries(answers) as Answers<Requests>;
}
