/** Separates the texts of several skills in the result of one call. */
import { basename, dirname } from 'node:path/posix';
import type { ToolUse } from '../../tool-calls/tool-uses.ts';
import { nameIn } from './skill-texts.ts';

/** Maximum length of a result that is separated, and of a frontmatter, in characters. */
const MAX_RESULT = 2_000_000;
const MAX_FRONTMATTER = 8000;

type FileUse = Exclude<ToolUse, { kind: 'skill' }>;

interface Section {
  readonly name: string;
  readonly text: string;
}

/**
 * Returns the part of a result that each use of a call has read, if it is not all of it: the text of a `SKILL.md` begins with
 * its frontmatter and ends before that of the next one. What else a call reads cannot be separated, and counts once.
 */
export function textsOf(uses: readonly ToolUse[], result: string): ReadonlyMap<ToolUse, string> {
  const files = uses.filter((use): use is FileUse => use.kind === 'resource');
  const manifests = files.filter(({ path }) => /^skill\.md$/i.test(basename(path)));
  const sections = manifests.length === 0 ? [] : sectionsOf(result);
  const texts = new Map<ToolUse, string>();
  for (const [index, use] of manifests.entries()) {
    const named = sections.find(({ name }) => name === basename(dirname(use.path)));
    const own = named ?? (sections.length === manifests.length ? sections[index] : undefined);
    if (own !== undefined) texts.set(use, own.text);
    else if (manifests.length > 1) texts.set(use, '');
  }
  const others = files.filter((use) => !manifests.includes(use));
  for (const use of manifests.length > 0 ? others : others.slice(1)) texts.set(use, '');
  return texts;
}

/** Returns the parts of a text that begin with the frontmatter of a skill. */
function sectionsOf(text: string): readonly Section[] {
  if (text.length > MAX_RESULT) return [];
  const starts: { readonly at: number; readonly name: string }[] = [];
  const opening = /^---\r?\n(?=[A-Za-z])/gm;
  for (let match = opening.exec(text); match !== null; match = opening.exec(text)) {
    const head = text.slice(match.index, match.index + MAX_FRONTMATTER);
    const end = head.slice(4).search(/^---[ \t]*\r?$/m);
    const name = end < 0 ? undefined : nameIn(head.slice(0, end + 8));
    if (name === undefined) continue;
    starts.push({ at: match.index, name });
    // The line that closes the frontmatter opens no other one.
    opening.lastIndex = match.index + 4 + end + 3;
  }
  return starts.map(({ at, name }, index) => ({ name, text: text.slice(at, starts[index + 1]?.at) }));
}
