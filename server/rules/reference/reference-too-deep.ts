import { isForCopying, isForOthers, isMarkdown, within } from '../../../skill/index.ts';
import type { Problem, Rule } from '../rule/rule.ts';

/** Reports documents that only other bundled documents reference: more than one level below SKILL.md. */
export const referenceTooDeep: Rule = {
  code: 'reference.too-deep',
  title: 'A document more than one level below SKILL.md',
  severity: 'hint',
  *check({ document, skill, analysis, bundled, isManifest }): Iterable<Problem> {
    const own = within(skill.root, document.path) ?? '';
    if (isManifest || isForCopying(own) || isForOthers(own)) return;
    const { root } = skill;
    const reported = new Set<string>();
    for (const { reference, resolution } of analysis.references) {
      if (resolution.kind !== 'found' || resolution.where !== 'bundle' || resolution.target !== 'file') continue;
      const file = within(root, resolution.path) ?? '';
      if (!isMarkdown(file) || reference.excuse || reported.has(file) || isForOthers(file)) continue;
      // Report a file once, in the document that references it first.
      if (bundled.deep().get(file) !== document.path) continue;
      reported.add(file);
      yield {
        range: reference.range,
        target: reference.target,
        suggestions: [],
        message: `Only other files reference \`${file}\`, so models often read it in part or not at all. Reference it in SKILL.md too.`,
      };
    }
  },
};
