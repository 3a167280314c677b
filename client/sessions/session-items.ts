import { basename } from 'node:path';
import type { ListedSession, SessionSource } from '../../runtime/protocol/sessions.ts';

/** The texts of a session in a list. */
export interface SessionItem {
  readonly label: string;
  readonly description: string;
  readonly detail: string;
}

/** Describes a session for a quick pick. @param time its end, as shown to the user */
export function describeSession(session: ListedSession, time: string): SessionItem {
  const { client, title, misses, skills, project, toolCalls } = session;
  const calls = `${toolCalls.toLocaleString('en')} tool ${toolCalls === 1 ? 'call' : 'calls'}`;
  return {
    label: `$(${misses > 0 ? 'warning' : 'comment-discussion'}) ${title || '(no prompt)'}`,
    description: misses > 0 ? `${client}, ${misses} missed ${misses === 1 ? 'file' : 'files'}` : client,
    detail: [time, project === undefined ? '' : basename(project), skills.join(', '), calls]
      .filter((part) => part !== '')
      .join('   '),
  };
}

/** Returns where a listed session is. */
export function sourceOf({ file, session }: ListedSession): SessionSource {
  return session === undefined ? { file } : { file, session };
}
