import type { PauseEvent } from '../protocol/events.ts';
import { stripControls } from './plain-text.ts';

/** Formats a script that waits for approval: its source, and the command with its sandbox. */
export function prettyScript({ source, command, sandbox }: NonNullable<PauseEvent['script']>): string {
  const place = sandbox === 'none' ? 'without a sandbox' : `in ${sandbox}`;
  return `${stripControls(source.trimEnd())}\n\n${stripControls(command)} (${place})`;
}
