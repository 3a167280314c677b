import { createHash } from 'node:crypto';
import { runMemory } from '../remembered/remembered.ts';

const SAID = runMemory('said');

/** To what questions of a run a person has agreed on this machine. */
export interface Said {
  has(question: string): boolean;
  add(question: string): void;
}

/**
 * Remembered outside the workspace, as a journal lies in the workspace and may come from anywhere: what it says was
 * approved is no reason to run anything. `question` is all that was shown; it is kept as a hash.
 */
export function saidIn(run: string): Said {
  const place = { runs: '', run };
  let known: Set<string> | undefined;
  const all = (): Set<string> => {
    known ??= new Set(SAID.recalled(place)?.split('\n'));
    return known;
  };
  const hashOf = (question: string): string => createHash('sha256').update(question).digest('hex');
  return {
    has: (question) => all().has(hashOf(question)),
    add(question) {
      if (all().size === 0) SAID.forgetOld();
      all().add(hashOf(question));
      SAID.remember(place, [...all()].join('\n'));
    },
  };
}
