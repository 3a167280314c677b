import type { Steps } from './scratch.ts';

/** A rule created by the recipe in `server/README.md`: the rule, its page, its test. */
export const RULE: Steps = {
  'server/rules/skill/content-unfinished.ts': `import type { Rule } from '../rule/rule.ts';

/** A note from the author to the author, which a model takes for an instruction. */
export const contentUnfinished: Rule = {
  code: 'content.unfinished',
  title: 'A note of the author that was left in the text',
  severity: 'information',
  *check({ document: { text } }) {
    for (const { index, 0: words } of text.matchAll(/\\bWRITE THIS LATER\\b/g))
      yield {
        range: { start: index, end: index + words.length },
        message: 'A model reads this note of the author as an instruction. Take it out of the text.',
      };
  },
};
`,
  'docs/rules/content.unfinished.md': `# content.unfinished

**Information.** The author left a note in the text.
`,
  'server/rules/skill/content-unfinished.test.ts': `import { expect, it } from 'vitest';
import { findingsOf, HEAD, markFindings, removeMarks } from '../../../test/equipment/server/server.ts';

it.each(['«WRITE THIS LATER»: the limits.', 'I write this later.'])('finds notes of the author: %s', (text) => {
  const plain = removeMarks(HEAD + text);
  expect(markFindings(plain, findingsOf({ 'SKILL.md': plain }), 'content.unfinished')).toBe(HEAD + text);
});
`,
};
