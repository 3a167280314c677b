import { EXIT_CODES } from './exit-codes.ts';
import type { Output } from './output.ts';

/** What a person does again where ending takes too long. A terminal that is closed says so in several ways at once. */
const MEANT_TWICE = ['SIGINT', 'SIGTERM'] as const;

/**
 * Aborted by Ctrl-C, SIGTERM, a terminal that is closed (SIGHUP) and a reader of standard output that has gone; by the
 * second Ctrl-C or SIGTERM the process ends at once. `release` leaves the signals to Node again.
 */
export function untilCancelled(output: Output): { readonly controller: AbortController; release(): void } {
  const controller = new AbortController();
  const cancel = (): void => controller.abort();
  const insist = (): void => {
    if (controller.signal.aborted) process.exit(EXIT_CODES.cancelled);
    cancel();
  };
  for (const signal of MEANT_TWICE) process.on(signal, insist);
  // Under nohup, too: Node takes back what a parent wants ignored, so without this the process would just be gone.
  process.on('SIGHUP', cancel);
  output.onClosed(cancel);
  return {
    controller,
    release() {
      for (const signal of MEANT_TWICE) process.off(signal, insist);
      process.off('SIGHUP', cancel);
    },
  };
}
