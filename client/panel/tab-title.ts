/** The tab title of a timeline. Independent of `vscode`. */
import { formatTime } from '../timeline/model/date-format.ts';
import type { RunHeader } from '../timeline/row.ts';
import { oneLine } from './trace/read.ts';

/** Maximum number of characters of the prompt. */
const MAX_LENGTH = 28;

/**
 * Returns the start of the prompt and the time of the run, which distinguishes runs with the same prompt. It includes
 * seconds, because two runs can start within a minute.
 */
export function tabTitle({ title, startedAt }: Pick<RunHeader, 'title' | 'startedAt'>, locale: string): string {
  const time = formatTime(new Date(startedAt ?? ''), locale, true);
  const short = oneLine(title, MAX_LENGTH);
  return time === '' ? short : `${short} · ${time}`;
}
