import { extension } from '../../../skill/index.ts';
import { fitMessage, listSome } from '../rule/message.ts';
import type { Fix, Problem, Rule, RuleInput } from '../rule/rule.ts';
import { rangeOfSkill } from '../skill/skill-range.ts';
import { isEnglish } from './language.ts';

/** Maximum number of files that are offered one by one: all have the same range. */
export const MAX_OFFERED = 10;

/** Reports bundled files that nothing references, so that no model opens them: one finding a folder. */
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
    for (const file of files) {
      const end = file.indexOf('/') + 1;
      const folder = file.slice(0, end);
      yield {
        range: rangeOfSkill(input),
        target: file,
        suggestions: [],
        message: `Nothing in the skill references \`${file}\`. Reference or remove it.`,
        cause: folder,
        joint: {
          name: file.slice(end),
          target: folder === '' ? './' : folder,
          message: (names) => messageFor(names, folder),
        },
        fixes: files.length > MAX_OFFERED ? [] : [referenceFix(file, input)],
      };
    }
  },
};

/** Returns the message for several files of a folder at the top of the skill; an empty one is the skill's own. */
const messageFor = (names: readonly string[], folder: string): string =>
  fitMessage(
    names,
    (shown) =>
      `Nothing in the skill references ${listSome(names.length, shown)} ${folder === '' ? 'next to SKILL.md' : `in \`${folder}\``}. Reference or remove them.`,
  );

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
