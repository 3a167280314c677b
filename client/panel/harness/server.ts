/**
 * The timeline in a plain browser: the real page with the real session, connected by HTTP instead of VS Code's
 * messages. For manual checks, benchmarks, and tests that need a page.
 */
import { appendFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer, type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { RunEvent } from '../../../runtime/protocol/events.ts';
import type { ToHost } from '../../timeline/protocol.ts';
import { type Theme, themeOf } from '../../timeline/themes.ts';
import type { RunControl } from '../control.ts';
import { TraceSession } from '../session.ts';
import { bytesOf, FRAME, WORKER } from './frame.ts';

export interface HarnessOptions {
  /** Folder with `timeline.js` and `timeline.css`. */
  readonly dist: string;
  /** Creates the events of the run; `root` is a folder for its skills. */
  readonly run: (root: string) => RunEvent[];
  readonly theme: Theme;
  readonly live: boolean;
  /** Milliseconds between the last event and the opening of a live run. */
  readonly age?: number;
  /** Files to create in the skills' folder, by path. */
  readonly files?: { readonly [path: string]: string };
  readonly control?: Partial<RunControl>;
}

export interface Harness {
  readonly url: string;
  readonly session: TraceSession;
  /** Messages of the page, in order. */
  readonly received: readonly ToHost[];
  close(): void;
}

/** Serves one run on a free loopback port. */
export async function serveTimeline(options: HarnessOptions): Promise<Harness> {
  const root = mkdtempSync(join(tmpdir(), 'timeline-'));
  for (const [path, content] of Object.entries(options.files ?? {})) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), content);
  }
  const events = options.run(root);
  const journal = join(root, 'journal.jsonl');
  writeFileSync(journal, '');
  // In parts: a long run exceeds the maximum length of a string.
  for (let from = 0; from < events.length; from += 10_000)
    appendFileSync(
      journal,
      events
        .slice(from, from + 10_000)
        .map((event) => `${JSON.stringify(event)}\n`)
        .join(''),
    );
  const received: ToHost[] = [];
  const pages = new Set<ServerResponse>();
  const last = Date.parse(events.at(-1)?.time ?? '');
  const opened = Date.now();
  const session = new TraceSession({
    journal,
    owner: options.live ? 'this-window' : 'none',
    control: { ...QUIET, ...options.control },
    post: (message) => {
      const bytes = bytesOf(message);
      for (const one of pages) one.write(bytes);
    },
    // A live run continues from its last event, regardless of its date.
    now: () => (Number.isFinite(last) ? last : opened) + (options.age ?? 0) + Date.now() - opened,
  });
  await session.readJournal();
  const file = (name: string) => readFileSync(join(options.dist, name));
  const server = createServer((request, response) => {
    switch (new URL(request.url ?? '/', 'http://localhost').pathname) {
      case '/':
        return void response.setHeader('content-type', 'text/html').end(page(options.theme));
      case '/timeline.js':
        return void response.setHeader('content-type', 'text/javascript').end(file('timeline.js'));
      case '/timeline.css':
        return void response.setHeader('content-type', 'text/css').end(file('timeline.css'));
      case '/worker.js':
        return void response.setHeader('content-type', 'text/javascript').end(WORKER);
      case '/events':
        response.setHeader('content-type', 'application/octet-stream').flushHeaders();
        pages.add(response);
        return void request.on('close', () => pages.delete(response));
      case '/message': {
        let body = '';
        request.on('data', (part: Buffer) => {
          body += part.toString('utf8');
        });
        return void request.on('end', () => {
          const message = JSON.parse(body) as ToHost;
          received.push(message);
          void session.receive(message);
          response.end();
        });
      }
      default:
        return void response.writeHead(404).end();
    }
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}/`,
    session,
    received,
    close() {
      session.dispose();
      for (const one of pages) one.end();
      server.close();
      rmSync(root, { recursive: true, force: true });
    },
  };
}

const QUIET: RunControl = {
  stop: () => undefined,
  answer: () => undefined,
  runAgain: () => undefined,
  resume: () => undefined,
  textOf: (file) => readFile(file, 'utf8').catch(() => undefined),
  openCause: () => undefined,
  openSource: () => undefined,
  fixesFor: () => Promise.resolve([]),
  applyFix: () => Promise.resolve(false),
  appliedFix: () => Promise.resolve(undefined),
  undoFix: () => Promise.resolve(false),
  copy: () => undefined,
};

function page(theme: Theme): string {
  const { bodyClass, htmlStyle } = themeOf(theme);
  return `<!DOCTYPE html><html lang="en" style='${htmlStyle}'><head><meta charset="utf-8"><title>Timeline</title>
<link rel="stylesheet" href="/timeline.css"></head><body class="${bodyClass}"><div id="root"></div>
<script>${FRAME}</script><script src="/timeline.js"></script></body></html>`;
}
