import { join } from '../../skill/index.ts';
import { didYouMean } from './reason.ts';
import type { Rule } from './rule.ts';
import { fromPlugin, inSkill, list, replacements, writePath } from './writing.ts';

/** An explicit path to a bundled file that is not there. */
export const referenceMissing: Rule = {
  code: 'reference.missing',
  title: 'A path to a bundled file that does not exist',
  severity: 'error',
  *check({ document, skill, analysis, bundled }) {
    for (const { reference, resolution, judge, absent } of analysis.references) {
      if (resolution.kind !== 'missing') continue;
      const isPattern = reference.excuse === 'glob';
      const what = reference.path.endsWith('/') ? 'folder' : isPattern ? 'file that matches' : 'file';
      const create = inSkill(reference, document, skill.root);
      const renamed = create === undefined ? undefined : bundled.renamed(create);
      const likely = renamed === undefined ? resolution.suggestions : [renamed, ...resolution.suggestions];
      // The document that it stands in is not what anyone is sent to.
      const suggestions = [...new Set(likely)].filter((file) => join(skill.root, file) !== document.path);
      const { form, base, path } = reference;
      const fromRoot = base.kind === 'plugin';
      const meant = suggestions.map((file) => (fromRoot ? (fromPlugin(file, skill.root) ?? file) : file));
      // In a tree the name alone says less than its place.
      const shown = form === 'tree' ? path : reference.target;
      const twin = suggestions.find((file) => file !== path && file.normalize('NFC') === path.normalize('NFC'));
      const lacks = `The ${fromRoot ? 'plugin' : 'skill'} has no ${what} \`${shown}\`.`;
      const message =
        twin !== undefined
          ? `Write the name as its file has it: it looks the same, but its letters are encoded in another form of Unicode. ${lacks}`
          : renamed !== undefined && suggestions[0] === renamed
            ? `Write ${list(meant.slice(0, 1))}: it was renamed. ${lacks}`
            : meant.length > 0
              ? didYouMean(meant, lacks)
              : `Add ${isPattern ? 'one' : `the ${what}`}, or take the path out. ${lacks}`;
      yield {
        ...(judge ? { judge } : {}),
        ...(absent ? { into: { ...absent, write: (file) => writePath(file, reference, document, skill.root) } } : {}),
        range: reference.range,
        target: reference.target,
        suggestions,
        message,
        fixes: [
          ...replacements(suggestions, reference, document, skill.root),
          ...(create !== undefined && what === 'file'
            ? [{ kind: 'create', title: `Create ${create}`, path: create } as const]
            : []),
        ],
      };
    }
  },
};
