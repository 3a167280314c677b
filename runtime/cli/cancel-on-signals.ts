import { EXIT_CODES } from './exit-codes.ts';
import type { Output } from './output.ts';

/** Signals that a user repeats if ending takes too long. A closed terminal, in contrast, sends several signals simultaneously. */
const REPEATABLE_SIGNALS = ['SIGINT', 'SIGTERM'] as const;

/**
 * Returns a controller that is aborted by Ctrl-C, SIGTERM, a closed terminal (SIGHUP), or a closed standard output. A second
 * Ctrl-C or SIGTERM exits immediately. `release` restores Node's signal handling.
 * @param leave called when the terminal or standard output is closed. Returns true if that already ends the run, so that
 *   nothing is aborted and a pending prompt stays open for a resume
 */
export function cancelOnSignals(
  output: Output,
  leave: () => boolean = () => false,
): { readonly controller: AbortController; release(): void } {
  const controller = new AbortController();
  const cancel = (): void => controller.abort();
  const onClosed = (): void => {
    if (!leave()) cancel();
  };
  const cancelOrExit = (): void => {
    if (controller.signal.aborted) process.exit(EXIT_CODES.cancelled);
    cancel();
  };
  for (const signal of REPEATABLE_SIGNALS) process.on(signal, cancelOrExit);
  // Also under nohup: Node resets ignored signals, so the process would be killed without this handler.
  process.on('SIGHUP', onClosed);
  output.onClosed(onClosed);
  return {
    controller,
    release() {
      for (const signal of REPEATABLE_SIGNALS) process.off(signal, cancelOrExit);
      process.off('SIGHUP', onClosed);
    },
  };
}
