import type { RunEvent } from '../protocol/events.ts';
import { JOURNAL_FILE, type Journal } from './writer.ts';

/** A journal that is written nowhere: for runs that nobody will look at again, where the disk would take most of the time. */
export function unkeptJournal(): Journal {
  let seq = 0;
  return {
    path: JOURNAL_FILE,
    folder: '',
    earlier: [],
    append: (draft) => {
      seq++;
      return { kind: 'written', event: { seq, time: new Date().toISOString(), ...draft } as RunEvent };
    },
    keepOut: () => undefined,
    close: () => undefined,
  };
}
