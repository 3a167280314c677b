import { basename } from 'node:path';
import type { ListedSession, SessionMisses, SessionSource } from '../../runtime/protocol/sessions.ts';
import { formatCount } from '../../runtime/text/count.ts';

/** The texts of a session in a list. */
export interface SessionItem {
  readonly label: string;
  readonly description: string;
  readonly detail: string;
}

/** Describes a session for a quick pick. @param time its end, as shown to the user */
export function describeSession(session: ListedSession, time: string): SessionItem {
  const { client, title, misses, skills, project, toolCalls } = session;
  const calls = formatCount(toolCalls, 'tool call');
  return {
    label: `$(${misses > 0 ? 'warning' : 'comment-discussion'}) ${title || '(no prompt)'}`,
    description: misses > 0 ? `${client}, ${formatCount(misses, 'miss', 'misses')}` : client,
    detail: [time, project === undefined ? '' : basename(project), skills.join(', '), calls]
      .filter((part) => part !== '')
      .join('   '),
  };
}

/**
 * Compares two listed sessions, the latest first: those that are read for the first time arrive by the times of their files, which
 * copying changes. A session without a valid time comes last.
 */
export function compareLatestFirst(a: Pick<ListedSession, 'end'>, b: Pick<ListedSession, 'end'>): number {
  return timeOf(b) - timeOf(a);
}

const timeOf = ({ end }: Pick<ListedSession, 'end'>): number => Date.parse(end) || 0;

/** Returns the location of a listed session. */
export function sourceOf({ file, session }: ListedSession): SessionSource {
  return session === undefined ? { file } : { file, session };
}

/** Returns the misses of a listed session whose words are still in a skill. */
export function missesOf(session: ListedSession): SessionMisses {
  const { client, end, current = [] } = session;
  return { source: sourceOf(session), client, time: end, misses: current };
}
