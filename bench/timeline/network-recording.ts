/**
 * Playwright makes Chromium report every request and every WebSocket message with its content, in base64, through
 * three processes. At 1,000 events a second that took a seventh of all processor time, and rows were up to 50 %
 * later; users of VS Code have no such recording.
 */
import type { Page } from 'playwright-core';

interface Session {
  send(method: 'Network.disable'): Promise<unknown>;
}

/** The required parts of Playwright's own objects, which are unpublished and may be missing. */
interface Inside {
  readonly _connection?: {
    toImpl?(
      page: Page,
    ):
      | { readonly delegate?: { readonly _networkManager?: { readonly _sessions?: ReadonlyMap<Session, unknown> } } }
      | undefined;
  };
}

/** Stops Chromium's network reports. Prints a message if that is not possible. */
export async function stopNetworkRecording(page: Page): Promise<void> {
  const sessions = (page as unknown as Inside)._connection?.toImpl?.(page)?.delegate?._networkManager?._sessions;
  if (sessions === undefined) console.log('Playwright records the network, which slows the page down.');
  for (const session of sessions?.keys() ?? []) await session.send('Network.disable').catch(() => undefined);
}
