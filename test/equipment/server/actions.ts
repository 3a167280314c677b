/** Test helper: chooses and applies a code action to the files of a skill. */
import type { CodeAction, WorkspaceEdit } from 'vscode-languageserver-protocol';
import { codeActions, resolveCodeAction } from '../../../server/features/actions/code-actions.ts';
import type { EditSupport } from '../../../server/features/actions/edits.ts';
import type { Session } from '../../../server/features/session.ts';
import { applyEdits } from '../../../server/rules/rule/safe-fixes.ts';
import { Lines } from '../../../server/workspace/lines.ts';
import { pathOf } from '../../../server/workspace/uris.ts';
import { defined } from '../../../skill/index.ts';
import { sessionOf, workspaceOf } from './server.ts';

export type Files = Readonly<Record<string, string>>;

const ALL: EditSupport = { documentChanges: true, create: true, resolve: true, disabled: true };

export interface ActionTester {
  readonly session: Session;
  /** Returns the actions at the first occurrence of `words`, or only those of some kinds. */
  readonly actions: (words: string, only?: readonly string[]) => readonly CodeAction[];
  readonly titles: (words: string, only?: readonly string[]) => readonly string[];
  /** Returns all files after an action, which is resolved like in an editor. */
  readonly filesAfter: (words: string, title: string | RegExp, only?: readonly string[]) => Files;
}

/** @param files as for `workspaceOf`. @param document the document of the actions, in the same form */
export function actionTester(files: Files, document = 'SKILL.md', support: EditSupport = ALL): ActionTester {
  const absolute = (path: string): string => (path.startsWith('/') ? path : `/work/notes/${path}`);
  const inputPaths = new Map(Object.keys(files).map((path) => [absolute(path), path]));
  const path = absolute(document);
  const text = files[document] ?? '';
  const workspace = workspaceOf(files);
  const session = sessionOf(workspace);
  const actions: ActionTester['actions'] = (words, only) => {
    const start = text.indexOf(words);
    if (start < 0) throw new Error(`no ${words}`);
    const range = new Lines(text).range({ start, end: start });
    return codeActions(
      session,
      path,
      { range, context: defined({ diagnostics: [], only: only ? [...only] : undefined }) },
      support,
    );
  };
  return {
    session,
    actions,
    titles: (words, only) => actions(words, only).map(({ title }) => title),
    filesAfter: (words, title, only) => {
      const all = actions(words, only);
      const action = all.find((one) => (typeof title === 'string' ? one.title === title : title.test(one.title)));
      if (!action) throw new Error(`no ${title}; there are: ${all.map((one) => one.title).join(', ')}`);
      const { edit } = resolveCodeAction(session, action, support);
      if (!edit) throw new Error(`${action.title} changes nothing`);
      return applyEdit(
        files,
        edit,
        (uri) => inputPaths.get(pathOf(uri) ?? '') ?? (pathOf(uri) ?? '').replace('/work/notes/', ''),
      );
    },
  };
}

function applyEdit(files: Files, edit: WorkspaceEdit, nameOf: (uri: string) => string): Files {
  const result: Record<string, string> = { ...files };
  for (const change of edit.documentChanges ?? []) {
    if ('kind' in change) {
      if (change.kind !== 'create') throw new Error('expected only created files');
      if (result[nameOf(change.uri)] !== undefined) throw new Error(`${change.uri} already exists`);
      result[nameOf(change.uri)] = '';
      continue;
    }
    const name = nameOf(change.textDocument.uri);
    const text = result[name] ?? '';
    const lines = new Lines(text);
    const edits = change.edits.map((one) => {
      if (!('newText' in one)) throw new Error('unexpected snippet');
      return { range: { start: lines.offset(one.range.start), end: lines.offset(one.range.end) }, text: one.newText };
    });
    const places = [...edits].sort((a, b) => a.range.start - b.range.start || a.range.end - b.range.end);
    for (const [index, { range }] of places.entries())
      if (range.start < (places[index - 1]?.range.end ?? 0)) throw new Error(`edits of ${name} overlap`);
    result[name] = applyEdits(text, edits);
  }
  return result;
}

/** Returns the files with CRLF. */
export const crlf = (files: Files): Files =>
  Object.fromEntries(Object.entries(files).map(([path, text]) => [path, text.replaceAll('\n', '\r\n')]));
