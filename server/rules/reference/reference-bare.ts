import type { Reference, SkillDocument } from '../../../skill/index.ts';
import { basename, dirname, hasWords, isForOthers, join, manyOccurrencesOf, within } from '../../../skill/index.ts';

import type { Problem, Rule, RuleInput } from '../rule/rule.ts';
import { replacements } from '../rule/writing.ts';
import { namedRuns } from './script-commands.ts';

/** Names that are common in any project, so that the user's own file is probably meant. */
export const COMMON_NAMES =
  /^(?:main|index|app|config|settings|utils|setup|test|package|variables|outputs|providers|docker-compose|values|schema|server|examples?|output|report|data|input|results?|template|terraform|styles?|sample)\.\w+$/i;
/** Reports a bare file name that only one bundled file has, if its folder appears nowhere in the document. */
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
      const reported = new Set(isGiven || !name ? links : [name, ...links]);
      for (const reference of reported) {
        const { range, target } = reference;
        yield {
          range,
          target,
          suggestions: [file],
          message: `The bare name \`${target}\` does not resolve, and nothing in the text gives its folder. Write the path \`${file}\`.`,
          fixes: replacements([file], reference, document, skill.root),
        };
      }
    }
    // To the parser a name in a command is no path.
    for (const { range, name, file } of namedRuns(input))
      if (!COMMON_NAMES.test(name))
        yield {
          range,
          target: name,
          suggestions: [file],
          message: `The command runs \`${name}\`, but the script is \`${file}\`. Write the path.`,
          fixes: [{ kind: 'edit', title: `Change to ${file}`, preferred: true, edits: [{ range, text: file }] }],
        };
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

/** Returns true if the folder appears anywhere in SKILL.md or this document, which the model has read by now. */
function isFolderGivenAnywhere({ document, skill, analysis }: RuleInput, file: string): boolean {
  const full = join(skill.root, file);
  return (
    namesFolder(document, file) ||
    namesFolder(skill.manifest, file) ||
    analysis.references.some(({ resolution }) => resolution.kind === 'found' && resolution.path === full)
  );
}

/** The ends of a folder's name in a text: `references/`, `<references>/`, "the references folder", "`references` directory". */
const FOLDER_ENDS = ['/', '>/', ' folder', ' directory', '` folder', '` directory', '** folder', '** directory'];

/** Returns true if a document names the folder of a file, or has a path into it. */
function namesFolder(document: SkillDocument, file: string): boolean {
  const name = basename(dirname(file));
  const isStart = (at: number): boolean => !/[\w.-]/.test(document.text[at - 1] ?? '');
  return (
    FOLDER_ENDS.some((end) => manyOccurrencesOf(name + end, document).some(isStart)) ||
    hasWords(`── ${name}\n`, document)
  );
}
