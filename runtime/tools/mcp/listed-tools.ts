import type { JSONRPCMessage } from '@modelcontextprotocol/client';
import { isFields } from '../../text/values.ts';
import { type LeftOutTool, validTools } from './valid-tools.ts';

/** Removes invalid tools from a server's lists, before the client rejects an entire list because of one of them. */
export class ListedTools {
  private readonly requests = new Set<unknown>();
  private current: LeftOutTool[] = [];

  /** The tools that were left out of the last list. */
  get leftOut(): readonly LeftOutTool[] {
    return this.current;
  }

  /** Takes note of a request. */
  sent(message: JSONRPCMessage): void {
    if (!('method' in message) || message.method !== 'tools/list' || !('id' in message)) return;
    this.requests.add(message.id);
    // A further page of the same list has a cursor.
    if (!isFields(message.params) || message.params.cursor === undefined) this.current = [];
  }

  /** Returns a message without the invalid tools of a list. */
  received(message: JSONRPCMessage): JSONRPCMessage {
    if (!('result' in message) || !this.requests.delete(message.id)) return message;
    const { result } = message;
    if (!isFields(result) || !Array.isArray(result.tools)) return message;
    const { tools, leftOut } = validTools(result.tools);
    this.current.push(...leftOut);
    const { nextCursor, ...rest } = result;
    const page = typeof nextCursor === 'string' ? { nextCursor } : {};
    return { ...message, result: { ...rest, ...page, tools } };
  }
}
