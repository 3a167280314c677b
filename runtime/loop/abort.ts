/** What a promise came to, as a value. */
export type Settled<T> =
  | { readonly kind: 'done'; readonly value: T }
  | { readonly kind: 'threw'; readonly error: unknown }
  | { readonly kind: 'aborted' };

/**
 * Who is to be told when a signal fires. One listener a signal: adding and removing one for each thing that is waited for
 * is the dearest part of a step.
 */
const waiting = new WeakMap<AbortSignal, Set<() => void>>();

function waitingFor(signal: AbortSignal): Set<() => void> {
  const known = waiting.get(signal);
  if (known !== undefined) return known;
  const told = new Set<() => void>();
  waiting.set(signal, told);
  signal.addEventListener(
    'abort',
    () => {
      for (const tell of [...told]) tell();
      told.clear();
    },
    { once: true },
  );
  return told;
}

/**
 * Waits for `work` no longer than until `signal` fires. Whatever model or script it belongs to, cancelling is immediate:
 * the promise is left to itself and what it comes to is ignored. Never rejects.
 */
export function untilAborted<T>(work: () => T | PromiseLike<T>, signal: AbortSignal): Promise<Settled<T>> {
  if (signal.aborted) return Promise.resolve(ABORTED);
  let begun: T | PromiseLike<T>;
  try {
    begun = work();
  } catch (error) {
    return Promise.resolve(signal.aborted ? ABORTED : { kind: 'threw', error });
  }
  if (!isPromise(begun)) return Promise.resolve(signal.aborted ? ABORTED : { kind: 'done', value: begun });
  const promise = begun;
  return new Promise((resolve) => {
    const told = waitingFor(signal);
    const onAbort = (): void => resolve(ABORTED);
    const settle = (settled: Settled<T>): void => {
      told.delete(onAbort);
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

/** A controller that also fires when `signal` does; `detach` when it is no longer needed, as `signal` may live on. */
export function linked(signal: AbortSignal): { readonly controller: AbortController; readonly detach: () => void } {
  const controller = new AbortController();
  const onAbort = (): void => controller.abort();
  const told = waitingFor(signal);
  if (signal.aborted) controller.abort();
  else told.add(onAbort);
  return { controller, detach: () => void told.delete(onAbort) };
}

/** Lets everything else that is due in this process have its turn. */
export function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
