/** The page's only access to the extension host. */
import { ROWS_PER_ACKNOWLEDGEMENT, type SavedState, type ToHost, type ToWebview } from '../protocol.ts';

interface VsCodeApi {
  postMessage(message: ToHost): void;
  getState(): SavedState | undefined;
  setState(state: SavedState): void;
}

declare function acquireVsCodeApi(): VsCodeApi;

const api = acquireVsCodeApi();

/** Sends a message to the host. */
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
 * Passes each message of the host to `handle`, acknowledges row messages so that the host can pace itself, and answers
 * `shown`. Messages from any other origin are ignored.
 */
export function listen(handle: (message: ToWebview) => void): void {
  let processed = 0;
  window.addEventListener('message', (event: MessageEvent<ToWebview>) => {
    // VS Code's own frame delivers the host's messages; its origin is that of this page.
    if (event.origin !== window.origin) return;
    handle(event.data);
    if (event.data?.type === 'rows' && ++processed === ROWS_PER_ACKNOWLEDGEMENT) {
      post({ type: 'acknowledge', messages: processed });
      processed = 0;
    }
    if (event.data?.type === 'shown') post({ type: 'present' });
  });
}
