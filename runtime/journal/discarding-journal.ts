import type { RunEvent } from '../protocol/events.ts';
import { JOURNAL_FILE, type Journal } from './writer.ts';

/** Creates a journal that discards its events, for runs that no one will inspect and whose time the disk would dominate. */
export function discardingJournal(): Journal {
  let seq = 0;
  return {
    path: JOURNAL_FILE,
    folder: '',
    earlierEvents: [],
    isDiscarding: true,
    append: (draft) => {
      seq++;
      return { kind: 'written', event: { seq, time: new Date().toISOString(), ...draft } as RunEvent };
    },
    addSecret: () => undefined,
    close: () => undefined,
  };
}
