/** The routes by which a model reaches each bundled file, as a tree. */
import { isMarkdown } from '../files/find.ts';
import { extension, join, within } from '../files/paths.ts';
import type { Skill, SkillDocument } from '../model/model.ts';
import { MAX_FILES, NO_TEXT, projectsOf, type Texts } from './reach.ts';
import { filesReachedBy, filesReachedByScript } from './reached-files.ts';

/**
 * Returns, for each bundled file that is reachable from SKILL.md, the first file that references it, both relative to the
 * skill's folder: SKILL.md itself for direct references. The fewest steps win, then the order of the files. Consistent with
 * `unreachedFiles`: no file is in both results. Empty if the bundle is too large.
 */
export function routes(skill: Skill, texts: Texts): ReadonlyMap<string, string> {
  const { root, bundle, manifest } = skill;
  const found = new Map<string, string>();
  if (bundle.truncated || bundle.files.size > MAX_FILES) return found;
  const start = within(root, manifest.path) ?? '';
  const projects = new Set(projectsOf(bundle));
  let level: readonly string[] = [start];
  while (level.length > 0) {
    const next: string[] = [];
    const add = (file: string, from: string): void => {
      if (file === start || found.has(file)) return;
      found.set(file, from);
      next.push(file);
      // A reference to a file of a project covers the entire project.
      for (const project of projects) {
        if (!file.startsWith(`${project}/`)) continue;
        projects.delete(project);
        for (const one of [...bundle.files].sort()) if (one.startsWith(`${project}/`)) add(one, file);
      }
    };
    for (const from of level) for (const file of [...filesReachedFrom(from)].sort()) add(file, from);
    level = next;
  }
  return found;

  function filesReachedFrom(file: string): ReadonlySet<string> {
    if (!isMarkdown(file)) {
      const text = NO_TEXT.test(extension(file)) ? undefined : texts.script(join(root, file));
      return text === undefined ? new Set() : filesReachedByScript(text, bundle);
    }
    const document: SkillDocument | undefined = file === start ? manifest : texts.document(join(root, file));
    return document === undefined ? new Set() : filesReachedBy(document, root, bundle);
  }
}
