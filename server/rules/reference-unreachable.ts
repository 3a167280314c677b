import { SPEC_FOLDERS, within } from '../../skill/index.ts';
import type { Rule } from './rule.ts';

/** Reports bundled files that the tools of the profile's client cannot load. */
export const referenceUnreachable: Rule = {
  code: 'reference.unreachable',
  title: "A bundled file that the client's tools cannot load, under the profile `adk`",
  severity: 'warning',
  *check({ skill, analysis, profile }) {
    if (profile !== 'adk') return;
    for (const { reference, resolution } of analysis.references) {
      if (resolution.kind !== 'found' || resolution.where !== 'bundle' || reference.excuse) continue;
      const inner = within(skill.root, resolution.path) ?? '';
      const [first = ''] = inner.split('/');
      if (inner === '' || SPEC_FOLDERS.has(first) || resolution.path === skill.manifest.path) continue;
      yield {
        range: reference.range,
        target: reference.target,
        suggestions: [],
        message: `Move \`${inner}\` into \`references/\`, \`assets/\` or \`scripts/\`: ADK loads files from these folders only.`,
      };
    }
  },
};
