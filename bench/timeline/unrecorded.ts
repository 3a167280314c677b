/**
 * Playwright has Chromium report every request and every message of a WebSocket to it, with what is in them: in base64,
 * through three processes. At 1,000 events a second that took a seventh of all processor time, and rows came up to half as
 * late again; nobody does that to VS Code's users.
 */
import type { Page } from 'playwright-core';

interface Session {
  send(method: 'Network.disable'): Promise<unknown>;
}

/** What is asked for of Playwright's own objects, which it does not publish: none of it may be there. */
interface Inside {
  readonly _connection?: {
    toImpl?(
      page: Page,
    ):
      | { readonly delegate?: { readonly _networkManager?: { readonly _sessions?: ReadonlyMap<Session, unknown> } } }
      | undefined;
  };
}

/** Has Chromium report no more of the page's network. Says so where that cannot be had. */
export async function unrecorded(page: Page): Promise<void> {
  const sessions = (page as unknown as Inside)._connection?.toImpl?.(page)?.delegate?._networkManager?._sessions;
  if (sessions === undefined) console.log('Playwright records the network, which takes of the page’s time.');
  for (const session of sessions?.keys() ?? []) await session.send('Network.disable').catch(() => undefined);
}
