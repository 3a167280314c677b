import type { BlobReference } from '../protocol/events.ts';

/** Returns the text of a field whose payload is in place, or '' if it is still a blob reference. */
export function inlineText(text: string | BlobReference): string {
  return typeof text === 'string' ? text : '';
}
