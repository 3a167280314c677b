/** Pulled diagnostics: of one document, and of the entire workspace. */
import {
  type CancellationToken,
  type DocumentDiagnosticReport,
  DocumentDiagnosticReportKind,
  type ResultProgressReporter,
  type WorkspaceDiagnosticParams,
  type WorkspaceDiagnosticReport,
  type WorkspaceDiagnosticReportPartialResult,
  type WorkspaceDocumentDiagnosticReport,
} from 'vscode-languageserver';
import { defined } from '../../skill/index.ts';
import type { Affected } from '../workspace/workspace.ts';
import { diagnosticsOf } from './diagnostics.ts';
import { Feed, type FeedItem } from './feed.ts';
import type { Session } from './session.ts';

/** Delay after a change before the workspace report is updated, in milliseconds; open documents are pulled immediately. */
const DELAY = 300;

/** Handles `textDocument/diagnostic`. */
export function pullDocument(
  session: Session,
  path: string | undefined,
  previous: string | undefined,
): DocumentDiagnosticReport {
  if (path === undefined) return { kind: DocumentDiagnosticReportKind.Full, items: [] };
  const { items, resultId } = diagnosticsOf(session, path);
  if (resultId !== '' && resultId === previous) return { kind: DocumentDiagnosticReportKind.Unchanged, resultId };
  return defined({ kind: DocumentDiagnosticReportKind.Full, items, resultId: resultId || undefined });
}

/**
 * Handles `workspace/diagnostic`. With a progress token, the request stays open and receives changes, since a client would
 * otherwise send another request two seconds after each response. Without one, it returns all changes.
 */
export class WorkspacePull {
  readonly #session: Session;
  #openRequest: { readonly feed: Feed; readonly end: () => void } | undefined;

  /** Number of active requests without a progress token. */
  #active = 0;

  constructor(session: Session) {
    this.#session = session;
  }

  async answer(
    { previousResultIds }: WorkspaceDiagnosticParams,
    token: CancellationToken,
    progress: ResultProgressReporter<WorkspaceDiagnosticReportPartialResult> | undefined,
  ): Promise<WorkspaceDiagnosticReport> {
    const known = new Map(previousResultIds.map(({ uri, value }) => [uri, value]));
    // A request cancelled before it was dispatched has a token whose event never fires.
    if (token.isCancellationRequested) return { items: [] };
    const items: WorkspaceDocumentDiagnosticReport[] = [];
    const feed = new Feed(this.#session, known, (found) => {
      const reports = found.map((item) => this.#report(item));
      if (progress) progress.report({ items: reports });
      else items.push(...reports);
    });
    feed.update({ kind: 'all' }, 0);
    if (!progress) {
      token.onCancellationRequested(() => feed.dispose());
      this.#active++;
      await feed.flush();
      this.#active--;
      feed.dispose();
      return { items };
    }
    this.end();
    await new Promise<void>((resolve) => {
      this.#openRequest = { feed, end: resolve };
      token.onCancellationRequested(resolve);
    });
    feed.dispose();
    if (this.#openRequest?.feed === feed) this.#openRequest = undefined;
    return { items: [] };
  }

  /** True while documents are checked for a response. */
  get isBusy(): boolean {
    return this.#active > 0 || this.#openRequest?.feed.isBusy === true;
  }

  changed(affected: Affected): void {
    this.#openRequest?.feed.update(affected, DELAY);
  }

  /** Completes the open request, on shutdown or when the client sends another one. */
  end(): void {
    this.#openRequest?.end();
    this.#openRequest = undefined;
  }

  #report({ uri, path, items, resultId }: FeedItem): WorkspaceDocumentDiagnosticReport {
    const version = this.#session.buffers.get(path)?.version ?? null;
    return defined({ kind: DocumentDiagnosticReportKind.Full, uri, version, items, resultId: resultId || undefined });
  }
}
