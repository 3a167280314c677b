import type { FileSystem } from '../../skill/index.ts';
import { own, readFrontmatter } from '../../skill/index.ts';
import type { SkillSummary } from '../protocol.ts';
import { type Session, uriFor } from './session.ts';

/** Returns every readable skill, sorted by name. Reads only the frontmatter, so that a picker over ten thousand skills opens quickly. */
export function listSkills(session: Session, fs: FileSystem): readonly SkillSummary[] {
  const skills = session.workspace.skills().flatMap((entry): SkillSummary[] => {
    const read = fs.read(entry.manifest);
    if (read.kind !== 'text') return [];
    const { frontmatter } = readFrontmatter(read.text);
    const field = (key: string) => {
      const value = frontmatter.kind === 'valid' ? own(frontmatter.data, key) : undefined;
      return typeof value === 'string' ? value.trim() : '';
    };
    const name = field('name') || entry.folder;
    return [{ name, description: field('description'), uri: uriFor(session, entry.manifest), root: entry.root }];
  });
  return skills.sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : a.root < b.root ? -1 : 1));
}
