/** The prefix of all keys. In braces, so that a cluster keeps them on one server, as scripts require. */
export const PREFIX = '{skillwright}';

/** The name of BullMQ's queue. */
export const QUEUE_NAME = 'trials';

/** Seconds that data of an eval is kept after its coordinator was last seen. */
export const KEEP_SECONDS = 7 * 24 * 60 * 60;

/** The keys of an eval. */
export interface EvalKeys {
  /** Set of the ids of trials that have ended. */
  readonly ended: string;
  /** Hash of packed runs by the trial's id, until the coordinator has fetched them. */
  readonly results: string;
  /** List of messages to the coordinator. */
  readonly inbox: string;
  /** Hash with the limit on costs, what was spent, and the most expensive trial. */
  readonly ledger: string;
  /** Hash of reservations by id: reserved and charged US dollars. */
  readonly reservations: string;
  /** Sorted set of reservations by the time at which they expire. */
  readonly leases: string;
  /** Hash of the US dollars that were counted for settled and expired reservations. */
  readonly counted: string;
  /** Present if workers must not start trials of this eval. */
  readonly stopped: string;
}

/** @param id of an eval, 32 hexadecimal digits */
export function evalKeys(id: string): EvalKeys {
  const key = (name: string): string => `${PREFIX}:eval:${id}:${name}`;
  return {
    ended: key('ended'),
    results: key('results'),
    inbox: key('inbox'),
    ledger: key('ledger'),
    reservations: key('reservations'),
    leases: key('leases'),
    counted: key('counted'),
    stopped: key('stopped'),
  };
}

/** @param hash SHA-256 of the content, in hexadecimal digits */
export const blobKey = (hash: string): string => `${PREFIX}:blob:${hash}`;

export const providerKey = (evalId: string, provider: string): string =>
  `${PREFIX}:eval:${evalId}:provider:${provider}`;
