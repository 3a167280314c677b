import { READ_LEVELS, shallow } from '../../protocol/levels.ts';

interface Receiver {
  onmessage?: ((message: never, ...rest: never[]) => void) | undefined;
}

/** Cuts what a server sends where it is nested too deep, before the client's checks go down it level by level. */
export function withShallowMessages<T extends Receiver>(transport: T): T {
  let receive: Receiver['onmessage'];
  Object.defineProperty(transport, 'onmessage', {
    configurable: true,
    get: () => receive,
    set: (given: Receiver['onmessage']) => {
      receive = given && ((message, ...rest) => given(shallow(message, READ_LEVELS), ...rest));
    },
  });
  return transport;
}
