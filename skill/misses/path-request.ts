import { basename } from '../files/paths.ts';
import { suggest } from '../files/suggest.ts';
import { defined } from '../text/defined.ts';
import { type PreparedSkill, placeIn } from './known-skills.ts';
import type { ClassifiedMiss, KnownPlaces, TruePlace } from './miss.ts';

/** A request for a path, with everything in the form that is compared. */
export interface PathRequest {
  /** The path as it was written, in one form; may be relative. */
  readonly asked: string;
  /** Absolute, normalized. */
  readonly path: string;
  readonly directory: string;
  readonly home: string;
  readonly skills: readonly PreparedSkill[];
  readonly known: KnownPlaces;
}

/** A file of a skill that a path means. */
export interface Named {
  readonly skill: PreparedSkill;
  /** Relative to the skill's folder. */
  readonly file: string;
}

/** Returns the miss of a path that the skill's text writes, and that is not there. */
export function ofWritten(skill: PreparedSkill, file: string): ClassifiedMiss {
  const [near] = suggestionsOf(skill, file);
  const place = near === undefined ? undefined : placeIn(skill, near);
  return defined({ kind: 'absent', skill: skill.name, file, place });
}

/** True if a path is an example in a text of the client itself. */
export function isCopied({ known: { clientExamples = [] } }: PathRequest, file: string): boolean {
  return file.includes('/') && [...clientExamples].includes(file);
}

/** Returns the only other file of this name that is known. */
export function namesakeElsewhere({ known: { files = [] } }: PathRequest, file: string): TruePlace | undefined {
  const [only, ...others] = files.filter((one) => basename(one) === basename(file));
  return only === undefined || others.length > 0 ? undefined : { at: only, exists: true };
}

/** Returns the files of a skill that a path may have meant, the likeliest first. */
export function suggestionsOf({ files }: PreparedSkill, file: string): readonly string[] {
  return files.size === 0 ? [] : suggest(file, { files, folders: new Set(), truncated: false });
}

/** Returns the longest path that fits. */
export function longest(paths: Iterable<string>, fits: (path: string) => boolean): string | undefined {
  let found: string | undefined;
  for (const path of paths) if (path.length > (found?.length ?? 0) && fits(path)) found = path;
  return found;
}
