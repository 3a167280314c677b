/** The only module that imports the MCP client: 555 kB, loaded for the first connection to a server. */
import type { JSONSchema7 } from '@ai-sdk/provider';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import manifest from '../../../package.json' with { type: 'json' };
import type { McpServer } from '../../agents/mcp-config.ts';
import { messageOf } from '../../errors.ts';
import type { Json, JsonObject } from '../../protocol/events.ts';
import { waitFor } from '../../scripts/watched-process.ts';
import { isDeeperThan, limitDepth, MAX_LEVELS } from '../../text/json-depth.ts';
import { ListedTools } from './listed-tools.ts';
import { withReadableMessages } from './read-messages.ts';
import { stdioTransport } from './stdio-transport.ts';
import type { LeftOutTool } from './valid-tools.ts';

export interface McpTool {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: JSONSchema7;
  /** The server's own declaration that it may destroy something. */
  readonly destructive: boolean;
  /** The server's own declaration that it changes nothing. */
  readonly readOnly: boolean;
}

export interface Connection {
  /** Lists the tools of all pages, and those that were left out. Rejects on failure. */
  tools(timeoutMs: number): Promise<{ readonly tools: readonly McpTool[]; readonly leftOut: readonly LeftOutTool[] }>;
  /** Calls a tool. Rejects if the server does not answer or `signal` aborts. */
  call(
    name: string,
    args: JsonObject,
    timeoutMs: number,
    signal: AbortSignal,
  ): Promise<{ value: Json; isError: boolean }>;
  /** Ends the connection and the server's process. Fulfilled once it has ended, together with what it started. */
  close(): Promise<void>;
}

export interface ConnectOptions {
  readonly server: McpServer;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  /** Called if the server exits by itself, with the end of its standard error. */
  readonly onClosed: (why: string) => void;
  readonly onToolsChanged: () => void;
}

/** Number of characters at the end of standard error to store. */
const MAX_STDERR_CHARACTERS = 300;

/** Connects to a server, or returns why it failed. */
export async function connect(options: ConnectOptions): Promise<Connection | string> {
  const { server, timeoutMs, signal } = options;
  const client = new Client({ name: 'skillwright', version: manifest.version }, { capabilities: {} });
  let stderr = '';
  const onStderr = (text: string): void => {
    stderr = (stderr + text).slice(-MAX_STDERR_CHARACTERS);
  };
  const listed = new ListedTools();
  const transport = withReadableMessages(
    server.kind === 'http' ? httpTransport(server) : stdioTransport(server, onStderr),
    listed,
  );
  client.onerror = (error) => {
    if (messageOf(error).includes('exceeded maximum size')) stderr = 'it sent more than 10 MiB in one message';
  };
  const end = async (): Promise<void> => {
    client.onclose = () => undefined;
    // On Windows, where there is no watchdog, the client's own transport ends the server.
    const closed = client.close().catch(() => undefined);
    await Promise.all([closed, 'end' in transport ? transport.end() : undefined]);
  };
  client.setNotificationHandler('notifications/tools/list_changed', () => options.onToolsChanged());
  try {
    await client.connect(transport, { timeout: timeoutMs, signal });
  } catch (error) {
    waitFor(end());
    const details = stderr.trim() === '' ? '' : ` Its standard error: ${stderr.trim()}`;
    return `cannot connect: ${messageOf(error)}.${details}`;
  }
  client.onclose = () => options.onClosed(stderr.trim().split('\n').at(-1) ?? '');
  return {
    async tools(timeout) {
      // Otherwise the client prints a warning to standard output, which is reserved for events.
      if (client.getServerCapabilities()?.tools === undefined) return { tools: [], leftOut: [] };
      const { tools } = await client.listTools({}, { timeout });
      const leftOut = [...listed.leftOut];
      const read = tools.flatMap(({ name, description = '', inputSchema, annotations }): readonly McpTool[] => {
        if (isDeeperThan(inputSchema, MAX_LEVELS)) {
          leftOut.push({ name, reason: `its inputSchema is nested more than ${MAX_LEVELS} levels deep` });
          return [];
        }
        return [
          {
            name,
            description,
            inputSchema: JSON.parse(JSON.stringify(inputSchema)),
            readOnly: annotations?.readOnlyHint === true,
            destructive: annotations?.destructiveHint === true && annotations.readOnlyHint !== true,
          },
        ];
      });
      return { tools: read, leftOut };
    },
    async call(name, args, timeout, abort) {
      const result = await client.callTool({ name, arguments: { ...args } }, { timeout, signal: abort });
      const { content, isError = false, structuredContent } = result;
      const value = {
        content,
        structuredContent,
        isError: isError || undefined,
      };
      return { value: JSON.parse(JSON.stringify(limitDepth(value, MAX_LEVELS))) as Json, isError };
    },
    close: end,
  };
}

function httpTransport({ url, headers }: Extract<McpServer, { kind: 'http' }>): StreamableHTTPClientTransport {
  return new StreamableHTTPClientTransport(url, { requestInit: { headers: { ...headers } } });
}
