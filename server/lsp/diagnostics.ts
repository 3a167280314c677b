/** Serves diagnostics by pull or push, and requests refreshes. */

import {
  type Connection,
  type DocumentDiagnosticReport,
  DocumentDiagnosticReportKind,
  type InitializeParams,
  type ResponseError,
} from 'vscode-languageserver';
import { defined } from '../../skill/index.ts';
import { Feed, type FeedItem } from '../features/feed.ts';
import { FenceTyping } from '../features/fence-typing.ts';
import { prepareHistory } from '../features/path-history.ts';
import { pullDocument, WorkspacePull } from '../features/pull.ts';
import { editorReports, type Session } from '../features/session.ts';
import type { Typing } from '../features/typing.ts';
import { ShownDocuments } from '../protocol.ts';
import { pathOf } from '../workspace/uris.ts';
import type { Affected } from '../workspace/workspace.ts';
import { CANCELLED } from './deferred-requests.ts';
import { refreshStructure } from './structure.ts';

/** Notifies the editor of possible changes. `isExternal`: the change did not come from an edit in the editor. */
export type NotifyChanged = (affected: Affected, isExternal: boolean) => void;

export interface DiagnosticsParts {
  readonly connection: Connection;
  readonly client: InitializeParams['capabilities'];
  readonly session: Session;
  readonly typing: Typing;
  /** Resolves when the workspace is loaded and its settings are known. */
  readonly settled: () => Promise<void>;
  /** Called after every possible change. */
  readonly onChanged: (affected: Affected) => void;
}

export interface Diagnostics {
  readonly changed: NotifyChanged;
  /** Documents that are checked when their author pauses. */
  readonly fences: FenceTyping;
  /** Sends all diagnostics to an editor that cannot pull. */
  start(): void;
  /** Returns true while documents are checked for a workspace report. */
  isBusy(): boolean;
  dispose(): void;
}

/** Debounce delay for pushed diagnostics, in milliseconds. */
const PUSH_DELAY = 150;
/** Delay after the findings of an open document were sent until git is asked about them, in milliseconds. */
const HISTORY_DELAY = 250;

export function serveDiagnostics(parts: DiagnosticsParts): Diagnostics {
  const { connection, client, session, typing, settled, onChanged } = parts;
  const { workspace, buffers } = session;
  const pull = new WorkspacePull(session);
  const push = client.textDocument?.diagnostic ? undefined : new Feed(session, new Map(), publish);
  let isStarted = false;
  const unasked = new Set<string>();
  let asking: NodeJS.Timeout | undefined;
  const refreshes = client.workspace?.diagnostics?.refreshSupport === true;
  const fences = new FenceTyping(refresh);

  type Answer = DocumentDiagnosticReport | ResponseError<never>;
  connection.languages.diagnostics.on(async ({ textDocument, previousResultId }, token): Promise<Answer> => {
    await settled();
    if (!(await typing.untilSettled(token))) return CANCELLED;
    const path = pathOf(textDocument.uri);
    if (refreshes && path !== undefined && previousResultId !== undefined && fences.defers(path))
      return { kind: DocumentDiagnosticReportKind.Unchanged, resultId: previousResultId };
    if (path !== undefined) askHistoryLater(path);
    return pullDocument(session, path, previousResultId);
  });
  connection.languages.diagnostics.onWorkspace(async (params, token, _work, progress) => {
    await settled();
    return pull.answer(params, token, progress);
  });
  connection.onNotification(ShownDocuments, (uris) => {
    const before = session.shown ?? new Set(buffers.paths());
    const now = new Set(uris.flatMap((uri) => pathOf(uri) ?? []));
    session.shown = now;
    const toggled = [...before, ...now].filter((path) => !before.has(path) || !now.has(path));
    const roots = toggled.flatMap((path) =>
      isStarted && isReportedByEditor(path) ? (workspace.skillOf(path)?.root ?? []) : [],
    );
    if (roots.length > 0) changed({ kind: 'skills', roots }, true);
  });
  return {
    changed,
    fences,
    start() {
      isStarted = true;
      push?.update({ kind: 'all' }, 0);
    },
    isBusy: () => pull.isBusy || push?.isBusy === true,
    dispose() {
      pull.end();
      push?.dispose();
      fences.dispose();
      clearTimeout(asking);
    },
  };

  /** Asks git about the missing files of a document when its findings, and those of the workspace, have been sent. */
  function askHistoryLater(path: string): void {
    if (session.history === undefined) return;
    unasked.add(path);
    asking ??= setTimeout(() => {
      asking = undefined;
      const paths = [...unasked];
      unasked.clear();
      for (const one of paths)
        if (pull.isBusy || push?.isBusy === true) askHistoryLater(one);
        else prepareHistory(session, one);
    }, HISTORY_DELAY).unref();
  }

  /** Requests that the editor pulls diagnostics again. */
  function refresh(): void {
    if (refreshes) connection.languages.diagnostics.refresh().catch(() => {});
  }

  function changed(affected: Affected, isExternal: boolean): void {
    if (affected.kind === 'none') return;
    onChanged(affected);
    pull.changed(affected);
    // Earlier findings would be withdrawn when the settings arrive. `start` sends all.
    if (isStarted) push?.update(affected, PUSH_DELAY);
    if (!isExternal) return;
    refreshStructure(connection, client);
    refresh();
  }

  function publish(items: readonly FeedItem[]): void {
    for (const { uri, path, items: diagnostics } of items) {
      const version = buffers.get(path)?.version;
      connection.sendDiagnostics(defined({ uri, diagnostics, version })).catch(() => {});
      if (version !== undefined) askHistoryLater(path);
    }
  }

  /** Returns true if the editor itself reports findings in a document that it shows. */
  function isReportedByEditor(path: string): boolean {
    return workspace.diagnose(path)?.findings.some((finding) => editorReports(session, finding)) ?? false;
  }
}
