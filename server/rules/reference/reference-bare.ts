import type { Range, Reference, SkillDocument } from '../../../skill/index.ts';
import {
  basename,
  dirname,
  hasWords,
  isForOthers,
  join,
  lineAround,
  manyOccurrencesOf,
  within,
} from '../../../skill/index.ts';

import type { Problem, Rule, RuleInput } from '../rule/rule.ts';
import { replacements } from '../rule/writing.ts';

/** Names that are common in any project, so that the user's own file is probably meant. */
export const COMMON_NAMES =
  /^(?:main|index|app|config|settings|utils|setup|test|package|variables|outputs|providers|docker-compose|values|schema|server|examples?|output|report|data|input|results?|template|terraform|styles?|sample)\.\w+$/i;
/** Maximum distance between a name and a preceding folder that applies to it, such as in a list's heading; in UTF-16 units. */
const MAX_DISTANCE = 6_000;

/** Reports a bare file name that only one bundled file has, if nothing gives its folder. */
export const referenceBare: Rule = {
  code: 'reference.bare',
  title: 'A file name without the folder of the bundled file',
  severity: 'information',
  *check(input): Iterable<Problem> {
    const { document, skill } = input;
    if (document !== skill.manifest && isForOthers(within(skill.root, document.path) ?? '')) return;
    for (const [file, names] of bareNames(input)) {
      const links = names.filter(isLink);
      // A link is followed literally, whatever its text. A name in code is reported only once per file.
      const [name] = names;
      const isGiven = links.length < names.length && isFolderGivenAnywhere(input, file);
      const reported = new Set(isGiven || !name || isOnLine(document, name.range, file) ? links : [name, ...links]);
      for (const reference of reported) {
        const { range, target } = reference;
        yield {
          range,
          target,
          suggestions: [file],
          message: `Write the path \`${file}\`: the bare name \`${target}\` does not resolve, and nothing nearby gives its folder.`,
          fixes: replacements([file], reference, document, skill.root),
        };
      }
    }
  },
};

/** Groups bare names that match exactly one bundled file by that file. */
function bareNames({ analysis }: RuleInput): ReadonlyMap<string, readonly Reference[]> {
  const byFile = new Map<string, Reference[]>();
  for (const { reference, resolution } of analysis.references) {
    if (resolution.kind !== 'bare' || resolution.files.length !== 1) continue;
    const { target, form } = reference;
    if (!isLink(reference) && (form !== 'code' || COMMON_NAMES.test(target) || isForOthers(target))) continue;
    const [file = ''] = resolution.files;
    const names = byFile.get(file);
    if (names) names.push(reference);
    else byFile.set(file, [reference]);
  }
  return byFile;
}

const isLink = ({ form }: Reference): boolean => form === 'link' || form === 'image' || form === 'definition';

/** Returns true if the folder is given in SKILL.md or this document, which the model has read by now. */
function isFolderGivenAnywhere({ document, skill, analysis }: RuleInput, file: string): boolean {
  const path = file.split('/').slice(-2).join('/');
  const full = join(skill.root, file);
  return (
    hasWords(path, document) ||
    hasWords(path, skill.manifest) ||
    analysis.references.some(({ resolution }) => resolution.kind === 'found' && resolution.path === full) ||
    isFolderGivenIn(document, file) ||
    (document !== skill.manifest && isFolderGivenIn(skill.manifest, file))
  );
}

/** Returns true if the file's name occurs anywhere in a document, including fences, with its folder nearby. */
function isFolderGivenIn(document: SkillDocument, file: string): boolean {
  const name = basename(file);
  return manyOccurrencesOf(name, document).some((at) =>
    isFolderNear(document, { start: at, end: at + name.length }, file),
  );
}

/** Returns true if the file's path is on the line of its name. */
function isOnLine({ text }: SkillDocument, range: Range, file: string): boolean {
  return lineOf(text, range).includes(file);
}

/** Returns true if a file's folder precedes a range within its section, or is on its line. */
export function isFolderNear({ text, headings }: SkillDocument, range: Range, file: string): boolean {
  const name = basename(dirname(file));
  // `<scripts>/` counts too.
  const isIn = (part: string): boolean => part.includes(`${name}/`) || part.includes(`${name}>/`);
  // Start at the closest heading of level 1 or 2.
  const heading = headings.findLast(({ depth, range: { start } }) => depth <= 2 && start <= range.start);
  const start = Math.max(heading?.range.start ?? 0, range.start - MAX_DISTANCE);
  return isIn(lineOf(text, range)) || isIn(text.slice(start, range.start));
}

function lineOf(text: string, range: Range): string {
  const { start, end } = lineAround(text, range);
  return text.slice(start, end);
}
