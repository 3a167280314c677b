import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { diskFiles } from '../../skill/disk.ts';
import { findSkills, readSkill, type Skill } from '../../skill/index.ts';
import { realRoot } from '../skill-files/real-root.ts';
import { frontmatterProblems } from './frontmatter-problems.ts';

export type SkillsResult =
  | { readonly kind: 'found'; readonly skills: readonly Skill[]; readonly notes: readonly string[] }
  | { readonly kind: 'failed'; readonly message: string };

/** Options of `readSkills`. */
export interface ReadOptions {
  /** True if skills can have the same name, for other uses than a run. */
  readonly allowsCopies?: boolean;
  /** The client whose limits apply, an id that `--client` takes; null if none do. Default: `adk`. */
  readonly client?: string | null;
}

/**
 * Reads the skills for a run. Each of `folders` is a skill's folder (or its SKILL.md) or contains skills at any depth. A
 * skill without valid frontmatter is skipped with a note. Fails if a folder is missing, no skill is found, or two skills
 * have the same name (a model could not distinguish them).
 */
export function readSkills(
  folders: readonly string[],
  { allowsCopies = false, client = 'adk' }: ReadOptions = {},
): SkillsResult {
  const files = diskFiles();
  const skills = new Map<string, Skill>();
  const notes: string[] = [];
  for (const folder of folders) {
    const path = resolve(folder)
      .replaceAll('\\', '/')
      .replace(/\/SKILL\.md$/i, '');
    if (!isFolder(path)) return { kind: 'failed', message: `The folder ${path} does not exist.` };
    const manifests = findSkills(files, path);
    const own = manifests.filter((manifest) => parentOf(manifest) === path);
    for (const manifest of own.length > 0 ? own : manifests) {
      const read = readSkill(files, manifest);
      if (read.kind === 'unreadable') {
        notes.push(`${read.message} The skill is skipped.`);
        continue;
      }
      const { skill } = read;
      const { frontmatter } = skill.manifest;
      if (frontmatter.kind === 'none') notes.push(`${manifest} has no frontmatter; the skill is skipped.`);
      else if (frontmatter.kind === 'invalid') notes.push(`${manifest}: ${frontmatter.message} The skill is skipped.`);
      else {
        const problems = frontmatterProblems(skill, client);
        if (problems.fatal !== undefined) {
          notes.push(`${manifest}: ${problems.fatal}; the skill is skipped.`);
          continue;
        }
        for (const note of problems.notes) notes.push(`${manifest}: ${note}; ADK would reject the skill.`);
        const key = allowsCopies ? skill.root : skill.name;
        const duplicate = skills.get(key);
        if (duplicate !== undefined && duplicate.root !== skill.root)
          return {
            kind: 'failed',
            message: `Rename a skill: ${duplicate.root} and ${skill.root} are both named '${skill.name}'.`,
          };
        // From now on, only this physical folder is used.
        if (!exists(skill.root)) {
          notes.push(`${manifest} was deleted. The skill is skipped.`);
          continue;
        }
        skills.set(key, skill);
      }
    }
  }
  if (skills.size === 0) return { kind: 'failed', message: ['No usable skill was found.', ...notes].join('\n') };
  return { kind: 'found', skills: [...skills.values()], notes };
}

function parentOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/')) || '/';
}

function exists(root: string): boolean {
  try {
    return realRoot(root) !== '';
  } catch {
    return false;
  }
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}
