import { insertBefore, type Steps } from './scratch.ts';

/** A clue created by the recipe in `skill/README.md`: a table entry. */
export const CLUE: Steps = {
  'skill/clues/template-context.ts': insertBefore(
    "  {\n    id: 'template.comment-on-top'",
    `  {
    id: 'template.sketch',
    looksAt: 'before',
    says: 'the words before it say that it is drawn first',
    excuse: 'template',
    matches: ({ before }) => /\\bdraw \`?$/.test(before),
    fires: ['First draw \`⟦scripts/sketch.sh⟧\`.'],
    silent: ['First fill \`⟦scripts/sketch.sh⟧\`.'],
  },
`,
  ),
};
