/** The only file that knows the MCP client: 555 kB, loaded when a server is first connected to. */
import type { JSONSchema7 } from '@ai-sdk/provider';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import manifest from '../../../package.json' with { type: 'json' };
import type { McpServer } from '../../agents/mcp-config.ts';
import { messageOf } from '../../errors.ts';
import type { Json, JsonObject } from '../../protocol/events.ts';
import { isDeeper, MOST_LEVELS, shallow } from '../../protocol/levels.ts';
import { withShallowMessages } from './shallow-messages.ts';
import { stdioTransport } from './stdio-transport.ts';

export interface McpTool {
  readonly name: string;
  readonly description: string;
  /** Absent where it is nested too deep. */
  readonly inputSchema: JSONSchema7 | undefined;
  /** The server itself says that it may destroy something. */
  readonly destructive: boolean;
  /** The server itself says that it changes nothing. */
  readonly readOnly: boolean;
}

export interface Connection {
  /** All pages. Rejects. */
  tools(timeoutMs: number): Promise<readonly McpTool[]>;
  /** Rejects where the server does not answer, or `signal` fires. */
  call(
    name: string,
    args: JsonObject,
    timeoutMs: number,
    signal: AbortSignal,
  ): Promise<{ value: Json; isError: boolean }>;
  /** Ends the connection and the server's process. */
  close(): void;
}

export interface ConnectOptions {
  readonly server: McpServer;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  /** The server went away by itself; with the last that it said on standard error. */
  readonly onClosed: (why: string) => void;
  readonly onToolsChanged: () => void;
}

/** Characters of standard error that are kept, the last. */
const LAST_WORDS = 300;

/** Connects, or says why not. */
export async function connect(options: ConnectOptions): Promise<Connection | string> {
  const { server, timeoutMs, signal } = options;
  const client = new Client({ name: 'skillwright', version: manifest.version }, { capabilities: {} });
  let said = '';
  const listen = (text: string): void => {
    said = (said + text).slice(-LAST_WORDS);
  };
  const transport = withShallowMessages(
    server.kind === 'http' ? httpTransport(server) : stdioTransport(server, listen),
  );
  client.onerror = (error) => {
    if (messageOf(error).includes('exceeded maximum size')) said = 'it sent more than 10 MiB in one message';
  };
  const end = (): void => {
    client.onclose = () => undefined;
    client.close().catch(() => undefined);
    if ('end' in transport) transport.end();
  };
  client.setNotificationHandler('notifications/tools/list_changed', () => options.onToolsChanged());
  try {
    await client.connect(transport, { timeout: timeoutMs, signal });
  } catch (error) {
    end();
    const words = said.trim() === '' ? '' : ` It said: ${said.trim()}`;
    return `cannot be connected to: ${messageOf(error)}.${words}`;
  }
  client.onclose = () => options.onClosed(said.trim().split('\n').at(-1) ?? '');
  return {
    async tools(timeout) {
      // The client itself says so on standard output, where events belong.
      if (client.getServerCapabilities()?.tools === undefined) return [];
      const { tools } = await client.listTools({}, { timeout });
      return tools.map(({ name, description = '', inputSchema, annotations }) => ({
        name,
        description,
        inputSchema: isDeeper(inputSchema, MOST_LEVELS) ? undefined : JSON.parse(JSON.stringify(inputSchema)),
        readOnly: annotations?.readOnlyHint === true,
        destructive: annotations?.destructiveHint === true && annotations.readOnlyHint !== true,
      }));
    },
    async call(name, args, timeout, abort) {
      const result = await client.callTool({ name, arguments: { ...args } }, { timeout, signal: abort });
      const { content, isError = false, structuredContent } = result;
      const value = {
        content,
        ...(structuredContent === undefined ? {} : { structuredContent }),
        ...(isError ? { isError } : {}),
      };
      return { value: JSON.parse(JSON.stringify(shallow(value, MOST_LEVELS))) as Json, isError };
    },
    close: end,
  };
}

function httpTransport({ url, headers }: Extract<McpServer, { kind: 'http' }>): StreamableHTTPClientTransport {
  return new StreamableHTTPClientTransport(url, { requestInit: { headers: { ...headers } } });
}
