/** For tests: an in-memory skill, and the resolutions of its references, one line each. */

import { readDocuments, readSkill } from '../../../skill/documents/read.ts';
import { findSkills } from '../../../skill/files/find.ts';
import { type MemoryFile, memoryFiles } from '../../../skill/files/memory.ts';
import { relative } from '../../../skill/files/paths.ts';
import { repositoryTree } from '../../../skill/files/repository-tree.ts';
import { skillIndex } from '../../../skill/files/skill-index.ts';
import type { Skill } from '../../../skill/model/model.ts';
import type { Resolution, ResolveContext } from '../../../skill/resolution/resolution.ts';
import { resolve } from '../../../skill/resolution/resolve.ts';

const REPOSITORY = '/repo';
export const ROOT = '/repo/skills/billing';

/** Creates a skill with the given body or SKILL.md. Paths of files are relative to the skill's folder, or absolute. */
export function skillWith(
  body: string,
  files: readonly string[] = [],
  more: Readonly<Record<string, MemoryFile>> = {},
) {
  const tree: Record<string, MemoryFile> = {
    [`${ROOT}/SKILL.md`]: body.startsWith('---') ? body : `---\nname: billing\ndescription: Bills.\n---\n${body}`,
  };
  for (const file of files) tree[file.startsWith('/') ? file : `${ROOT}/${file}`] = '';
  Object.assign(tree, more);
  const fs = memoryFiles(tree);
  const result = readSkill(fs, `${ROOT}/SKILL.md`);
  if (result.kind !== 'skill') throw new Error(result.message);
  return { fs, skill: result.skill };
}

/** Creates the context for such a skill: a repository at `/repo` that contains all known skills. */
export function contextOf(fs: ResolveContext['fs'], skill: Skill): ResolveContext {
  const others = findSkills(fs, REPOSITORY).flatMap((path) => {
    const result = readSkill(fs, path);
    return result.kind === 'skill' ? [result.skill] : [];
  });
  const readText = (path: string): string | undefined => {
    const read = fs.read(path);
    return read.kind === 'text' ? read.text : undefined;
  };
  const tree = repositoryTree(fs, REPOSITORY);
  return { fs, skill, skills: skillIndex(others), repositoryRoot: REPOSITORY, tree, readText };
}

/** Returns every reference as `path: outcome`, except those found in the bundle. */
export function outcomes(body: string, files: readonly string[] = [], more: Readonly<Record<string, MemoryFile>> = {}) {
  const { fs, skill } = skillWith(body, files, more);
  const context = contextOf(fs, skill);
  return [skill.manifest, ...readDocuments(fs, skill)].flatMap((document) =>
    document.references.flatMap((reference) => {
      const text = formatResolution(resolve(reference, document, context));
      return text === 'found' ? [] : [`${reference.target}: ${text}`];
    }),
  );
}

/** Returns only the outcomes that a rule would report. */
export const problems = (
  body: string,
  files: readonly string[] = [],
  more: Readonly<Record<string, MemoryFile>> = {},
) => outcomes(body, files, more).filter((line) => !/: (?:ignored|outside-skill|in other-skill|bare)/.test(line));

function formatResolution(resolution: Resolution): string {
  switch (resolution.kind) {
    case 'found':
      return resolution.where === 'bundle'
        ? 'found'
        : resolution.where === 'other-skill'
          ? `in other-skill ${relative(REPOSITORY, resolution.path)}`
          : `outside-skill ${relative(REPOSITORY, resolution.path)}`;
    case 'case':
      return `case ${resolution.actual}`;
    case 'missing':
      return ['missing', ...resolution.suggestions.slice(0, 1)].join(' ');
    case 'other-skill':
      return `other-skill ${resolution.skills.map((one) => one.name).join(' ')}`;
    case 'other-skill-lacks':
      return `${resolution.name} lacks it`;
    case 'bare':
      return `bare ${resolution.files.join(' ')}`;
    case 'ignored':
      return `ignored ${resolution.excuse}`;
    case 'escapes':
      return 'escapes';
  }
}
