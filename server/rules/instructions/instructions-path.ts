import { defined, dirname, join, type Reference, relative, within } from '../../../skill/index.ts';
import { didYouMean } from '../rule/message.ts';
import type { Fix, Problem, Rule, RuleInput } from '../rule/rule.ts';
import { replacements } from '../rule/writing.ts';

/** Reports paths in instruction files that do not exist in the repository. */
export const instructionsPath: Rule = {
  code: 'instructions.path',
  title: 'A path in AGENTS.md, CLAUDE.md, an agent or a command that does not exist',
  severity: 'error',
  on: 'instructions',
  *check({ document, skill, analysis }): Iterable<Problem> {
    for (const { reference, resolution, judge } of analysis.references) {
      const { range, target } = reference;
      if (resolution.kind === 'case') {
        const { actual } = resolution;
        yield defined({
          judge,
          range,
          target,
          suggestions: [within(skill.root, resolution.path) || actual],
          message: `\`${target}\` exists only as \`${actual}\`, so the file is not found on Linux. Change its letter case.`,
          fixes: [
            {
              kind: 'edit' as const,
              title: `Change to ${actual}`,
              preferred: true,
              safe: true,
              edits: [{ range, text: actual }],
            },
          ],
        });
      }
      if (resolution.kind !== 'missing') continue;
      const suggestions = resolution.suggestions.filter((file) => join(skill.root, file) !== document.path);
      const isOfPlugin = reference.base.kind === 'plugin';
      const problem = `The ${isOfPlugin ? 'plugin' : 'repository'} has no file \`${target}\`.`;
      yield defined({
        judge,
        // Nothing judges an import, which may be a file that is installed next to a copy of this one.
        severity: judge === undefined ? ('warning' as const) : undefined,
        range,
        target,
        suggestions,
        message: suggestions.length === 0 ? `${problem} Add it, or change the path.` : didYouMean(problem, suggestions),
        fixes: isOfPlugin ? [] : fixesFor(suggestions, reference, { document, skill }),
      });
    }
  },
};

function fixesFor(
  suggestions: readonly string[],
  reference: Reference,
  { document, skill }: Pick<RuleInput, 'document' | 'skill'>,
): readonly Fix[] {
  const { range } = reference;
  if (document.text[range.start - 1] !== '@') return replacements(suggestions, reference, document, skill.root);
  // Clients read an import relative to its file.
  const text = (file: string): string => relative(dirname(document.path), join(skill.root, file));
  return suggestions.map((file, index) => ({
    kind: 'edit',
    title: `Change to ${file}`,
    preferred: index === 0,
    edits: [{ range, text: text(file) }],
  }));
}
