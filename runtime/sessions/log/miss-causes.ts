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

  has(file: string): boolean {
    return this.documents.has(file);
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
 * Creates a finder for the current skills, by the names that a session uses for them, or else by their folders. Of several
 * with the same name, such as the copies of two clients, it takes the one in the folder of the session, or else tries all of
 * them, the most similar folder first.
 * @param folderOf returns the folder of a skill on the machine of the session, with `/`
 */
export function currentCauses(skills: readonly Skill[], folderOf: (name: string) => string | undefined): CauseFinder {
  const finders = new Map<Skill, CauseFinder>();
  const findersFor = (name: string): readonly CauseFinder[] =>
    currentSkills(skills, name, folderOf(name) ?? '').map((skill) => {
      const finder = finders.get(skill) ?? causeFinder(() => skill);
      finders.set(skill, finder);
      return finder;
    });
  return {
    recordRead(name, path) {
      for (const finder of findersFor(name)) finder.recordRead(name, path);
    },
    find(name, missedPath) {
      for (const finder of findersFor(name)) {
        const cause = finder.find(name, missedPath);
        if (cause !== undefined) return cause;
      }
      return undefined;
    },
  };
}

/** Returns the current skills that a skill of a session can be, the most likely one first. */
export function currentSkills(skills: readonly Skill[], name: string, folder: string): readonly Skill[] {
  const inFolder = skills.find(({ root }) => root === folder);
  // Skills of a plugin are called `PLUGIN:SKILL`.
  const bareName = name.slice(name.indexOf(':') + 1);
  const named = skills.filter((skill) => skill.name === bareName);
  if (inFolder !== undefined && (named.length === 0 || named.includes(inFolder))) return [inFolder];
  const similar =
    named.length > 0 ? named : skills.filter(({ root }) => [bareName, basename(folder)].includes(basename(root)));
  const bySimilarity = similar.map((skill) => [commonEnd(skill.root, folder), skill] as const);
  return bySimilarity.sort(([a], [b]) => b - a).map(([, skill]) => skill);
}

/** Returns the number of equal names at the end of two paths. */
function commonEnd(a: string, b: string): number {
  const [others, names] = [a, b].map((path) => path.split('/').reverse());
  const different = (names ?? []).findIndex((name, index) => name !== others?.[index]);
  return different < 0 ? (names ?? []).length : different;
}
