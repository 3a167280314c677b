import type { Range, Reference, SkillDocument } from '../../skill/index.ts';
import { basename, dirname, hasWords, isForOthers, join, lineAround, within } from '../../skill/index.ts';
import type { Rule, RuleInput } from './rule.ts';
import { replacements } from './writing.ts';

/** Names that every project has: most often the user's own. */
export const EVERYWHERE =
  /^(?:main|index|app|config|settings|utils|setup|test|package|variables|outputs|providers|docker-compose|values|schema|server|examples?|output|report|data|input|results?|template|terraform|styles?|sample)\.\w+$/i;
/** How far before a name the folder may stand that governs it, as the heading of a list does; in UTF-16 units. */
const REACH = 6_000;

/** A bare file name that only one bundled file has, while nothing says where it lies. */
export const referenceBare: Rule = {
  code: 'reference.bare',
  title: 'A file name without the folder that the bundled file lies in',
  severity: 'information',
  *check(input) {
    const { document, skill } = input;
    if (document !== skill.manifest && isForOthers(within(skill.root, document.path) ?? '')) return;
    for (const [file, names] of bareNames(input)) {
      const links = names.filter(isLink);
      // A link is followed as it stands, whatever its text says: a name in code only once, for then it has been told.
      const [name] = names;
      const told = links.length < names.length && isToldAnywhere(input, file);
      const wrong = new Set(told || !name || isOnLine(document, name.range, file) ? links : [name, ...links]);
      for (const reference of wrong) {
        const { range, target } = reference;
        yield {
          range,
          target,
          suggestions: [file],
          message: `\`${target}\` is bundled as \`${file}\`, and nothing near says so. A model that asks for it as it stands here misses. Write the path.`,
          fixes: replacements([file], reference, document, skill.root),
        };
      }
    }
  },
};

/** The bare names of a document that one bundled file has, by that file. */
function bareNames({ analysis }: RuleInput): ReadonlyMap<string, readonly Reference[]> {
  const byFile = new Map<string, Reference[]>();
  for (const { reference, resolution } of analysis.references) {
    if (resolution.kind !== 'bare' || resolution.files.length !== 1) continue;
    const { target, form } = reference;
    if (!isLink(reference) && (form !== 'code' || EVERYWHERE.test(target) || isForOthers(target))) continue;
    const [file = ''] = resolution.files;
    const names = byFile.get(file);
    if (names) names.push(reference);
    else byFile.set(file, [reference]);
  }
  return byFile;
}

const isLink = ({ form }: Reference): boolean => form === 'link' || form === 'image' || form === 'definition';

/** Whoever comes here has read SKILL.md and this document: a path in either says where the name lies. */
function isToldAnywhere({ document, skill, analysis }: RuleInput, file: string): boolean {
  const path = file.split('/').slice(-2).join('/');
  const full = join(skill.root, file);
  return (
    hasWords(path, document) ||
    hasWords(path, skill.manifest) ||
    analysis.references.some(({ resolution }) => resolution.kind === 'found' && resolution.path === full) ||
    isToldIn(document, file) ||
    (document !== skill.manifest && isToldIn(skill.manifest, file))
  );
}

/** Whether the name of a file stands anywhere in a document where its folder is told, in a fence too. */
function isToldIn(document: SkillDocument, file: string): boolean {
  const name = basename(file);
  for (let at = document.text.indexOf(name), count = 0; at >= 0 && count < 50; count++) {
    if (isFolderNear(document, { start: at, end: at + name.length }, file)) return true;
    at = document.text.indexOf(name, at + name.length);
  }
  return false;
}

/** Whether the path of a file stands on the line of its name. */
function isOnLine({ text }: SkillDocument, range: Range, file: string): boolean {
  return lineOf(text, range).includes(file);
}

/** Whether the folder of a file stands before a place in its part of the text, or on its line. */
export function isFolderNear({ text, headings }: SkillDocument, range: Range, file: string): boolean {
  const name = basename(dirname(file));
  // `<scripts>/` stands for it as well.
  const isIn = (part: string): boolean => part.includes(`${name}/`) || part.includes(`${name}>/`);
  // From the heading of the second rank above it, whatever stands between.
  const heading = headings.findLast(({ depth, range: { start } }) => depth <= 2 && start <= range.start);
  const start = Math.max(heading?.range.start ?? 0, range.start - REACH);
  return isIn(lineOf(text, range)) || isIn(text.slice(start, range.start));
}

function lineOf(text: string, range: Range): string {
  const { start, end } = lineAround(text, range);
  return text.slice(start, end);
}
