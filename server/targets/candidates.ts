/** Which documents of a workspace may lead to something, told by the words in them, without parsing any. */
import { basename, extension, wordsIn } from '../../skill/index.ts';
import type { SkillEntry } from '../workspace/entry.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { nameWords } from './skill-names.ts';
import type { Wanted } from './target.ts';

/**
 * Paths of all documents that may lead to what is wanted, and of some more. A skill's own documents may mean a file without
 * naming it. A document of another skill must name the file or folder, and the skill, since a path goes through its folder or
 * stands beside its name; but one that lies in the skill's folder, or around it, may climb or descend. What leads to a heading
 * has the file's name with a `#` behind it, in the skill's own documents too.
 */
export function* candidates(workspace: Workspace, wanted: Wanted): Iterable<string> {
  const { kind, path } = wanted;
  const owner =
    (kind === 'skill' || kind === 'folder' ? workspace.skillAt(path) : undefined) ?? workspace.skillOf(path);
  const near = new Set<SkillEntry>(owner ? workspace.nestedWith(owner) : []);
  const named = kind === 'skill' ? [] : [basename(path)];
  const skills = owner ? [...new Set([owner.folder, workspace.nameOf(owner)])] : [];
  const sets = { named: named.flatMap(wordsIn), skills: skills.map(wordsIn) };
  const anchored = isAnchored(wanted);
  const needsSkill = (entry: SkillEntry): boolean => owner !== undefined && !near.has(entry);
  for (const entry of workspace.skills()) {
    for (const document of entry.documents()) {
      if (entry !== owner) {
        const words = entry.words(document);
        if (!words.mayHave(sets.named)) continue;
        if (needsSkill(entry) && !sets.skills.some((one) => words.mayHave(one))) continue;
        // The words are there, but perhaps not side by side.
        const text = entry.text(document) ?? '';
        if (!mayName(text, named, needsSkill(entry) ? skills : [], kind === 'skill')) continue;
      }
      if (anchored && document !== path && !mayLeadInto(entry.text(document) ?? '', path)) continue;
      yield document;
    }
  }
}

/** Whether a text has some of these names, and any of the skill's: `onlySkill` as its name, or as a part of a path. */
function mayName(text: string, names: readonly string[], skills: readonly string[], onlySkill: boolean): boolean {
  const lower = text.toLowerCase();
  // Encoded characters or escaped ones may stand within a name.
  const isPlain = (name: string): boolean => /^[\w.-]+$/.test(name) && !/[%\\]/.test(text);
  const has = (name: string): boolean => !isPlain(name) || lower.includes(name.toLowerCase());
  if (!names.every(has)) return false;
  if (skills.length === 0) return true;
  if (!onlySkill) return skills.some(has);
  return skills.some((skill) => {
    const name = skill.toLowerCase();
    if (!lower.includes(name)) return false;
    return (
      lower.includes(`${name}/`) ||
      lower.includes(`/${name}`) ||
      nameWords(text).some((one) => one.name.toLowerCase() === name)
    );
  });
}

/** Whether only leads to a place in a file are wanted, behind `#`. */
export const isAnchored = (wanted: Wanted): boolean =>
  wanted.kind === 'heading' || wanted.kind === 'headings' || (wanted.kind === 'file' && wanted.anchored === true);

/** How far before a `#` its path is read, in UTF-16 units. */
const LONGEST_NAME = 300;

/** Whether a text may have the file's name, with or without its extension, with a `#` behind it. */
function mayLeadInto(text: string, file: string): boolean {
  const name = basename(file).toLowerCase();
  const stem = name.slice(0, name.length - extension(name).length);
  const isPlain = /^[\w.-]+$/.test(name);
  for (let at = text.indexOf('#'); at >= 0; at = text.indexOf('#', at + 1)) {
    if (/[\s#]/.test(text[at - 1] ?? ' ')) continue;
    const before = text.slice(Math.max(0, at - LONGEST_NAME), at).toLowerCase();
    if (before.endsWith(name) || before.endsWith(stem)) return true;
    // Characters that are escaped or encoded are not decoded here; a query may stand before the `#`.
    const path = isPlain ? (before.split(/\s/).at(-1) ?? '') : before;
    if (/[%\\&?]/.test(path)) return true;
  }
  return false;
}
