import { createHash } from 'node:crypto';
import { runStore } from '../user-data/run-store.ts';

const AGREEMENTS = runStore('said');

/** The questions of a run that the user agreed to on this machine. */
export interface Agreements {
  has(question: string): boolean;
  add(question: string): void;
  /** Removes all of them: they end with the prompt in which they were given. */
  end(): void;
}

/**
 * Opens the agreements of a run. They are stored outside the workspace, because a journal is part of the workspace and
 * untrusted: an approval in it is no reason to run anything. `question` is everything that was shown, stored as a hash.
 */
export function agreementsIn(run: string): Agreements {
  const place = { runs: '', run };
  let known: Set<string> | undefined;
  const all = (): Set<string> => {
    known ??= new Set(AGREEMENTS.read(place)?.split('\n'));
    return known;
  };
  const hashOf = (question: string): string => createHash('sha256').update(question).digest('hex');
  return {
    has: (question) => all().has(hashOf(question)),
    add(question) {
      if (all().size === 0) AGREEMENTS.removeOld();
      all().add(hashOf(question));
      AGREEMENTS.write(place, [...all()].join('\n'));
    },
    end() {
      known = new Set();
      AGREEMENTS.remove(place);
    },
  };
}
