/** The only door to the extension host. */
import { type SavedState, TAKEN, type ToHost, type ToWebview } from '../protocol.ts';

interface VsCodeApi {
  postMessage(message: ToHost): void;
  getState(): SavedState | undefined;
  setState(state: SavedState): void;
}

declare function acquireVsCodeApi(): VsCodeApi;

const api = acquireVsCodeApi();

/** Sends a message at once. */
export function post(message: ToHost): void {
  api.postMessage(message);
}

export function savedState(): SavedState | undefined {
  return api.getState();
}

export function saveState(state: SavedState): void {
  api.setState(state);
}

/**
 * Hands over every message of the host, and tells it when rows are taken, so that it sends them no faster than that, and
 * that the page is still there where it asks.
 * Messages of anything else in the page are not listened to.
 */
export function listen(take: (message: ToWebview) => void): void {
  let taken = 0;
  window.addEventListener('message', (event: MessageEvent<ToWebview>) => {
    // VS Code's own frame delivers the host's messages; its origin is this page's.
    if (event.origin !== window.origin) return;
    take(event.data);
    if (event.data?.type === 'rows' && ++taken === TAKEN) {
      post({ type: 'taken', messages: taken });
      taken = 0;
    }
    if (event.data?.type === 'shown') post({ type: 'here' });
  });
}
