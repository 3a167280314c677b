import { defined } from '../../../skill/index.ts';
import type { McpServer } from '../../agents/mcp-config.ts';
import { messageOf } from '../../errors.ts';
import { untilAborted } from '../../loop/interfaces/abort.ts';
import { failure, type Tool, type ToolContext, type ToolOutcome } from '../../loop/interfaces/tools.ts';
import type { Json } from '../../protocol/events.ts';
import { waitFor } from '../../scripts/watched-process.ts';
import { toolNames } from '../names.ts';
import type { ToolListing, ToolSource } from '../source.ts';
import type { Connection, McpTool } from './connection.ts';

export interface McpSourceOptions {
  /** The server's name in `.vscode/mcp.json`. */
  readonly name: string;
  readonly server: McpServer;
  readonly note: (message: string) => void;
  /** Timeouts in milliseconds: to connect and list, and for a call. */
  readonly connectMs?: number;
  readonly callMs?: number;
}

const CONNECT_MS = 20_000;
const CALL_MS = 120_000;

/** Creates the source for an MCP server's tools. It connects when its tools are first listed. */
export function mcpSource(options: McpSourceOptions): ToolSource {
  const { name, server, note, connectMs = CONNECT_MS, callMs = CALL_MS } = options;
  let opening: Promise<Connection | string> | undefined;
  /** Cached even if it failed: a server that does not answer would otherwise delay every model call. */
  let listing: Promise<ToolListing> | undefined;
  let exitReason: string | undefined;
  const closing = new AbortController();

  async function open(): Promise<Connection | string> {
    // Loads the half megabyte of client code only if it is used.
    const { connect } = await import('./connection.ts');
    return connect({
      server,
      timeoutMs: connectMs,
      signal: closing.signal,
      onClosed: (why) => {
        if (exitReason !== undefined || closing.signal.aborted) return;
        exitReason = why;
        note(`The MCP server '${name}' exited${why === '' ? '' : `: ${why}`}. Its tools return errors from now on.`);
      },
      onToolsChanged: () => {
        listing = undefined;
      },
    });
  }

  function toolOf(connection: Connection, declared: McpTool, usedName: string): Tool {
    return defined({
      name: usedName,
      declaredName: usedName === declared.name ? undefined : declared.name,
      description: declared.description,
      inputSchema: declared.inputSchema,
      needsApproval: declared.destructive || undefined,
      readOnly: declared.readOnly || undefined,
      async execute(args, context: ToolContext): Promise<ToolOutcome> {
        if (exitReason !== undefined)
          return failure(
            'MCP_SERVER_GONE',
            `The MCP server '${name}' has exited${exitReason === '' ? '.' : `: ${exitReason}`}`,
          );
        try {
          const result = await connection.call(declared.name, args, callMs, context.signal);
          return defined({
            kind: 'result',
            value: result.value,
            errorCode: result.isError ? 'MCP_TOOL_ERROR' : undefined,
          });
        } catch (error) {
          return failure(
            'MCP_ERROR',
            `The MCP server '${name}' did not answer '${declared.name}': ${messageOf(error)}`,
          );
        }
      },
    });
  }

  async function listTools(connection: Connection): Promise<ToolListing> {
    const listed = await untilAborted(() => connection.tools(connectMs), closing.signal);
    if (listed.kind !== 'done') {
      const why = listed.kind === 'threw' ? messageOf(listed.error) : 'the run is over';
      return { tools: [], notes: [`The MCP server '${name}' does not list its tools: ${why}`] };
    }
    const { tools: declared, leftOut } = listed.value;
    const names = toolNames(declared.map((tool) => tool.name));
    const tools = declared.map((tool) => toolOf(connection, tool, names.get(tool.name) ?? tool.name));
    const renamed = [...names].filter(([written, used]) => written !== used);
    const notes = leftOut.map(
      (tool) =>
        `Left out ${tool.name === '' ? 'a tool' : `the tool '${tool.name}'`} of the MCP server '${name}': ${tool.reason}.`,
    );
    if (renamed.length > 0)
      notes.push(
        `Renamed tools of the MCP server '${name}', because models accept at most 64 letters, digits, _ and -: ${renamed.map(([written, used]) => `${written} is ${used}`).join(', ')}.`,
      );
    if (declared.length + leftOut.length === 0) notes.push(`The MCP server '${name}' offers no tools.`);
    return { tools, notes };
  }

  return {
    name,
    async list(): Promise<ToolListing> {
      opening ??= open();
      const connection = await opening;
      if (typeof connection === 'string') return { tools: [], notes: [`The MCP server '${name}': ${connection}`] };
      if (exitReason !== undefined && listing === undefined) return { tools: [] };
      listing ??= listTools(connection);
      return listing;
    },
    close() {
      closing.abort();
      if (opening === undefined) return;
      waitFor(opening.then((connection) => (typeof connection === 'string' ? undefined : connection.close())));
    },
  };
}

/** The result of a call as sent to the model. */
export interface McpResult {
  readonly value: Json;
  readonly isError: boolean;
}
