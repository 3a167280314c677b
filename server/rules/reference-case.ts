import { within } from '../../skill/index.ts';
import type { Rule } from './rule.ts';

/** A path that is there in another letter case only. */
export const referenceCase: Rule = {
  code: 'reference.case',
  title: 'A path that exists in another letter case only',
  severity: 'error',
  *check({ skill, analysis }) {
    for (const { reference, resolution } of analysis.references) {
      if (resolution.kind !== 'case') continue;
      const { actual } = resolution;
      yield {
        range: reference.range,
        target: reference.target,
        suggestions: [within(skill.root, resolution.path) || actual],
        message: `\`${reference.target}\` is \`${actual}\` in another letter case. A model asks for it as written here, and misses wherever case counts: in most clients and on Linux.`,
        fixes: [
          {
            kind: 'edit',
            title: `Change to ${actual}`,
            preferred: true,
            safe: true,
            edits: [{ range: reference.range, text: actual }],
          },
        ],
      };
    }
  },
};
