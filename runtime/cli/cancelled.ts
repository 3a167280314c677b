import { EXIT_CODES } from './exit-codes.ts';
import type { Output } from './output.ts';

/**
 * Aborted by Ctrl-C, SIGTERM and a reader of standard output that has gone; the second time the process ends at once.
 * `release` leaves the signals to Node again.
 */
export function untilCancelled(output: Output): { readonly controller: AbortController; release(): void } {
  const controller = new AbortController();
  const cancel = (): void => {
    // The second time a person means it.
    if (controller.signal.aborted) process.exit(EXIT_CODES.cancelled);
    controller.abort();
  };
  process.on('SIGINT', cancel);
  process.on('SIGTERM', cancel);
  output.onClosed(cancel);
  return {
    controller,
    release() {
      process.off('SIGINT', cancel);
      process.off('SIGTERM', cancel);
    },
  };
}
