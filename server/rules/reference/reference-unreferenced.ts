import { extension } from '../../../skill/index.ts';
import { appendOthers } from '../rule/message.ts';
import type { Fix, Problem, Rule, RuleInput } from '../rule/rule.ts';
import { rangeOfSkill } from '../skill/skill-range.ts';
import { isEnglish } from './language.ts';

/** Maximum number of findings, since all have the same range; the last one counts the rest. */
const MAX_FINDINGS = 10;

/** Reports bundled files that nothing references, so that no model opens them. */
export const referenceUnreferenced: Rule = {
  code: 'reference.unreferenced',
  title: 'A bundled file that nothing in the skill references',
  severity: 'information',
  manifestOnly: true,
  *check(input): Iterable<Problem> {
    const meant = new Set(
      input.analysis.mentions.flatMap(({ verdict }) => (verdict.kind === 'provokes' ? verdict.meant : [])),
    );
    // Files that a faulty sentence or path was meant to reference are reported there.
    for (const { resolution } of input.analysis.references) {
      if (resolution.kind === 'missing') for (const file of resolution.suggestions.slice(0, 1)) meant.add(file);
    }
    const files = input.bundled.unreached().filter((file) => !meant.has(file));
    const shown = files.slice(0, MAX_FINDINGS);
    const rest = files.slice(MAX_FINDINGS);
    for (const [index, file] of shown.entries()) {
      const more = index === shown.length - 1 && rest.length > 0;
      yield {
        range: rangeOfSkill(input),
        target: file,
        suggestions: [],
        message: appendOthers(messageFor(file), more ? rest : []),
        fixes: rest.length > 0 ? [] : [referenceFix(file, input)],
      };
    }
  },
};

const messageFor = (file: string): string => `Reference or remove \`${file}\`: nothing in the skill references it.`;

/** Returns a sentence (in languages other than English, a list item) at the end of SKILL.md, for the author to move and complete. */
function referenceFix(file: string, { document }: RuleInput): Fix {
  const { text, bodyStart } = document;
  const eol = text.includes('\r\n') ? '\r\n' : '\n';
  const verb = /^\.(?:py|sh|bash|js|mjs|cjs|ts|mts|ps1|rb|pl)$/.test(extension(file)) ? 'Run' : 'See';
  const line = isEnglish(text, bodyStart) ? `${verb} \`${file}\`.` : `- \`${file}\``;
  const gap = text.endsWith('\n') ? eol : eol + eol;
  return {
    kind: 'edit',
    title: `Reference ${file} at the end of SKILL.md`,
    preferred: false,
    edits: [{ range: { start: text.length, end: text.length }, text: `${gap}${line}${eol}` }],
  };
}
