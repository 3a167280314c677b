/** Finds the words behind the misses of a session, in the texts that the session recorded and in the current ones. */
import { basename } from 'node:path/posix';
import { type Skill, type SkillDocument, skillOf } from '../../../skill/index.ts';
import { type CauseFinder, causeFinder, findCause } from '../../guards/cause.ts';
import type { Cause } from '../../protocol/events.ts';

/** Maximum number of texts that are stored for a skill. */
const MAX_TEXTS = 50;

/** The texts of a skill as the model of a session read them. */
export class RecordedTexts {
  private readonly name: string;
  private readonly documents = new Map<string, SkillDocument>();

  constructor(name: string) {
    this.name = name;
  }

  /** @param file path of the text in its skill */
  add(file: string, document: SkillDocument): void {
    if (this.documents.size < MAX_TEXTS || this.documents.has(file)) this.documents.set(file, document);
  }

  /** Returns the words that led to a path. Only the texts of the skill are known, so there are no suggestions. */
  find(path: string): Cause | undefined {
    const manifest = this.documents.get('SKILL.md');
    if (manifest === undefined) return undefined;
    const bundle = { files: new Set<string>(), folders: new Set<string>(), truncated: true };
    const cause = findCause(skillOf(`/${this.name}`, manifest, bundle), [...this.documents.values()], path);
    return cause === undefined ? undefined : { ...cause, file: cause.file.slice(1), suggestions: [] };
  }
}

/**
 * Creates a finder for the current skills, by the names that a session uses for them, or else by their folders.
 * @param folderOf returns the folder of a skill on the machine of the session, with `/`
 */
export function currentCauses(skills: readonly Skill[], folderOf: (name: string) => string | undefined): CauseFinder {
  return causeFinder((name) => {
    // Skills of a plugin are called `PLUGIN:SKILL`.
    const bareName = name.slice(name.indexOf(':') + 1);
    const folder = folderOf(name) ?? '';
    return (
      skills.find((skill) => skill.name === bareName) ??
      skills.find(({ root }) => root === folder) ??
      skills.find(({ root }) => [bareName, basename(folder)].includes(basename(root)))
    );
  });
}
