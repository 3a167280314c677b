import type { ToldSkill } from '../protocol/events.ts';

/** Maximum number of files that are named. */
const MAX_NAMED = 10;

/** Describes the files that a skill tells the model to read and that it never read: `3 of 4 read; a.md missed at turn 4 and never read`. */
export function lostText({ read, unread }: Pick<ToldSkill, 'read' | 'unread'>): string {
  const files = unread
    .slice(0, MAX_NAMED)
    .map(({ path, missedAt }) =>
      missedAt === undefined ? `${path} never read` : `${path} missed at turn ${missedAt} and never read`,
    );
  const more = unread.length > MAX_NAMED ? [`and ${unread.length - MAX_NAMED} more`] : [];
  return `${read.length} of ${read.length + unread.length} read; ${[...files, ...more].join(', ')}`;
}

/** Describes the files that a skill told the model to read, with the skill. */
export const instructedText = (told: ToldSkill): string => `Instructed to read by ${told.skill}: ${lostText(told)}`;
