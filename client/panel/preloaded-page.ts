/** The page of a timeline in a webview panel, which can load before its run exists. */
import { randomBytes } from 'node:crypto';
import * as vscode from 'vscode';
import type { ToHost } from '../timeline/protocol.ts';
import { pageHtml } from './page.ts';

/** A page opened before its run. */
export interface PreloadedPage {
  /** Hands the page over to a new listener; returns true if the page has already sent `ready`. Called once. */
  takeOver(): boolean;
}

/** Writes the page into a panel before its run exists, so that it loads in the meantime. */
export function openPage(panel: vscode.WebviewPanel, extension: vscode.Uri): PreloadedPage {
  let ready = false;
  const listening = panel.webview.onDidReceiveMessage((message: ToHost) => {
    ready ||= message.type === 'ready';
  });
  writePage(panel, extension, '');
  return {
    takeOver() {
      listening.dispose();
      return ready;
    },
  };
}

/** Writes the page of a journal's run into a panel. */
export function writePage(panel: vscode.WebviewPanel, extension: vscode.Uri, journal: string): void {
  const files = vscode.Uri.joinPath(extension, 'dist');
  panel.webview.options = { enableScripts: true, localResourceRoots: [files] };
  const address = (name: string) => panel.webview.asWebviewUri(vscode.Uri.joinPath(files, name)).toString();
  panel.webview.html = pageHtml({
    script: address('timeline.js'),
    style: address('timeline.css'),
    nonce: randomBytes(18).toString('base64'),
    source: panel.webview.cspSource,
    journal,
    locale: vscode.env.language,
  });
}
