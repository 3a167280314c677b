import { extension } from '../../skill/index.ts';
import { isEnglish } from './language.ts';
import { placeOfSkill } from './place.ts';
import type { Fix, Rule, RuleInput } from './rule.ts';
import { list } from './writing.ts';

/** More of them at one place hide what else is said there; the last finding counts the rest. */
const MAX_FINDINGS = 10;

/** A bundled file that no text leads to, so that no model ever opens it. */
export const referenceUnreferenced: Rule = {
  code: 'reference.unreferenced',
  title: 'A bundled file that no text of the skill leads to',
  severity: 'information',
  manifestOnly: true,
  *check(input) {
    const meant = new Set(
      input.analysis.mentions.flatMap(({ verdict }) => (verdict.kind === 'provokes' ? verdict.meant : [])),
    );
    // What a sentence or a path with a fault was to lead to is reported there.
    for (const { resolution } of input.analysis.references) {
      if (resolution.kind === 'missing') for (const file of resolution.suggestions.slice(0, 1)) meant.add(file);
    }
    const files = input.bundled.unreached().filter((file) => !meant.has(file));
    const shown = files.slice(0, MAX_FINDINGS);
    const rest = files.slice(MAX_FINDINGS);
    for (const [index, file] of shown.entries()) {
      const more = index === shown.length - 1 && rest.length > 0;
      yield {
        range: placeOfSkill(input),
        target: file,
        suggestions: [],
        message: `No text of the skill leads to \`${file}\`. A model sees no list of the files, so it never opens this one. Name it where it is needed, or take it out.${
          more
            ? ` The same goes for ${rest.length} more: ${list(rest, 'and')}${rest.length > 5 ? ' among them' : ''}.`
            : ''
        }`,
        fixes: rest.length > 0 ? [] : [naming(file, input)],
      };
    }
  },
};

/** A sentence (in other languages than English an item of a list) at the end of SKILL.md, for the author to move and to complete. */
function naming(file: string, { document }: RuleInput): Fix {
  const { text, bodyStart } = document;
  const eol = text.includes('\r\n') ? '\r\n' : '\n';
  const verb = /^\.(?:py|sh|bash|js|mjs|cjs|ts|mts|ps1|rb|pl)$/.test(extension(file)) ? 'Run' : 'See';
  const line = isEnglish(text, bodyStart) ? `${verb} \`${file}\`.` : `- \`${file}\``;
  const gap = text.endsWith('\n') ? eol : eol + eol;
  return {
    kind: 'edit',
    title: `Name ${file} at the end of SKILL.md`,
    preferred: false,
    edits: [{ range: { start: text.length, end: text.length }, text: `${gap}${line}${eol}` }],
  };
}
