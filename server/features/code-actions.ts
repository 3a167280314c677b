import {
  type ClientCapabilities,
  type CodeAction,
  CodeActionKind,
  type CodeActionParams,
  type TextDocumentEdit,
  type WorkspaceEdit,
} from 'vscode-languageserver-protocol';
import { join } from '../../skill/index.ts';
import { OPEN_CREATED } from '../protocol.ts';
import { type Finding, type Fix, fixesFor, placesOf, touches } from '../rules/rule.ts';
import { suppressionFixes } from '../rules/suppress.ts';
import type { Lines } from '../workspace/lines.ts';
import { uriOf } from '../workspace/uris.ts';
import { toDiagnostic } from './diagnostics.ts';
import { isSaidByEditor, type Session, uriFor } from './session.ts';

/** Quick fixes by LSP's hierarchy of kinds: a client may ask for those that put a finding right, without suppressions. */
const FIX = `${CodeActionKind.QuickFix}.skillwright`;
const SUPPRESS = `${CodeActionKind.QuickFix}.suppress`;

/** What of `WorkspaceEdit` the client understands. */
export interface EditSupport {
  readonly documentChanges: boolean;
  readonly create: boolean;
}

export function editSupport({ workspace }: ClientCapabilities): EditSupport {
  const edit = workspace?.workspaceEdit;
  const documentChanges = edit?.documentChanges ?? false;
  return { documentChanges, create: documentChanges && (edit?.resourceOperations ?? []).includes('create') };
}

/**
 * The quick fixes of every finding that the range touches, the likeliest of each finding first, and after all of them
 * the comments that suppress one. What the editor says itself no comment of ours can silence.
 */
export function codeActions(
  session: Session,
  path: string,
  { range, context }: Pick<CodeActionParams, 'range' | 'context'>,
  support: EditSupport,
): readonly CodeAction[] {
  const wants = (ours: string): boolean =>
    context.only?.some((kind) => kind === '' || kind === ours || ours.startsWith(`${kind}.`)) ?? true;
  const result = wants(FIX) || wants(SUPPRESS) ? session.workspace.diagnose(path) : undefined;
  if (result === undefined) return [];
  const start = result.lines.offset(range.start);
  const end = result.lines.offset(range.end);
  const actions: CodeAction[] = [];
  // A finding has fixes at each of its places.
  const touched = result.findings.flatMap((finding) => {
    const place = placesOf(finding).find(({ range }) => touches(range, { start, end }));
    return place === undefined ? [] : [{ finding, at: place.range }];
  });
  const offer = (kind: string, finding: Finding, fixes: readonly Fix[]): void => {
    if (!wants(kind)) return;
    for (const fix of fixes) {
      if (fix.kind === 'create' && !support.create) continue;
      actions.push({
        title: fix.title,
        kind,
        ...(isSaidByEditor(session, path, finding) ? {} : { diagnostics: [toDiagnostic(session, result, finding)] }),
        edit: toEdit(session, path, result.lines, fix, support),
        ...(fix.kind === 'create' ? opening(session, createdUri(session, path, fix.path)) : {}),
        ...(fix.kind === 'edit' && fix.preferred ? { isPreferred: true } : {}),
      });
    }
  };
  for (const { finding, at } of touched) offer(FIX, finding, fixesFor(finding, at));
  const document = session.workspace.skillOf(path)?.document(path);
  if (document === undefined || 'unreadable' in document) return actions;
  const ours = touched.filter(({ finding }) => !isSaidByEditor(session, path, finding));
  // The first of each code. A comment silences the place that it is written at.
  const first = new Map<string, (typeof ours)[number]>();
  for (const one of ours) if (!first.has(one.finding.code)) first.set(one.finding.code, one);
  for (const { finding, at } of first.values()) {
    offer(SUPPRESS, finding, suppressionFixes(document.text, document.bodyStart, finding.code, at));
  }
  return actions;
}

function createdUri(session: Session, path: string, created: string): string {
  return uriOf(join(session.workspace.skillOf(path)?.root ?? '', created));
}

/** Whoever makes a file wants to write it. */
function opening({ commands }: Session, uri: string): Pick<CodeAction, 'command'> {
  const has = commands?.has(OPEN_CREATED) ?? false;
  return has ? { command: { title: 'Open the new file', command: OPEN_CREATED, arguments: [uri] } } : {};
}

function toEdit(session: Session, path: string, lines: Lines, fix: Fix, support: EditSupport): WorkspaceEdit {
  const uri = uriFor(session, path);
  if (fix.kind === 'create') {
    const uri = createdUri(session, path, fix.path);
    return { documentChanges: [{ kind: 'create', uri, options: { ignoreIfExists: true } }] };
  }
  const edits = fix.edits.map((edit) => ({ range: lines.range(edit.range), newText: edit.text }));
  if (!support.documentChanges) return { changes: { [uri]: edits } };
  // With its version, so that the editor refuses an edit that came too late for the text.
  const change: TextDocumentEdit = {
    textDocument: { uri, version: session.buffers.get(path)?.version ?? null },
    edits,
  };
  return { documentChanges: [change] };
}
