/** What a promise came to, as a value. */
export type Settled<T> =
  | { readonly kind: 'done'; readonly value: T }
  | { readonly kind: 'threw'; readonly error: unknown }
  | { readonly kind: 'aborted' };

/**
 * Who is to be told when a signal fires. One listener a signal: adding and removing one for each thing that is waited for
 * is the dearest part of a step. No set: each table that one outgrows holds the next, with all that waited, until the
 * next full collection, which is most of the memory of a long run.
 */
class Waiting {
  private told: (() => void)[] = [];

  add(tell: () => void): void {
    this.told.push(tell);
  }

  remove(tell: () => void): void {
    const at = this.told.lastIndexOf(tell);
    const last = at < 0 ? undefined : this.told.pop();
    if (last !== undefined && at < this.told.length) this.told[at] = last;
  }

  tellAll(): void {
    const { told } = this;
    this.told = [];
    for (const tell of told) tell();
  }
}

const waiting = new WeakMap<AbortSignal, Waiting>();

function waitingFor(signal: AbortSignal): Waiting {
  const known = waiting.get(signal);
  if (known !== undefined) return known;
  const told = new Waiting();
  waiting.set(signal, told);
  signal.addEventListener('abort', () => told.tellAll(), { once: true });
  return told;
}

/**
 * Waits for `work` no longer than until `signal` fires. Whatever model or script it belongs to, cancelling is immediate:
 * the promise is left to itself and what it comes to is ignored. Never rejects.
 */
export function untilAborted<T>(work: () => T | PromiseLike<T>, signal: AbortSignal): Promise<Settled<T>> {
  return Promise.resolve(attempt(work, signal));
}

/** As `untilAborted`, and no promise where `work` answers at once. */
export function attempt<T>(work: () => T | PromiseLike<T>, signal: AbortSignal): Settled<T> | Promise<Settled<T>> {
  if (signal.aborted) return ABORTED;
  let begun: T | PromiseLike<T>;
  try {
    begun = work();
  } catch (error) {
    return signal.aborted ? ABORTED : { kind: 'threw', error };
  }
  if (!isPromise(begun)) return signal.aborted ? ABORTED : { kind: 'done', value: begun };
  const promise = begun;
  return new Promise((resolve) => {
    const told = waitingFor(signal);
    const onAbort = (): void => resolve(ABORTED);
    const settle = (settled: Settled<T>): void => {
      told.remove(onAbort);
      resolve(signal.aborted ? ABORTED : settled);
    };
    if (signal.aborted) onAbort();
    else told.add(onAbort);
    promise.then(
      (value) => settle({ kind: 'done', value }),
      (error: unknown) => settle({ kind: 'threw', error }),
    );
  });
}

const ABORTED = { kind: 'aborted' } as const;

function isPromise<T>(value: T | PromiseLike<T>): value is PromiseLike<T> {
  return typeof value === 'object' && value !== null && 'then' in value && typeof value.then === 'function';
}

/** Waits `ms` milliseconds; false where `signal` fired first. */
export function sleep(ms: number, signal: AbortSignal): Promise<boolean> {
  return new Promise((resolve) => {
    if (signal.aborted) {
      resolve(false);
      return;
    }
    const onAbort = (): void => {
      clearTimeout(timer);
      resolve(false);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', onAbort);
      resolve(true);
    }, ms);
    signal.addEventListener('abort', onAbort, { once: true });
  });
}

/** A signal of its own that also fires when another does. */
export interface Linked {
  readonly signal: AbortSignal;
  abort(reason?: unknown): void;
  /** When it is no longer needed, as the other signal may live on. */
  detach(): void;
}

export function linked(signal: AbortSignal): Linked {
  const controller = new AbortController();
  // Nobody else can fire it: who waits for it is told without a listener, which takes longer to make than all the rest.
  const own = new Waiting();
  waiting.set(controller.signal, own);
  const abort = (reason?: unknown): void => {
    controller.abort(reason);
    own.tellAll();
  };
  const onAbort = (): void => abort();
  const told = waitingFor(signal);
  if (signal.aborted) abort();
  else told.add(onAbort);
  return { signal: controller.signal, abort, detach: () => told.remove(onAbort) };
}

/** Lets everything else that is due in this process have its turn. */
export function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
