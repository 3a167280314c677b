import type { CodeAction, CodeActionParams, WorkspaceEdit } from 'vscode-languageserver-protocol';
import { defined, join, own } from '../../../skill/index.ts';
import { OPEN_CREATED } from '../../protocol.ts';
import { suppressionFixes } from '../../rules/findings/suppress.ts';
import { type Finding, type Fix, fixesFor, placesOf, type TextEdit, touches } from '../../rules/rule/rule.ts';
import { pathOf, uriOf } from '../../workspace/uris.ts';
import { toDiagnostic } from '../diagnostics.ts';
import { isReportedByEditor, type Session } from '../session.ts';
import { type EditSupport, textEdits, withNewFile, withNewName } from './edits.ts';
import { extractOffers } from './extract-section.ts';
import { fixAllOffers, fixKindOffers } from './fix-all.ts';
import { initialText } from './new-file-text.ts';
import { type ActionData, type ActionInput, isWanted, KINDS, type Offer } from './offer.ts';
import { withRenamedPaths } from './renamed-paths.ts';
import { resourceOffers, unreferencedFiles } from './resources.ts';
import { rewriteOffers } from './rewrite-path.ts';
import { stateBaseOffers } from './state-base.ts';
import { statePathOffers } from './state-path.ts';

type ActionRequest = Pick<CodeActionParams, 'range' | 'context'>;

/**
 * Returns the code actions for a range: quick fixes of every finding in it, the most likely of each finding first; quick
 * fixes for the entire file; what the author can say of a path; suppression comments; and refactorings independent of findings. Findings that the editor
 * reports itself cannot be suppressed by our comments.
 */
export function codeActions(
  session: Session,
  path: string,
  request: ActionRequest,
  support: EditSupport,
): readonly CodeAction[] {
  return offers(session, path, request, support).flatMap(({ edit, costly, disabled, ...action }): CodeAction[] => {
    const { title, kind } = action;
    if (disabled !== undefined) return support.disabled ? [{ ...action, disabled: { reason: disabled } }] : [];
    if (costly && support.resolve) {
      const data: ActionData = { uri: uriOf(path), range: request.range, kind, title };
      return [{ ...action, data }];
    }
    const now = edit();
    return now === undefined ? [] : [{ ...action, edit: now }];
  });
}

/** Computes an action's edit for the current text; returns the action unchanged if it no longer applies. */
export function resolveCodeAction(session: Session, action: CodeAction, support: EditSupport): CodeAction {
  const data: unknown = action.data;
  if (action.edit !== undefined || !isActionData(data)) return action;
  const path = pathOf(data.uri);
  if (path === undefined) return action;
  const request = { range: data.range, context: { diagnostics: [], only: [data.kind] } };
  const offer = offers(session, path, request, support).find(
    (one) => one.kind === data.kind && one.title === data.title,
  );
  const edit = offer?.edit();
  return edit === undefined ? action : { ...action, edit };
}

