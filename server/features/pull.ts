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
import type { Affected } from '../workspace/workspace.ts';
import { diagnosticsOf } from './diagnostics.ts';
import { Feed, type FeedItem } from './feed.ts';
import type { Session } from './session.ts';

/** Milliseconds after a change before the whole workspace is told; the open document is pulled at once anyway. */
const DELAY = 300;

/** `textDocument/diagnostic`. */
export function pullDocument(
  session: Session,
  path: string | undefined,
  previous: string | undefined,
): DocumentDiagnosticReport {
  if (path === undefined) return { kind: DocumentDiagnosticReportKind.Full, items: [] };
  const { items, resultId } = diagnosticsOf(session, path);
  if (resultId !== '' && resultId === previous) return { kind: DocumentDiagnosticReportKind.Unchanged, resultId };
  return { kind: DocumentDiagnosticReportKind.Full, items, ...(resultId === '' ? {} : { resultId }) };
}

/**
 * `workspace/diagnostic`. With a progress token the request is held open and told what changes: a client would
 * otherwise ask again two seconds after each answer, for ever. Without one it is answered with all that is new.
 */
export class WorkspacePull {
  readonly #session: Session;
  #held: { readonly feed: Feed; readonly end: () => void } | undefined;

  /** Requests that are answered once, and not held. */
  #asked = 0;

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
      this.#asked++;
      await feed.flush();
      this.#asked--;
      feed.dispose();
      return { items };
    }
    this.end();
    await new Promise<void>((resolve) => {
      this.#held = { feed, end: resolve };
      token.onCancellationRequested(resolve);
    });
    feed.dispose();
    if (this.#held?.feed === feed) this.#held = undefined;
    return { items: [] };
  }

  /** Whether documents are being looked at for an answer. */
  get isBusy(): boolean {
    return this.#asked > 0 || this.#held?.feed.isBusy === true;
  }

  changed(affected: Affected): void {
    this.#held?.feed.update(affected, DELAY);
  }

  /** Answers the request that is held, on shutdown or because the client asked anew. */
  end(): void {
    this.#held?.end();
    this.#held = undefined;
  }

  #report({ uri, path, items, resultId }: FeedItem): WorkspaceDocumentDiagnosticReport {
    const version = this.#session.buffers.get(path)?.version ?? null;
    return { kind: DocumentDiagnosticReportKind.Full, uri, version, items, ...(resultId === '' ? {} : { resultId }) };
  }
}
