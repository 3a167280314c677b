/** The result of a promise that was raced against an abort signal, as a value. */
export type Settled<T> =
  | { readonly kind: 'done'; readonly value: T }
  | { readonly kind: 'threw'; readonly error: unknown }
  | { readonly kind: 'aborted' };

/**
 * The callbacks to run when a signal fires. Each signal gets a single DOM listener: adding and removing one per wait is the
 * most expensive part of a step. An array rather than a `Set`: each table that a `Set` outgrows keeps a reference to the
 * next one, and with it to every callback, until the next full collection, which is most of the memory of a long run.
 */
class AbortListeners {
  private callbacks: (() => void)[] = [];

  add(callback: () => void): void {
    this.callbacks.push(callback);
  }

  remove(callback: () => void): void {
    const at = this.callbacks.lastIndexOf(callback);
    const last = at < 0 ? undefined : this.callbacks.pop();
    if (last !== undefined && at < this.callbacks.length) this.callbacks[at] = last;
  }

  notifyAll(): void {
    const { callbacks } = this;
    this.callbacks = [];
    for (const callback of callbacks) callback();
  }
}

const listenersBySignal = new WeakMap<AbortSignal, AbortListeners>();

function listenersOf(signal: AbortSignal): AbortListeners {
  const known = listenersBySignal.get(signal);
  if (known !== undefined) return known;
  const listeners = new AbortListeners();
  listenersBySignal.set(signal, listeners);
  signal.addEventListener('abort', () => listeners.notifyAll(), { once: true });
  return listeners;
}

/**
 * Waits for `work`, or until `signal` fires. Cancelling takes effect immediately, whatever `work` does: its promise is
 * abandoned and its result is ignored. Never rejects.
 */
export function untilAborted<T>(work: () => T | PromiseLike<T>, signal: AbortSignal): Promise<Settled<T>> {
  return Promise.resolve(attempt(work, signal));
}

/** Like `untilAborted`, but returns the result itself instead of a promise if `work` is synchronous. */
export function attempt<T>(work: () => T | PromiseLike<T>, signal: AbortSignal): Settled<T> | Promise<Settled<T>> {
  if (signal.aborted) return ABORTED;
  let started: T | PromiseLike<T>;
  try {
    started = work();
  } catch (error) {
    return signal.aborted ? ABORTED : { kind: 'threw', error };
  }
  if (!isPromise(started)) return signal.aborted ? ABORTED : { kind: 'done', value: started };
  const promise = started;
  return new Promise((resolve) => {
    const listeners = listenersOf(signal);
    const onAbort = (): void => resolve(ABORTED);
    const settle = (settled: Settled<T>): void => {
      listeners.remove(onAbort);
      resolve(signal.aborted ? ABORTED : settled);
    };
    if (signal.aborted) onAbort();
    else listeners.add(onAbort);
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

/** Waits `ms` milliseconds. Resolves to false if `signal` fires first. */
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

/** A separate abort signal that also fires when its parent does. */
export interface LinkedSignal {
  readonly signal: AbortSignal;
  abort(reason?: unknown): void;
  /** Unsubscribes from the parent, which may outlive this signal. */
  detach(): void;
}

/** Creates an abort signal that fires together with `signal`, or separately through `abort`. */
export function linkSignal(signal: AbortSignal): LinkedSignal {
  const controller = new AbortController();
  // Only this function can fire it, so waiters are notified directly: adding a DOM listener costs more than all the rest.
  const ownListeners = new AbortListeners();
  listenersBySignal.set(controller.signal, ownListeners);
  const abort = (reason?: unknown): void => {
    controller.abort(reason);
    ownListeners.notifyAll();
  };
  const onAbort = (): void => abort();
  const listeners = listenersOf(signal);
  if (signal.aborted) abort();
  else listeners.add(onAbort);
  return { signal: controller.signal, abort, detach: () => listeners.remove(onAbort) };
}

/** Yields to the event loop, so that pending timers, signals and messages are processed. */
export function yieldToEventLoop(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
