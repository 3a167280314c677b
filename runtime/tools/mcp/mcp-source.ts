import type { JSONSchema7 } from '@ai-sdk/provider';
import type { McpServer } from '../../agents/mcp-config.ts';
import { messageOf } from '../../errors.ts';
import { untilAborted } from '../../loop/abort.ts';
import { failure, type Tool, type ToolContext, type ToolOutcome } from '../../loop/tools.ts';
import type { Json } from '../../protocol/events.ts';
import { TOOL_NAME } from '../names.ts';
import type { Listed, ToolSource } from '../source.ts';
import type { Connection, McpTool } from './connection.ts';

export interface McpSourceOptions {
  /** The server's name in `.vscode/mcp.json`. */
  readonly name: string;
  readonly server: McpServer;
  readonly note: (message: string) => void;
  /** Milliseconds: to connect and list, and for one call. */
  readonly connectMs?: number;
  readonly callMs?: number;
}

const CONNECT_MS = 20_000;
const CALL_MS = 120_000;

/** The tools of an MCP server, connected to when they are first asked for. */
export function mcpSource(options: McpSourceOptions): ToolSource {
  const { name, server, note, connectMs = CONNECT_MS, callMs = CALL_MS } = options;
  let opening: Promise<Connection | string> | undefined;
  /** Kept whatever came of it: a server that does not answer would hold every model call up anew. */
  let listing: Promise<Listed> | undefined;
  let died: string | undefined;
  const closing = new AbortController();

  async function open(): Promise<Connection | string> {
    // Half a megabyte of client is loaded for those who use it.
    const { connect } = await import('./connection.ts');
    return connect({
      server,
      timeoutMs: connectMs,
      signal: closing.signal,
      onClosed: (why) => {
        if (died !== undefined || closing.signal.aborted) return;
        died = why;
        note(`The MCP server '${name}' died${why === '' ? '' : `: ${why}`}. Its tools answer errors from now on.`);
      },
      onToolsChanged: () => {
        listing = undefined;
      },
    });
  }

  function toolOf(connection: Connection, declared: McpTool, inputSchema: JSONSchema7): Tool {
    return {
      name: declared.name,
      description: declared.description,
      inputSchema,
      ...(declared.destructive ? { needsApproval: true } : {}),
      ...(declared.readOnly ? { readOnly: true } : {}),
      async execute(args, context: ToolContext): Promise<ToolOutcome> {
        if (died !== undefined)
          return failure('MCP_SERVER_GONE', `The MCP server '${name}' is gone${died === '' ? '.' : `: ${died}`}`);
        try {
          const result = await connection.call(declared.name, args, callMs, context.signal);
          return { kind: 'result', value: result.value, ...(result.isError ? { errorCode: 'MCP_TOOL_ERROR' } : {}) };
        } catch (error) {
          return failure(
            'MCP_ERROR',
            `The MCP server '${name}' did not answer '${declared.name}': ${messageOf(error)}`,
          );
        }
      },
    };
  }

  async function ask(connection: Connection): Promise<Listed> {
    const listed = await untilAborted(() => connection.tools(connectMs), closing.signal);
    if (listed.kind !== 'done') {
      const why = listed.kind === 'threw' ? messageOf(listed.error) : 'the run is over';
      return { tools: [], notes: [`The MCP server '${name}' does not list its tools: ${why}`] };
    }
    const named = listed.value.filter((tool) => TOOL_NAME.test(tool.name));
    const left = listed.value.length - named.length;
    const notes = left === 0 ? [] : [`${left} tools of the MCP server '${name}' have names that no model takes.`];
    const tools = named.flatMap((tool) =>
      tool.inputSchema === undefined ? [] : [toolOf(connection, tool, tool.inputSchema)],
    );
    if (tools.length < named.length)
      notes.push(
        `${named.length - tools.length} tools of the MCP server '${name}' have schemas that are nested too deep.`,
      );
    if (listed.value.length === 0) notes.push(`The MCP server '${name}' offers no tools.`);
    return { tools, notes };
  }

  return {
    name,
    async list(): Promise<Listed> {
      opening ??= open();
      const connection = await opening;
      if (typeof connection === 'string') return { tools: [], notes: [`The MCP server '${name}': ${connection}`] };
      if (died !== undefined && listing === undefined) return { tools: [] };
      listing ??= ask(connection);
      return listing;
    },
    close() {
      closing.abort();
      void opening?.then((connection) => (typeof connection === 'string' ? undefined : connection.close()));
    },
  };
}

/** Result of a call as it travels to the model. */
export interface McpResult {
  readonly value: Json;
  readonly isError: boolean;
}
