/** A mistake in a manifest. */
import type { ValuePath } from '../eval-cases/parsed-text.ts';
import type { Range } from '../model/model.ts';

export interface ManifestProblem {
  /** The keys and indexes of its place. */
  readonly at: ValuePath;
  /** True if the key of the field is wrong, and not its value. */
  readonly onKey?: true;
  /** Absent for one for which the client does not load the plugin. */
  readonly severity?: 'warning' | 'information';
  /** The fact first, then what to do. */
  readonly message: string;
  /** The path or name as written. */
  readonly target?: string;
  /** The text to write in its place. */
  readonly replacement?: string;
}

/** A mistake at its range in the text of the manifest. */
export interface ManifestFinding extends Omit<ManifestProblem, 'at' | 'onKey' | 'severity'> {
  readonly range: Range;
  readonly severity: 'error' | 'warning' | 'information';
  /** `syntax` if the text is no JSON, which editors report themselves. */
  readonly aspect?: 'syntax';
}

/** Returns the problem with a value that must be a string. `what` begins the sentence. */
export const typeProblem = (at: ValuePath, what: string): ManifestProblem => ({
  at,
  message: `${what} is not a string, so the plugin is not loaded. Write it as one.`,
});

/** Returns the problem with a name, with the closest one of lowercase letters, digits and hyphens. */
export function withSlug(at: ValuePath, name: string, message: string): ManifestProblem {
  const slug = name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
  return slug === '' ? { at, message } : { at, message, target: name, replacement: slug };
}
