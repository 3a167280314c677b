/** What a promise came to, as a value. */
export type Settled<T> =
  | { readonly kind: 'done'; readonly value: T }
  | { readonly kind: 'threw'; readonly error: unknown }
  | { readonly kind: 'aborted' };

/**
 * Waits for `work` no longer than until `signal` fires. Whatever model or script it belongs to, cancelling is immediate:
 * the promise is left to itself and what it comes to is ignored. Never rejects.
 */
export function untilAborted<T>(work: () => T | PromiseLike<T>, signal: AbortSignal): Promise<Settled<T>> {
  return new Promise((resolve) => {
    if (signal.aborted) {
      resolve({ kind: 'aborted' });
      return;
    }
    const onAbort = (): void => resolve({ kind: 'aborted' });
    const settle = (settled: Settled<T>): void => {
      signal.removeEventListener('abort', onAbort);
      resolve(signal.aborted ? { kind: 'aborted' } : settled);
    };
    signal.addEventListener('abort', onAbort, { once: true });
    try {
      Promise.resolve(work()).then(
        (value) => settle({ kind: 'done', value }),
        (error: unknown) => settle({ kind: 'threw', error }),
      );
    } catch (error) {
      settle({ kind: 'threw', error });
    }
  });
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
  if (signal.aborted) controller.abort();
  else signal.addEventListener('abort', onAbort, { once: true });
  return { controller, detach: () => signal.removeEventListener('abort', onAbort) };
}

/** Lets everything else that is due in this process have its turn. */
export function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
