/** Which documents of a workspace may lead to something, told by the words in them, without parsing any. */
import { basename, wordsIn } from '../../skill/index.ts';
import type { SkillEntry } from '../workspace/entry.ts';
import type { Workspace } from '../workspace/workspace.ts';
import type { Wanted } from './target.ts';

/**
 * Paths of all documents that may lead to what is wanted, and of some more. A skill's own documents may mean a file without
 * naming it. A document of another skill must name the file or folder, and the skill, since a path goes through its folder or
 * stands beside its name; but one that lies in the skill's folder, or around it, may climb or descend.
 */
export function* candidates(workspace: Workspace, wanted: Wanted): Iterable<string> {
  const { kind, path } = wanted;
  const owner =
    (kind === 'skill' || kind === 'folder' ? workspace.skillAt(path) : undefined) ?? workspace.skillOf(path);
  const near = new Set<SkillEntry>(owner ? workspace.nestedWith(owner) : []);
  const named = kind === 'skill' ? [] : wordsIn(basename(path));
  const skill = owner ? [owner.folder, workspace.nameOf(owner)].map(wordsIn) : [[]];
  for (const entry of workspace.skills()) {
    for (const document of entry.documents()) {
      if (entry !== owner) {
        const words = entry.words(document);
        if (!words.mayHave(named) || !(near.has(entry) || skill.some((one) => words.mayHave(one)))) continue;
      }
      yield document;
    }
  }
}
