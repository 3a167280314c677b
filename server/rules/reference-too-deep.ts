import { isCopied, isForOthers, isMarkdown, within } from '../../skill/index.ts';
import type { Rule } from './rule.ts';

/** A document that only another bundled document leads to: more than one level below SKILL.md. */
export const referenceTooDeep: Rule = {
  code: 'reference.too-deep',
  title: 'A document more than one level below SKILL.md',
  severity: 'hint',
  *check({ document, skill, analysis, bundled, isManifest }) {
    const own = within(skill.root, document.path) ?? '';
    if (isManifest || isCopied(own) || isForOthers(own)) return;
    const { root } = skill;
    const said = new Set<string>();
    for (const { reference, resolution } of analysis.references) {
      if (resolution.kind !== 'found' || resolution.where !== 'bundle' || resolution.target !== 'file') continue;
      const file = within(root, resolution.path) ?? '';
      if (!isMarkdown(file) || reference.excuse || said.has(file) || isForOthers(file)) continue;
      // Once a file: where one comes there first.
      if (bundled.deep().get(file) !== document.path) continue;
      said.add(file);
      yield {
        range: reference.range,
        target: reference.target,
        suggestions: [],
        message: `Name \`${file}\` in SKILL.md too: only other files lead to it, and models often read what they find there in part, or not at all.`,
      };
    }
  },
};
