/**
 * Every request about a document that the server answers, by the name of its capability: for tests and benches that must
 * ask all of them. A test compares the names with what `initialize` promises.
 */
import type { Position } from 'vscode-languageserver-protocol';
import { basename, dirname, type FileSystem, join } from '../../../skill/index.ts';
import type { SkillEntry } from '../../workspace/entry.ts';
import type { Lines } from '../../workspace/lines.ts';
import { codeActions, resolveCodeAction } from '../actions/code-actions.ts';
import { codeLenses } from '../code-lenses.ts';
import { complete, completeItem } from '../completion/completion.ts';
import { definition } from '../definition.ts';
import { documentLinks } from '../document-links.ts';
import { beforeDeleting, beforeMoving } from '../file-operations.ts';
import { hover } from '../hover/hover.ts';
import { pullDocument } from '../pull.ts';
import { highlights, references } from '../references.ts';
import { prepareRename, rename } from '../rename.ts';
import type { Session } from '../session.ts';
import { skillDetails } from '../skill-details.ts';
import { documentSymbols } from '../structure/document-symbols.ts';
import { foldingRanges } from '../structure/folding.ts';
import { inlayHints } from '../structure/inlay-hints.ts';
import { selectionRanges } from '../structure/selection.ts';
import { semanticTokens } from '../structure/semantic-tokens.ts';

/** A document of a skill, and the server that is asked. */
export interface AskedDocument {
  readonly session: Session;
  readonly fs: FileSystem;
  /** Absolute. */
  readonly path: string;
  readonly lines: Lines;
}

export interface AskedPlace extends AskedDocument {
  readonly position: Position;
}

const COMPLETION = { snippets: true, markdown: true };
const EDITS = { documentChanges: true, create: true, resolve: true, disabled: true };
const RENAMES = { documentChanges: true, files: true, annotations: true };
/** So many items of a list are looked at, as one does who moves down in it. */
const ITEMS = 3;

/** The requests about a document as a whole. */
export const ABOUT_DOCUMENT = {
  diagnosticProvider: ({ session, path }: AskedDocument) => pullDocument(session, path, undefined),
  documentSymbolProvider: ({ session, path }: AskedDocument) => documentSymbols(session, path, true),
  foldingRangeProvider: ({ session, path }: AskedDocument) => foldingRanges(session, path),
  semanticTokensProvider: ({ session, path }: AskedDocument) => semanticTokens(session, path),
  inlayHintProvider: ({ session, path }: AskedDocument) =>
    inlayHints(session, path, ({ text }) => ({ start: 0, end: text.length })),
  documentLinkProvider: ({ session, path }: AskedDocument) => documentLinks(session, path),
  codeLensProvider: ({ session, path }: AskedDocument) => codeLenses(session, path),
} as const;

/** The requests about a place of it. */
export const ABOUT_PLACE = {
  completionProvider({ session, fs, path, position }: AskedPlace) {
    const list = complete(session, fs, { path, position, support: COMPLETION });
    return { ...list, resolved: list?.items.slice(0, ITEMS).map((item) => completeItem(fs, item, COMPLETION)) };
  },
  hoverProvider: ({ session, path, position }: AskedPlace) =>
    hover(session, path, position, { markdown: true, widths: true }),
  definitionProvider: ({ session, path, position }: AskedPlace) => definition(session, path, position, true),
  referencesProvider: ({ session, path, position }: AskedPlace) => references(session, path, position, true),
  documentHighlightProvider: ({ session, path, position }: AskedPlace) => highlights(session, path, position),
  selectionRangeProvider: ({ session, path, position }: AskedPlace) => selectionRanges(session, path, [position]),
  codeActionProvider({ session, path, position }: AskedPlace) {
    const asked = { range: { start: position, end: position }, context: { diagnostics: [] } };
    return codeActions(session, path, asked, EDITS).map((action) => resolveCodeAction(session, action, EDITS));
  },
  renameProvider({ session, path, position }: AskedPlace) {
    const prepared = prepareRename(session, path, position);
    if (prepared === null || prepared instanceof Error) return { prepared: prepared?.message };
    const done = rename(session, path, position, `x${prepared.placeholder}`, RENAMES, () => true);
    return { prepared, renamed: done instanceof Error ? done.message : done?.edit };
  },
} as const;

/** What is answered about a skill as a whole, and when one of its files is moved or deleted. */
export function askSkill(session: Session, entry: SkillEntry) {
  const files = [...entry.bundle.files].sort().map((file) => join(entry.root, file));
  const path = files.find((file) => file !== entry.manifest);
  const moves = path === undefined ? [] : [{ from: path, to: join(dirname(path), `x${basename(path)}`) }];
  return {
    details: skillDetails(session.workspace, entry),
    // What workspace symbols are found in.
    outline: entry.outline(),
    moved: beforeMoving(session, moves, RENAMES, undefined),
    deleted: beforeDeleting(
      session,
      moves.map(({ from }) => from),
    ),
  };
}

type Answers<Requests> = { readonly [Name in keyof Requests]: unknown };

/** All that is answered about a document as a whole. */
export const askDocument = (asked: AskedDocument): Answers<typeof ABOUT_DOCUMENT> => answersOf(ABOUT_DOCUMENT, asked);

/** All that is answered about a place. */
export const askPlace = (asked: AskedPlace): Answers<typeof ABOUT_PLACE> => answersOf(ABOUT_PLACE, asked);

function answersOf<Requests extends Readonly<Record<string, (asked: Asked) => unknown>>, Asked>(
  requests: Requests,
  asked: Asked,
): Answers<Requests> {
  const answers = Object.entries(requests).map(([name, ask]) => [name, ask(asked)]);
  return Object.fromEntries(answers) as Answers<Requests>;
}
