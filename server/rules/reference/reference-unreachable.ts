import { SPEC_FOLDERS, within } from '../../../skill/index.ts';
import { isChosen } from '../../clients.ts';
import type { Problem, Rule } from '../rule/rule.ts';

/** Reports bundled files that ADK's tools cannot load, if it is among the chosen clients. */
export const referenceUnreachable: Rule = {
  code: 'reference.unreachable',
  title: "A bundled file that ADK's tools cannot load, for the client `adk`",
  severity: 'warning',
  *check({ skill, analysis, clients }): Iterable<Problem> {
    if (!isChosen(clients, 'adk')) return;
    for (const { reference, resolution } of analysis.references) {
      if (resolution.kind !== 'found' || resolution.where !== 'bundle' || reference.excuse) continue;
      const inner = within(skill.root, resolution.path) ?? '';
      const [first = ''] = inner.split('/');
      if (inner === '' || SPEC_FOLDERS.has(first) || resolution.path === skill.manifest.path) continue;
      yield {
        range: reference.range,
        target: reference.target,
        suggestions: [],
        message: `ADK does not load \`${inner}\`, only files in \`references/\`, \`assets/\` and \`scripts/\`. Move it into one of these.`,
      };
    }
  },
};
