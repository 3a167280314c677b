/** Milliseconds in which an equal message is not shown again. */
const QUIET_MS = 30_000;
/** Number of messages to remember. */
const MAX_MESSAGES = 1_000;

/**
 * Returns a function that shows a message unless it has been shown within the last 30 seconds. A queue that cannot be used fails
 * hundreds of times in a second with one message.
 * @param now the time in milliseconds
 */
export function withoutRepeats(show: (message: string) => void, now: () => number = Date.now) {
  const shown = new Map<string, number>();
  return (message: string): void => {
    const time = now();
    if (time - (shown.get(message) ?? Number.NEGATIVE_INFINITY) < QUIET_MS) return;
    if (shown.size >= MAX_MESSAGES) shown.clear();
    shown.set(message, time);
    show(message);
  };
}
