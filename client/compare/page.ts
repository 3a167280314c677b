import { randomBytes } from 'node:crypto';
import * as vscode from 'vscode';
import { pageHtml } from '../panel/page.ts';

/** Writes the page of a comparison into a panel, whose content comes in messages. */
export function writePage(panel: vscode.WebviewPanel, extension: vscode.Uri): void {
  const files = vscode.Uri.joinPath(extension, 'dist');
  panel.webview.options = { enableScripts: true, localResourceRoots: [files] };
  const address = (name: string) => panel.webview.asWebviewUri(vscode.Uri.joinPath(files, name)).toString();
  panel.webview.html = pageHtml({
    script: address('compare.js'),
    style: address('compare.css'),
    nonce: randomBytes(18).toString('base64'),
    source: panel.webview.cspSource,
    title: 'Comparison of two runs',
    locale: vscode.env.language,
  });
}

/** Returns the icon of the tab, two columns of steps, for both kinds of themes. */
export function comparisonIcon(): { readonly light: vscode.Uri; readonly dark: vscode.Uri } {
  return { light: icon('#005fb8'), dark: icon('#4daafc') };
}

function icon(color: string): vscode.Uri {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16" fill="${color}"><path d="M1 3h6v2H1zM9 3h6v2H9zM1 7h6v2H1zM9 11h6v2H9z"/></svg>`;
  return vscode.Uri.parse(`data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`);
}
