import { TEMPORARY_PREFIX } from '../../journal/temporary-keys.ts';

/** The prefix of data ids for keys of the state. */
const STATE = 'state:';

/** Returns the data id of a key of the state. Undefined for a temporary key: no event tells that it has changed. */
export function dataIdOf(key: string): string | undefined {
  return key === '' || key.startsWith(TEMPORARY_PREFIX) ? undefined : `${STATE}${key}`;
}

/** Returns the key of the state that a data breakpoint is set on. Undefined if it can never be hit. */
export function stateKeyOf({ dataId, accessType = 'write' }: DataBreakpointId): string | undefined {
  const key = dataId.startsWith(STATE) ? dataId.slice(STATE.length) : '';
  return accessType === 'write' && dataIdOf(key) !== undefined ? key : undefined;
}

/** The fields of a data breakpoint that say what it is set on. */
interface DataBreakpointId {
  readonly dataId: string;
  readonly accessType?: string | undefined;
}
