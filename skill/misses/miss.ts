/** The types of a request that found nothing, of what is known to exist, and of the kind of the miss. */
import type { MissKindId } from '../model/miss-kind-id.ts';

/** A request for a file or a skill that found nothing. */
export interface FailedRequest {
  /** The path or name as it was written. */
  readonly asked: string;
  /** The absolute path that it was resolved to; by default, `asked` in `directory`. */
  readonly path?: string;
  /** `skill` loads a skill by its name, and `tool` is a call of a tool with the name `asked`. */
  readonly by: 'read' | 'run' | 'search' | 'skill' | 'tool';
  /** The name of the only skill whose files the tool opens, if it refused the path: it takes no other than those in this skill. */
  readonly refusedFor?: string;
  /** The working directory, absolute. */
  readonly directory?: string;
  /** The home of the user, absolute. Without it, it follows from the form of the other paths, if one is in a home. */
  readonly home?: string;
}

/** A path that a text of a skill writes. */
export interface WrittenPath {
  readonly path: string;
  /** The path of the text in its skill. */
  readonly document: string;
}

/** The facts that are known about a skill. Paths have `/`, those of files are relative to its folder. */
export interface SkillFacts {
  /** With its prefix, as in `PLUGIN:SKILL`, if it is offered with one. */
  readonly name: string;
  /** Absolute; absent if it is not known where the skill is. */
  readonly folder?: string;
  /** Files that are known to exist. */
  readonly files?: Iterable<string>;
  /** True if `files` are all of them. */
  readonly hasAllFiles?: true;
  /** Paths in the texts that the model has read. */
  readonly written?: Iterable<WrittenPath>;
  /** Paths that these texts make a model guess. */
  readonly guesses?: Iterable<string>;
}

/** Everything that is known to exist. Nothing else is taken to exist or to be absent. */
export interface KnownPlaces {
  readonly skills: readonly SkillFacts[];
  /** The names that the client offers to the model. */
  readonly offered?: Iterable<string>;
  /** The folders that short names stand for in the client's list, such as `r0`. */
  readonly aliases?: ReadonlyMap<string, string>;
  /** Absolute paths of other files. */
  readonly files?: readonly string[];
  /** The example paths in the client's own prompt and in the descriptions of its tools. */
  readonly clientExamples?: Iterable<string>;
}

/** The place of what a request meant. */
export interface TruePlace {
  /** An absolute path, with `/`; for a skill whose folder is not known, the name that it is offered with. */
  readonly at: string;
  /** True if it is known to exist. Otherwise it is where the skill's text says that the file is. */
  readonly exists: boolean;
}

/** The kind of a miss. */
export interface ClassifiedMiss {
  readonly kind: MissKindId;
  /** The name of the skill that was meant; absent if there is no such skill. */
  readonly skill?: string;
  /** The file that was meant, relative to the skill's folder; absent if no path in a skill was meant. */
  readonly file?: string;
  /** Absent if it is not known. */
  readonly place?: TruePlace;
}
