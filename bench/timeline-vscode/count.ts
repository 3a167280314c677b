/** The minimal page for a run inside VS Code: its number of rows, read and folded like the timeline. */
import { randomBytes } from 'node:crypto';
import { watch } from 'node:fs';
import { ViewColumn, window } from 'vscode';
import { journalFile, readAppended, readNew } from '../../client/panel/journal-file.ts';
import { BATCH_MS } from '../../client/panel/session.ts';
import { throttle } from '../../client/panel/throttle.ts';
import { addEvent } from '../../client/panel/trace/fold.ts';
import { createTrace } from '../../client/panel/trace/span.ts';

/** Shows the number of rows of a journal, and updates it as the journal grows. */
export function showCount(path: string): void {
  const panel = window.createWebviewPanel('bench', 'Count', ViewColumn.Active, { enableScripts: true });
  const journal = journalFile(path);
  const trace = createTrace();
  const update = async () => {
    const add = (event: unknown) => addEvent(trace, event);
    if (!readAppended(journal, add)) await readNew(journal, add);
    const ids = trace.spans.length === 0 ? [] : [trace.spans.length - 1];
    await panel.webview.postMessage({
      type: 'rows',
      batch: { ids },
      header: { startedAt: new Date(trace.epoch ?? 0).toISOString() },
      now: Date.now() - (trace.epoch ?? 0),
    });
  };
  const watcher = watch(path, throttle(update, BATCH_MS));
  panel.onDidDispose(() => watcher.close());
  panel.webview.onDidReceiveMessage(() => void update());
  panel.webview.html = page(randomBytes(18).toString('base64'));
}

/** Returns a page with the number of rows in a tree, as the benchmark expects it in a timeline. */
function page(nonce: string): string {
  return `<!DOCTYPE html><html><head>
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'nonce-${nonce}'">
</head><body><div id="root"><p role="treegrid" aria-rowcount="0">0</p></div>
<script nonce="${nonce}">
const vscode = acquireVsCodeApi();
const tree = document.querySelector('p');
addEventListener('message', ({ data }) => {
  const rows = String((data.batch?.ids[0] ?? -1) + 1);
  tree.setAttribute('aria-rowcount', rows);
  tree.textContent = rows;
});
vscode.postMessage('ready');
</script></body></html>`;
}
