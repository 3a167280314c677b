import { EXIT_CODES } from './exit-codes.ts';
import type { Output } from './output.ts';

/** What a person does again where ending takes too long. A terminal that is closed says so in several ways at once. */
const MEANT_TWICE = ['SIGINT', 'SIGTERM'] as const;

/**
 * Aborted by Ctrl-C, SIGTERM, a terminal that is closed (SIGHUP) and a reader of standard output that has gone; by the
 * second Ctrl-C or SIGTERM the process ends at once. `release` leaves the signals to Node again.
 * @param leave told when the terminal or the reader has gone; true where that ends the run by itself, so that nothing is
 *   aborted: a question that waited stays open, to go on with
 */
export function untilCancelled(
  output: Output,
  leave: () => boolean = () => false,
): { readonly controller: AbortController; release(): void } {
  const controller = new AbortController();
  const cancel = (): void => controller.abort();
  const closed = (): void => {
    if (!leave()) cancel();
  };
  const insist = (): void => {
    if (controller.signal.aborted) process.exit(EXIT_CODES.cancelled);
    cancel();
  };
  for (const signal of MEANT_TWICE) process.on(signal, insist);
  // Under nohup, too: Node takes back what a parent wants ignored, so without this the process would just be gone.
  process.on('SIGHUP', closed);
  output.onClosed(closed);
  return {
    controller,
    release() {
      for (const signal of MEANT_TWICE) process.off(signal, insist);
      process.off('SIGHUP', closed);
    },
  };
}
