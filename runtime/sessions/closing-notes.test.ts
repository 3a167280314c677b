import { expect, it } from 'vitest';
import { closingNotes, endAfter, NO_EVENTS } from './closing-notes.ts';
import type { SessionEvent } from './log/session-event.ts';

const event = (type: string, seq: number): SessionEvent =>
  ({ type, seq, time: `2026-01-05T10:00:0${seq}.000Z` }) as SessionEvent;

it('says below the last prompt which files were never read that a skill tells to read', () => {
  const end = [event('run_started', 1), event('note', 2), event('run_started', 3), event('note', 4)].reduce(
    endAfter,
    NO_EVENTS,
  );
  const instructed = [
    { skill: 'baker', read: ['a.md'], unread: [] },
    { skill: 'brewer', read: ['a.md', 'b.md'], unread: [{ path: 'c.md', missedAt: 4 }, { path: 'd.md' }] },
  ];
  expect(closingNotes({ run: 'r', instructed }, end)).toEqual([
    {
      type: 'note',
      seq: 5,
      time: '2026-01-05T10:00:04.000Z',
      invocation: 'r',
      agent: 'agent',
      parent: 3,
      message: 'Instructed to read by brewer: 2 of 4 read; c.md missed at turn 4 and never read, d.md never read',
      lost: instructed[1],
    },
  ]);
});
