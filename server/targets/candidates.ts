/** Selects the documents that may reference a target by their words, without parsing them. */
import { basename, extension, wordsIn } from '../../skill/index.ts';
import type { SkillEntry } from '../workspace/skill-entry.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { nameWords } from './skill-names.ts';
import type { TargetQuery } from './target.ts';

/**
 * Yields the paths of all documents that may reference a target, and possibly some more. A skill's own documents may mean a
 * file without naming it. A document of another skill must contain the name of the file or folder, and that of the skill,
 * since a path goes through its folder or follows its name; except that nested and enclosing skills may use relative paths.
 * A reference to a heading contains the file's name followed by `#`, in the skill's own documents too.
 */
export function* candidates(workspace: Workspace, query: TargetQuery): Iterable<string> {
  const { kind, path } = query;
  const owner =
    (kind === 'skill' || kind === 'folder' ? workspace.skillAt(path) : undefined) ?? workspace.skillOf(path);
  const near = new Set<SkillEntry>(owner ? workspace.nestedWith(owner) : []);
  const named = kind === 'skill' ? [] : [basename(path)];
  const skills = owner ? [...new Set([owner.folder, workspace.nameOf(owner)])] : [];
  const sets = { named: named.flatMap(wordsIn), skills: skills.map(wordsIn) };
  const anchored = isAnchored(query);
  const needsSkill = (entry: SkillEntry): boolean => owner !== undefined && !near.has(entry);
  for (const entry of workspace.skills()) {
    for (const document of entry.documents()) {
      if (entry !== owner) {
        const words = entry.words(document);
        if (!words.mayHave(sets.named)) continue;
        if (needsSkill(entry) && !sets.skills.some((one) => words.mayHave(one))) continue;
        // The words exist, but may not be adjacent.
        const text = entry.text(document) ?? '';
        if (!mayName(text, named, needsSkill(entry) ? skills : [], kind === 'skill')) continue;
      }
      if (anchored && document !== path && !mayHaveAnchor(entry.text(document) ?? '', path)) continue;
      yield document;
    }
  }
}

/** Returns true if a text has these names, and any of the skill's. `onlySkill`: as its name, or as part of a path. */
function mayName(text: string, names: readonly string[], skills: readonly string[], onlySkill: boolean): boolean {
  const lower = text.toLowerCase();
  // A name may contain encoded or escaped characters.
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

/** Returns true if a query only matches references with an anchor. */
export const isAnchored = (query: TargetQuery): boolean =>
  query.kind === 'heading' || query.kind === 'headings' || (query.kind === 'file' && query.anchored === true);

/** Maximum length of a path before a `#`, in UTF-16 units. */
const MAX_NAME_LENGTH = 300;

/** Returns true if a text may have the file's name, with or without its extension, followed by `#`. */
function mayHaveAnchor(text: string, file: string): boolean {
  const name = basename(file).toLowerCase();
  const stem = name.slice(0, name.length - extension(name).length);
  const isPlain = /^[\w.-]+$/.test(name);
  for (let at = text.indexOf('#'); at >= 0; at = text.indexOf('#', at + 1)) {
    if (/[\s#]/.test(text[at - 1] ?? ' ')) continue;
    const before = text.slice(Math.max(0, at - MAX_NAME_LENGTH), at).toLowerCase();
    if (before.endsWith(name) || before.endsWith(stem)) return true;
    // Escaped or encoded characters are not decoded here, and a query may precede the `#`.
    const path = isPlain ? (before.split(/\s/).at(-1) ?? '') : before;
    if (/[%\\&?]/.test(path)) return true;
  }
  return false;
}
