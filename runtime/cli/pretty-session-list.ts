import type { SessionEntry } from '../sessions/find/session-entry.ts';
import { FORMATS } from '../sessions/formats.ts';
import { formatCount } from '../text/count.ts';
import { minuteOf } from '../text/minute-of.ts';
import { oneLine } from './plain-text.ts';

/** Maximum number of a session's skills that are listed by name. */
const MAX_SKILLS = 5;

/**
 * Formats a session for `skillwright sessions list`: its date, client, project and title, then its skills, misses and
 * file.
 */
export function prettySessionEntry(entry: SessionEntry): string {
  const { file, session, format, project, start, title, skills, misses } = entry;
  const where = project === undefined ? '' : `, ${project}`;
  const names = skills.slice(0, MAX_SKILLS).map(({ skill }) => skill);
  const more = skills.length > MAX_SKILLS ? ` and ${skills.length - MAX_SKILLS} more` : '';
  const missed = misses.reduce((sum, { count }) => sum + count, 0);
  const found = [
    skills.length === 0 ? 'no skills' : `skills: ${names.join(', ')}${more}`,
    missed === 0 ? 'no misses' : formatCount(missed, 'miss', 'misses'),
  ].join('; ');
  return [
    oneLine(`${minuteOf(start)}  ${titleOf(format)}${where}`),
    ...(title === '' ? [] : [oneLine(`  ${title}`)]),
    oneLine(`  ${found}`),
    oneLine(`  ${file}${session === undefined ? '' : ` --session ${session}`}`),
  ].join('\n');
}

/** Returns the name of a format for display. */
export function titleOf(format: string): string {
  return FORMATS.find(({ id }) => id === format)?.title ?? format;
}
