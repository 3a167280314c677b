import type { BlobReference } from './events.ts';

/** A text of an event whose payloads are in place; '' for one that still stands apart. */
export function wholeText(text: string | BlobReference): string {
  return typeof text === 'string' ? text : '';
}
