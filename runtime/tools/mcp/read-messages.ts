import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/client';
import { limitDepth, MAX_READ_LEVELS } from '../../text/json-depth.ts';
import type { ListedTools } from './listed-tools.ts';

/**
 * Makes what a server sends safe for the client: truncates messages that are nested too deeply, before the client validates
 * them level by level, and removes invalid tools from lists.
 */
export function withReadableMessages<T extends Transport>(transport: T, listed: ListedTools): T {
  const send = transport.send.bind(transport);
  transport.send = (message, options) => {
    listed.sent(message);
    return send(message, options);
  };
  let receive: Transport['onmessage'];
  Object.defineProperty(transport, 'onmessage', {
    configurable: true,
    get: () => receive,
    set: (handler: Transport['onmessage']) => {
      const read = (message: JSONRPCMessage): JSONRPCMessage => listed.received(limitDepth(message, MAX_READ_LEVELS));
      receive = handler && ((message, ...rest) => handler(read(message), ...rest));
    },
  });
  return transport;
}
