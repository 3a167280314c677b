import { insertBefore, type Steps } from './scratch.ts';

/** A clue created by the recipe in `skill/README.md`: a table entry. */
export const CLUE: Steps = {
  'skill/clues/template-context.ts': insertBefore(
    "  {\n    id: 'template.comment-on-top'",
    `  {
    id: 'template.burrow',
    looksAt: 'before',
    says: 'the words before it say that it is dug first',
    excuse: 'template',
    speaks: ({ before }) => /\\bdig \`?$/.test(before),
    fires: ['First dig \`⟦scripts/burrow.sh⟧\`.'],
    silent: ['First fill \`⟦scripts/burrow.sh⟧\`.'],
  },
`,
  ),
};