function offers(
  session: Session,
  path: string,
  { range, context }: ActionRequest,
  support: EditSupport,
): readonly Offer[] {
  const wants = (ours: string): boolean => isWanted(context.only, ours);
  const diagnosed = Object.values(KINDS).some(wants) ? session.workspace.diagnose(path) : undefined;
  if (diagnosed === undefined) return [];
  const result = withRenamedPaths(session, diagnosed);
  const selection = { start: result.lines.offset(range.start), end: result.lines.offset(range.end) };
  // A finding has fixes at each of its ranges.
  const touched = result.findings.flatMap((finding) => {
    const place = placesOf(finding).find(({ range }) => touches(range, selection));
    return place === undefined ? [] : [{ finding, at: place.range }];
  });
  const entry = session.workspace.skillOf(path);
  // An eval file is no document.
  const instructions = entry ? undefined : session.workspace.instructions(path);
  const document = result.analysis && (entry?.document(path) ?? instructions?.document);
  const skill = entry?.skill() ?? instructions?.context.skill;
  const isRead = document && !('unreadable' in document) && skill && !('unreadable' in skill) && result.analysis;
  const input: ActionInput | undefined = isRead
    ? { session, path, result, document, skill, analysis: result.analysis, range: selection, support }
    : undefined;

  const offersOf = (kind: string, finding: Finding, fixes: readonly Fix[]): readonly Offer[] =>
    fixes.flatMap((fix): readonly Offer[] => {
      if (fix.kind !== 'edit' && !support[fix.kind]) return [];
      return [
        defined({
          title: fix.title,
          kind,
          diagnostics: isReportedByEditor(session, path, finding)
            ? undefined
            : [toDiagnostic(session, result, finding)],
          edit: () =>
            fixEdit(
              fix,
              input,
              (edits) => textEdits(session, [{ path, text: result.lines.text, lines: result.lines, edits }], support),
              session,
              path,
            ),
          ...(fix.kind === 'create' ? opening(session, createdUri(session, path, fix.path)) : undefined),
          isPreferred: fix.kind === 'rename' || (fix.kind === 'edit' && fix.preferred) ? true : undefined,
        }),
      ];
    });

  const fixes = touched.flatMap(({ finding, at }) => offersOf(KINDS.fix, finding, fixesFor(finding, at)));
  if (input === undefined) return fixes.filter(({ kind }) => wants(kind));
  const isOfSkill = instructions === undefined;
  const unreferenced = touched.flatMap(({ finding }) => unreferencedFiles(finding));
  return [
    ...(wants(KINDS.fix) ? fixes : []),
    ...(isOfSkill && wants(KINDS.fix) ? resourceOffers(input, unreferenced) : []),
    ...(isOfSkill && context.only?.includes(KINDS.stateBase) ? stateBaseOffers(input) : []),
    ...(wants(KINDS.fixKind)
      ? fixKindOffers(
          input,
          touched.map(({ finding }) => finding),
        )
      : []),
    ...(wants(KINDS.statePath) ? statePathOffers(input, touched) : []),
    ...(wants(KINDS.suppress) ? suppressions(input, touched, offersOf) : []),
    ...(isOfSkill && wants(KINDS.rewrite) ? rewriteOffers(input) : []),
    ...(isOfSkill && wants(KINDS.extract) ? extractOffers(input) : []),
    ...(wants(KINDS.fixAll) ? fixAllOffers(input) : []),
  ];
}

type Touched = { readonly finding: Finding; readonly at: Finding['range'] };

/** Returns actions for the first finding of each code. A comment suppresses only the range for which it is written. */
function suppressions(
  { session, path, document }: ActionInput,
  touched: readonly Touched[],
  offersOf: (kind: string, finding: Finding, fixes: readonly Fix[]) => readonly Offer[],
): readonly Offer[] {
  const first = new Map<string, Touched>();
  for (const one of touched)
    if (!first.has(one.finding.code) && !isReportedByEditor(session, path, one.finding))
      first.set(one.finding.code, one);
  return [...first.values()].flatMap(({ finding, at }) =>
    offersOf(KINDS.suppress, finding, suppressionFixes(document.text, document.bodyStart, finding.code, at)),
  );
}

function fixEdit(
  fix: Fix,
  input: ActionInput | undefined,
  edit: (edits: readonly TextEdit[]) => WorkspaceEdit,
  session: Session,
  path: string,
): WorkspaceEdit {
  if (fix.kind === 'edit') return edit(fix.edits);
  if (fix.kind === 'rename') return withNewName(path, fix.name);
  return withNewFile(createdPath(session, path, fix.path), input ? initialText(input, fix.path) : '');
}

const createdPath = (session: Session, path: string, created: string): string =>
  join(session.workspace.skillOf(path)?.root ?? '', created);

const createdUri = (session: Session, path: string, created: string): string =>
  uriOf(createdPath(session, path, created));

/** Opens a new file after it is created, if the editor has the command. */
function opening({ commands }: Session, uri: string): Pick<CodeAction, 'command'> {
  const has = commands?.has(OPEN_CREATED) ?? false;
  return has ? { command: { title: 'Open the new file', command: OPEN_CREATED, arguments: [uri] } } : {};
}

function isActionData(data: unknown): data is ActionData {
  return (
    typeof data === 'object' &&
    data !== null &&
    ['uri', 'kind', 'title'].every((key) => typeof own(data, key) === 'string') &&
    'range' in data &&
    typeof data.range === 'object'
  );
}
