/** The table of runs and sessions in a plain browser: the real page, whose host is a list of messages. */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { RowPacker } from '../../timeline/runs-table/columns.ts';
import type { TableStatus, ToTablePage } from '../../timeline/runs-table/protocol.ts';
import type { TableRow } from '../../timeline/runs-table/row.ts';
import { type Theme, themeOf } from '../../timeline/themes.ts';

/** Number of rows in a message, as in the extension. */
const CHUNK = 2000;

interface Served {
  /** Folder with `runs-table.js` and `runs-table.css`. */
  readonly dist: string;
  readonly rows: readonly TableRow[];
  readonly workspace: readonly string[];
  readonly status: TableStatus;
  readonly theme: Theme;
}

/** Serves the page on a free loopback port. Returns its address and a function that ends it. */
export async function serveRunsTable({
  dist,
  rows,
  workspace,
  status,
  theme,
}: Served): Promise<{ readonly url: string; close(): void }> {
  const packer = new RowPacker();
  const messages: ToTablePage[] = [{ type: 'workspaceSkills', names: workspace }];
  for (let from = 0; from < rows.length; from += CHUNK)
    messages.push({ type: 'rows', batch: packer.pack(rows.slice(from, from + CHUNK)) });
  messages.push({ type: 'status', status });
  const body = JSON.stringify(messages, (_, value: unknown) =>
    value instanceof Int32Array || value instanceof Float64Array ? [...value] : value,
  );
  const files = new Map([
    ['/runs-table.js', ['text/javascript', readFileSync(join(dist, 'runs-table.js'))] as const],
    ['/runs-table.css', ['text/css', readFileSync(join(dist, 'runs-table.css'))] as const],
    ['/messages', ['application/json', body] as const],
    ['/', ['text/html', pageOf(theme)] as const],
  ]);
  const server = createServer((request, response) => {
    const found = files.get(new URL(request.url ?? '/', 'http://localhost').pathname);
    if (found === undefined) return void response.writeHead(404).end();
    response.setHeader('content-type', found[0]).end(found[1]);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return { url: `http://127.0.0.1:${port}/`, close: () => void server.close() };
}

/** Replaces VS Code: sends the messages when the page is ready, and keeps what the page sends in `sent`. */
const FRAME = `
window.sent = [];
let saved;
const revive = (batch) => ({
  ...batch,
  ids: Int32Array.from(batch.ids),
  ints: Int32Array.from(batch.ints),
  nums: Float64Array.from(batch.nums, (value) => value ?? NaN),
  facts: Int32Array.from(batch.facts),
});
window.acquireVsCodeApi = () => ({
  getState: () => saved,
  setState: (state) => { saved = state; },
  async postMessage(message) {
    window.sent.push(message);
    if (message.type !== 'ready') return;
    const messages = await (await fetch('/messages')).json();
    for (const one of messages) window.postMessage(one.batch ? { ...one, batch: revive(one.batch) } : one, location.origin);
  },
});`;

function pageOf(theme: Theme): string {
  const { bodyClass, htmlStyle } = themeOf(theme);
  return `<!DOCTYPE html><html lang="en" style='${htmlStyle}'><head><meta charset="utf-8"><title>Runs and sessions</title>
<link rel="stylesheet" href="/runs-table.css"></head><body class="${bodyClass}"><div id="root" data-locale="en"></div>
<script>${FRAME}</script><script src="/runs-table.js"></script></body></html>`;
}
