import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { diskFiles } from '../../skill/disk.ts';
import { findSkills, readSkill, type Skill } from '../../skill/index.ts';
import { realRoot } from '../skill-files/real-root.ts';
import { frontmatterProblems } from './frontmatter-problems.ts';

export type SkillsResult =
  | { readonly kind: 'found'; readonly skills: readonly Skill[]; readonly notes: readonly string[] }
  | { readonly kind: 'failed'; readonly message: string };

/**
 * Reads the skills that a run offers. Each of `folders` is a skill's folder (or its SKILL.md) or a folder that holds
 * skills at any depth. A skill whose frontmatter cannot be read, or lacks what a model needs, is left out and noted. Fails
 * where a folder is missing, nothing is found, or two skills have one name (a model could not tell them apart).
 */
export function readSkills(folders: readonly string[]): SkillsResult {
  const files = diskFiles();
  const skills = new Map<string, Skill>();
  const notes: string[] = [];
  for (const folder of folders) {
    const path = resolve(folder)
      .replaceAll('\\', '/')
      .replace(/\/SKILL\.md$/i, '');
    if (!isFolder(path)) return { kind: 'failed', message: `There is no folder ${path}.` };
    const manifests = findSkills(files, path);
    const own = manifests.filter((manifest) => parentOf(manifest) === path);
    for (const manifest of own.length > 0 ? own : manifests) {
      const read = readSkill(files, manifest);
      if (read.kind === 'unreadable') {
        notes.push(`${read.message} The skill is left out.`);
        continue;
      }
      const { skill } = read;
      const { frontmatter } = skill.manifest;
      if (frontmatter.kind === 'none') notes.push(`${manifest} has no frontmatter; the skill is left out.`);
      else if (frontmatter.kind === 'invalid') notes.push(`${manifest}: ${frontmatter.message} The skill is left out.`);
      else {
        const problems = frontmatterProblems(skill);
        if (problems.fatal !== undefined) {
          notes.push(`${manifest}: ${problems.fatal}; the skill is left out.`);
          continue;
        }
        for (const note of problems.notes) notes.push(`${manifest}: ${note}; ADK would refuse the skill.`);
        const twin = skills.get(skill.name);
        if (twin !== undefined && twin.root !== skill.root)
          return { kind: 'failed', message: `Two skills are named '${skill.name}': ${twin.root} and ${skill.root}.` };
        // From here on this very folder is the skill's.
        if (!isThere(skill.root)) {
          notes.push(`${manifest} is gone. The skill is left out.`);
          continue;
        }
        skills.set(skill.name, skill);
      }
    }
  }
  if (skills.size === 0) return { kind: 'failed', message: ['There is no skill to offer.', ...notes].join('\n') };
  return { kind: 'found', skills: [...skills.values()], notes };
}

function parentOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/')) || '/';
}

function isThere(root: string): boolean {
  try {
    return realRoot(root) !== '';
  } catch {
    return false;
  }
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}
