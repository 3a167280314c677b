import type { Rule } from './rule.ts';
import { inSkill, list, replacements } from './writing.ts';

/** An explicit path to a bundled file that is not there. */
export const referenceMissing: Rule = {
  code: 'reference.missing',
  title: 'A path to a bundled file that does not exist',
  severity: 'error',
  *check({ document, skill, analysis }) {
    for (const { reference, resolution } of analysis.references) {
      if (resolution.kind !== 'missing') continue;
      const { suggestions } = resolution;
      const what = reference.path.endsWith('/') ? 'folder' : 'file';
      const create = inSkill(reference, document, skill.root);
      const advice =
        suggestions.length > 0 ? `Did you mean ${list(suggestions)}?` : `Add the ${what}, or take the path out.`;
      yield {
        range: reference.range,
        target: reference.target,
        suggestions,
        message: `The skill has no ${what} \`${reference.target}\`. A model that reads this asks for it, misses, and goes on to guess other paths. ${advice}`,
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
