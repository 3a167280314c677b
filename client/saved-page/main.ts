/** Entry of a page that contains its run: the timeline with its host, which reads the run from the page. */
import { TraceSession } from '../panel/session.ts';
import type { ToHost, ToWebview } from '../timeline/protocol.ts';
import { SAVED_CONTROL } from './control.ts';
import { setRun } from './journal.ts';
import { readRun } from './read-run.ts';
import { followSystemTheme } from './theme.ts';
import './saved-page.css';

/** Delivers a message from the host as VS Code's frame does. */
function deliver(message: ToWebview): void {
  window.dispatchEvent(new MessageEvent('message', { data: message, origin: window.origin }));
}

async function start(): Promise<void> {
  followSystemTheme();
  setRun(await readRun(document.getElementById('run')?.textContent ?? ''));
  const journal = document.title;
  const session = new TraceSession({ journal, owner: 'none', control: SAVED_CONTROL, post: deliver });
  let state: unknown;
  Object.assign(globalThis, {
    acquireVsCodeApi: () => ({
      postMessage: (message: ToHost) => void session.receive(message),
      getState: () => state,
      setState: (next: unknown) => {
        state = next;
      },
    }),
  });
  // The page shows what has been read.
  void session.readJournal();
  await import('../timeline/view/main.tsx');
}

void start();
