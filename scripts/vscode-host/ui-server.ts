/**
 * Connects tests inside the extension host with their window: a request names an action of `actions`, which the shim
 * runs on the page. Listens only on the loopback interface, and requires a token.
 */
import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { actions } from './ui-actions.ts';

export interface UiServer {
  /** Includes the token; the harness reads it from the variable `EDITOR_UI`. */
  readonly url: string;
  /** Actions fail until there is a page. */
  attach(page: Page): void;
  close(): void;
}

/** Starts the server; `screenshots` is the absolute folder for screenshots. */
export async function startUiServer(screenshots: string): Promise<UiServer> {
  const path = `/${randomBytes(16).toString('hex')}`;
  let page: Page | undefined;
  const server = createServer(async (request, response) => {
    const answer = (status: number, body: object) => {
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(JSON.stringify(body));
    };
    if (request.method !== 'POST' || request.url !== path) return answer(404, { error: 'unknown' });
    try {
      let text = '';
      for await (const chunk of request.setEncoding('utf8')) text += chunk;
      const { action, params } = JSON.parse(text);
      if (!page) throw new Error('The window is not open yet.');
      if (!Object.hasOwn(actions, action)) throw new Error(`No such action: ${action}`);
      const run: (page: Page, params: never, screenshots: string) => Promise<unknown> =
        actions[action as keyof typeof actions];
      answer(200, { value: await run(page, params as never, screenshots) });
    } catch (error) {
      answer(200, { error: error instanceof Error ? error.message : String(error) });
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}${path}`,
    attach: (opened) => {
      page = opened;
    },
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
