import { defined, join } from '../../../skill/index.ts';
import { didYouMean } from '../rule/message.ts';
import type { Problem, Rule } from '../rule/rule.ts';
import { fromPlugin, inSkill, list, replacements, writePath } from '../rule/writing.ts';

/** Reports explicit paths to bundled files that do not exist. */
export const referenceMissing: Rule = {
  code: 'reference.missing',
  title: 'A path to a bundled file that does not exist',
  severity: 'error',
  *check({ document, skill, analysis, bundled }): Iterable<Problem> {
    for (const { reference, resolution, judge, absent } of analysis.references) {
      if (resolution.kind !== 'missing') continue;
      const isPattern = reference.excuse === 'glob';
      const entryType = reference.path.endsWith('/') ? 'folder' : 'file';
      const create = inSkill(reference, document, skill.root);
      const renamed = create === undefined ? undefined : bundled.renamed(create);
      const likely = renamed === undefined ? resolution.suggestions : [renamed, ...resolution.suggestions];
      // A path is never meant to refer to its own document.
      const suggestions = [...new Set(likely)].filter((file) => join(skill.root, file) !== document.path);
      const { form, base, path } = reference;
      const fromRoot = base.kind === 'plugin';
      const meant = suggestions.map((file) => (fromRoot ? (fromPlugin(file, skill.root) ?? file) : file));
      // An entry of a tree needs its path to be understood.
      const shown = form === 'tree' ? path : reference.target;
      const twin = suggestions.find((file) => file !== path && file.normalize('NFC') === path.normalize('NFC'));
      const problem =
        isPattern && entryType === 'file'
          ? `No file in the ${fromRoot ? 'plugin' : 'skill'} matches \`${shown}\`.`
          : `The ${fromRoot ? 'plugin' : 'skill'} has no ${entryType} \`${shown}\`.`;
      const message =
        twin !== undefined
          ? `${problem} A name that looks the same has another Unicode encoding: copy it from the file.`
          : renamed !== undefined && suggestions[0] === renamed
            ? `${problem} Its new name is ${list(meant.slice(0, 1))}.`
            : meant.length > 0
              ? didYouMean(problem, meant)
              : `${problem} Add ${isPattern ? 'one' : 'it'}, or remove the path.`;
      yield defined({
        judge,
        into: absent ? { ...absent, write: (file) => writePath(file, reference, document, skill.root) } : undefined,
        range: reference.range,
        target: reference.target,
        suggestions,
        message,
        fixes: [
          ...replacements(suggestions, reference, document, skill.root),
          ...(create !== undefined && entryType === 'file' && !isPattern
            ? [{ kind: 'create', title: `Create ${create}`, path: create } as const]
            : []),
        ],
      });
    }
  },
};
