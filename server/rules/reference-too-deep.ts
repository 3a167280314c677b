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
        message: `SKILL.md does not lead to \`${file}\`, only this file does. Models often read a file that another file sends them to in part, or not at all. Name it in SKILL.md too: agentskills.io asks for references one level deep.`,
      };
    }
  },
};
