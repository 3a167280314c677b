import { diskFiles } from '../../skill/disk.ts';
import { type Reference, readDocument, type Skill, type SkillDocument, warningFor } from '../../skill/index.ts';
import type { Cause } from '../protocol/events.ts';
import { offsetOf } from './fixes.ts';

/**
 * True if only a very weak model mistakes the words of a cause for a file of the skill: prose that the linter's
 * `reference.guessable` ignores because most models would not request a file, the name of a folder or of a file that may
 * be the user's, or a path that the text calls an example or an output. Never true for a plain path.
 */
export function isDoubtful(skill: Skill, cause: Cause): boolean {
  const document = documentOf(skill, cause.file);
  if (document === undefined) return false;
  const start = offsetOf(document.text, cause.line, cause.column);
  if (document.references.some((reference) => reference.range.start === start && isPlain(reference))) return false;
  const mention = document.mentions.find(({ range, text }) => range.start === start && text === cause.text);
  return mention === undefined || warningFor(mention, skill, document).kind === 'silent';
}

/** True for a path that can only be a file of the skill. */
function isPlain({ path, form, excuse }: Reference): boolean {
  if (excuse !== undefined || path.endsWith('/')) return false;
  return path.includes('/') || form === 'link' || form === 'definition';
}

function documentOf({ manifest }: Skill, file: string): SkillDocument | undefined {
  if (file === manifest.path) return manifest;
  const read = diskFiles().read(file);
  return read.kind === 'text' ? readDocument(file, read.text) : undefined;
}
