/** What the tab of a timeline says. Knows no `vscode`. */
import { formatTime } from '../timeline/model/date-format.ts';
import type { RunHeader } from '../timeline/row.ts';
import { oneLine } from './trace/read.ts';

/** Characters of a prompt in a tab. */
const LONGEST = 28;

/**
 * The beginning of the prompt, and when the run began: runs of one prompt are told apart by it, to the second as the next
 * one may begin within the same minute.
 */
export function tabTitle({ title, startedAt }: Pick<RunHeader, 'title' | 'startedAt'>, locale: string): string {
  const time = formatTime(new Date(startedAt ?? ''), locale, true);
  const short = oneLine(title, LONGEST);
  return time === '' ? short : `${short} · ${time}`;
}
