/** The page in one panel: what it is sent, and what it asks for. */
import { randomBytes } from 'node:crypto';
import * as vscode from 'vscode';
import { revealPanel } from '../editor/attention.ts';
import { openSourceRange } from '../editor/fixes.ts';
import { openCause } from '../editor/open-cause.ts';
import { pageColumn } from '../editor/page-column.ts';
import { pageHtml } from '../panel/page.ts';
import type { ToTableHost, ToTablePage, View } from '../timeline/runs-table/protocol.ts';
import type { RunsTableContext } from './context.ts';
import { csvOf } from './csv.ts';
import { exportAs } from './export.ts';
import { TableContent } from './table-content.ts';

export const VIEW_TYPE = 'skillwright.runsTable';
const TITLE = 'Runs and Sessions';

/** A page, until it is closed. */
export class RunsTablePanel {
  readonly content: TableContent;
  private readonly panel: vscode.WebviewPanel;
  private readonly context: RunsTableContext;
  private readonly disposables: vscode.Disposable[] = [];
  private isReady = false;
  /** The view to show once the page is there. */
  private requested: Extract<ToTablePage, { type: 'show' }> | undefined;

  constructor(context: RunsTableContext, panel: vscode.WebviewPanel = createPanel()) {
    this.context = context;
    this.panel = panel;
    panel.iconPath = { light: iconOf('#005fb8'), dark: iconOf('#4daafc') };
    this.content = new TableContent(context, (message) => this.post(message));
    this.disposables.push(
      panel.webview.onDidReceiveMessage((message: ToTableHost) => void this.receive(message)),
      panel.onDidChangeViewState(() => {
        // VS Code removes a hidden page, and loads it again when it is shown.
        if (!panel.visible) this.isReady = false;
        this.content.setVisible(panel.visible);
      }),
      this.content,
    );
    this.write();
  }

  onClosed(listener: () => void): void {
    this.panel.onDidDispose(() => {
      for (const one of this.disposables) one.dispose();
      listener();
    });
  }

  reveal(): void {
    revealPanel(this.panel, false);
  }

  /** Shows a view; with `skill`, its details. */
  show(view: View, skill?: string): void {
    this.requested = skill === undefined ? { type: 'show', view } : { type: 'show', view, skill };
    if (this.isReady) this.postRequested();
  }

  close(): void {
    this.panel.dispose();
  }

  private write(): void {
    const { webview } = this.panel;
    const files = vscode.Uri.joinPath(this.context.extension, 'dist');
    webview.options = { enableScripts: true, localResourceRoots: [files] };
    const address = (name: string) => webview.asWebviewUri(vscode.Uri.joinPath(files, name)).toString();
    webview.html = pageHtml({
      script: address('runs-table.js'),
      style: address('runs-table.css'),
      nonce: randomBytes(18).toString('base64'),
      source: webview.cspSource,
      title: TITLE,
      locale: vscode.env.language,
    });
  }

  private async receive(message: ToTableHost): Promise<void> {
    const { content, context } = this;
    switch (message.type) {
      case 'ready':
        this.isReady = true;
        await content.sendAll();
        this.postRequested();
        return;
      case 'open':
        return this.open(message.id);
      case 'compare':
        return this.compare(message.ids);
      case 'addSessions':
        return content.readSessions();
      case 'stop':
        return content.stop();
      case 'export': {
        const text =
          message.format === 'csv'
            ? csvOf(
                message.ids.flatMap((id) => content.store.row(id) ?? []),
                context.redact,
              )
            : content.report?.[message.format];
        if (text !== undefined) await exportAs(message.format, message.format === 'csv' ? text : `${text}\n`);
        return;
      }
      case 'openSkill': {
        const skill = (await context.sessions.server.skills()).find(({ name }) => name === message.skill);
        if (skill !== undefined) await openSourceRange({ file: vscode.Uri.parse(skill.uri, true).fsPath });
        return;
      }
      case 'openWords': {
        const cause = content.store.cause(message.skill, message.words);
        if (cause !== undefined) await openCause({ ...cause, file: vscode.Uri.file(cause.file).fsPath });
        return;
      }
      case 'openMisses': {
        const target = content.store.target(message.id);
        if (target?.kind !== 'session') return this.open(message.id);
        const { skill, paths } = message;
        await context.openMisses(
          target.source,
          paths.map((path) => ({ skill, path })),
        );
        return;
      }
      case 'runAgent':
        await vscode.commands.executeCommand('skillwright.runAgent');
        return;
      case 'openSettings':
        await vscode.commands.executeCommand('workbench.action.openSettings', 'skillwright.sessions.folders');
    }
  }

  private async open(id: number): Promise<void> {
    const target = this.content.store.target(id);
    if (target?.kind === 'run') this.context.show(target.journal);
    else if (target !== undefined) await this.context.openSession(target.source);
  }

  /** Compares two rows, the earlier one on the left. */
  private async compare(ids: readonly [number, number]): Promise<void> {
    const { store } = this.content;
    const startOf = (id: number): number => store.row(id)?.start ?? 0;
    const journals: string[] = [];
    for (const id of ids.toSorted((a, b) => startOf(a) - startOf(b))) {
      const target = store.target(id);
      if (target === undefined) return;
      const journal = target.kind === 'run' ? target.journal : await this.context.readSession(target.source);
      if (journal === undefined) return;
      journals.push(journal);
    }
    const [a, b] = journals;
    if (a !== undefined && b !== undefined) await this.context.compare({ a, b });
  }

  private postRequested(): void {
    if (this.requested !== undefined) this.post(this.requested);
    this.requested = undefined;
  }

  private post(message: ToTablePage): void {
    if (!this.isReady) return;
    // Posting to a panel that is being closed fails, which is not an error.
    this.panel.webview.postMessage(message).then(undefined, () => undefined);
  }
}

function createPanel(): vscode.WebviewPanel {
  return vscode.window.createWebviewPanel(VIEW_TYPE, TITLE, { viewColumn: pageColumn(false), preserveFocus: false });
}

/** Returns the icon of the tab, the lines of a table. */
function iconOf(color: string): vscode.Uri {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16" fill="${color}"><path d="M1 2h14v3H1zM1 7h4v2H1zM6 7h9v2H6zM1 11h4v2H1zM6 11h9v2H6z"/></svg>`;
  return vscode.Uri.parse(`data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`);
}
