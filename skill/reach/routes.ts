/** By which file one comes to each bundled file: the tree of a skill as a model finds its way through it. */
import { isMarkdown } from '../files/find.ts';
import { extension, join, within } from '../files/paths.ts';
import type { Skill, SkillDocument } from '../model/model.ts';
import { leadsOf, leadsOfScript } from './leads.ts';
import { MAX_FILES, NO_TEXT, projectsOf, type Texts } from './reach.ts';

/**
 * For each bundled file that SKILL.md leads to, directly or through others: the file through which one comes there first,
 * both relative to the skill's folder; SKILL.md for those that it names itself. Fewer steps win, then the order of the
 * files. Told as generously as `unreached`, so that no file is in both answers. Empty where the bundle is too large to tell.
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
    const take = (file: string, from: string): void => {
      if (file === start || found.has(file)) return;
      found.set(file, from);
      next.push(file);
      // Whoever uses a project's file uses the project.
      for (const project of projects) {
        if (!file.startsWith(`${project}/`)) continue;
        projects.delete(project);
        for (const one of [...bundle.files].sort()) if (one.startsWith(`${project}/`)) take(one, file);
      }
    };
    for (const from of level) for (const file of [...leadsFrom(from)].sort()) take(file, from);
    level = next;
  }
  return found;

  function leadsFrom(file: string): ReadonlySet<string> {
    if (!isMarkdown(file)) {
      const text = NO_TEXT.test(extension(file)) ? undefined : texts.script(join(root, file));
      return text === undefined ? new Set() : leadsOfScript(text, bundle);
    }
    const document: SkillDocument | undefined = file === start ? manifest : texts.document(join(root, file));
    return document === undefined ? new Set() : leadsOf(document, root, bundle);
  }
}
