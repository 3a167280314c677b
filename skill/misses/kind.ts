import type { MissKindId } from '../model/miss-kind-id.ts';
import type { FailedRequest, KnownPlaces } from './miss.ts';

/** A miss of a kind. */
export interface MissExample {
  readonly request: FailedRequest;
  readonly known: KnownPlaces;
  /** The true place, an absolute path or a name; absent if it is not known. */
  readonly place?: string;
}

/** A kind of misses, as a user and an author see it. */
export interface MissKind {
  readonly id: MissKindId;
  /** A few words that name it. */
  readonly title: string;
  /** One sentence for a user about what happened. */
  readonly says: string;
  /** The party that can mend it. */
  readonly mends: 'author' | 'installation' | 'client';
  /** The fix, in one sentence. */
  readonly fix: string;
  /** Misses of this kind, which are its tests. */
  readonly examples: readonly MissExample[];
}
