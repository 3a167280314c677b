/** The facts by which a client finds a bundled file as a skill's text writes it: the told folder, variables, roots. */
import type { ClientProfile } from './profile.ts';

/** The variable that `skill-folder` of `Substitution` means. */
const SKILL_FOLDER = /^\$\{CLAUDE_SKILL_DIR\}$/;

/** Returns true if a client replaces a prefix, such as `${CLAUDE_SKILL_DIR}`, by the skill's folder; undefined if unknown. */
export function fillsPrefix({ id, behaviors }: ClientProfile, prefix: string): boolean | undefined {
  if (behaviors.length === 0) return id === 'adk' ? false : undefined;
  return (
    SKILL_FOLDER.test(prefix) &&
    behaviors.every(
      ({ activation }) => activation.kind === 'tool' && activation.substitutions?.includes('skill-folder') === true,
    )
  );
}

/** Returns true if the client tells the model the skill's folder, or has tools that need none; undefined if unknown. */
export function tellsFolder({ id, behaviors }: ClientProfile): boolean | undefined {
  if (behaviors.length === 0) return id === 'adk' ? true : undefined;
  return behaviors.every(({ activation, catalogue }) => {
    const loaded = activation.kind === 'tool' ? `${activation.result}\n${activation.message ?? ''}` : '';
    const isListed = activation.kind === 'tool' && activation.files?.form === 'tree';
    return isListed || loaded.includes('{dir}') || catalogue.entry.includes('{path}');
  });
}

/** Returns the folders that a client searches for skills, below a workspace or a home: `.claude/skills`. */
export function searchedFolders({ discovery }: ClientProfile): readonly string[] {
  if (discovery.kind !== 'folders') return [];
  return discovery.folders.map((folder) =>
    folder.scope === 'user-variable' ? `${folder.fallback}/${folder.path}` : folder.path.replace(/^\//, ''),
  );
}
