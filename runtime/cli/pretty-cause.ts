import { relative } from 'node:path';
import type { Cause } from '../protocol/events.ts';
import { oneLine } from './plain-text.ts';

/** Formats the words behind a miss: their position from the working directory, their text and the files possibly meant. */
export function prettyCause(cause: Cause): string {
  const meant = cause.suggestions.length === 0 ? '' : `; possibly meant: ${cause.suggestions.join(', ')}`;
  return oneLine(`${relative(process.cwd(), cause.file)}:${cause.line}:${cause.column} "${cause.text}"${meant}`);
}
