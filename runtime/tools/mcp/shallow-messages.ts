import { limitDepth, MAX_READ_LEVELS } from '../../text/json-depth.ts';

interface Receiver {
  onmessage?: ((message: never, ...rest: never[]) => void) | undefined;
}

/** Truncates a server's messages that are nested too deeply, before the client validates them level by level. */
export function withShallowMessages<T extends Receiver>(transport: T): T {
  let receive: Receiver['onmessage'];
  Object.defineProperty(transport, 'onmessage', {
    configurable: true,
    get: () => receive,
    set: (handler: Receiver['onmessage']) => {
      receive = handler && ((message, ...rest) => handler(limitDepth(message, MAX_READ_LEVELS), ...rest));
    },
  });
  return transport;
}
