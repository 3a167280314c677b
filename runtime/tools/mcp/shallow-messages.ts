import { READ_LEVELS, shallow } from '../../protocol/levels.ts';

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
      receive = handler && ((message, ...rest) => handler(shallow(message, READ_LEVELS), ...rest));
    },
  });
  return transport;
}
