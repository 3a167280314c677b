import { insertBefore, type Steps } from './scratch.ts';

/** A clue created by the recipe in `skill/README.md`: a table entry. */
export const CLUE: Steps = {
  'skill/clues/template-context.ts': insertBefore(
    "  {\n    id: 'template.comment-on-top'",
    `  {
    id: 'template.sketch',
    says: 'the words before it say that it is drawn first',
    excuse: 'template',
    matches: ({ before }) => /\\bdraw \`?$/.test(before),
    fires: ['First draw \`⟦scripts/sketch.sh⟧\`.'],
    silent: ['First fill \`⟦scripts/sketch.sh⟧\`.'],
  },
`,
  ),
};

/** A clue of the judge, before all others, which have weights. */
export const JUDGING_CLUE: Steps = {
  'skill/judge/form-clues.ts': insertBefore(
    "  {\n    id: 'form.link'",
    `  {
    id: 'form.sketch',
    says: 'it is a sketch to be drawn',
    matches: ({ path }) => path.includes('sketch'),
    fires: ['See \`⟦a/sketch.md⟧\`.'],
    silent: ['See \`⟦a/b.md⟧\`.'],
  },
`,
  ),
};

/** A clue about words that name a file without its path. */
export const MENTION_CLUE: Steps = {
  'skill/guess/general-clues.ts': insertBefore(
    "  {\n    id: 'in.skill-md'",
    `  {
    id: 'in.sketch',
    says: 'its line is about a sketch',
    matches: ({ before }) => before.includes('sketch'),
    fires: ['For the sketch, see ⟦the user guide⟧.'],
    silent: ['See ⟦the user guide⟧.'],
  },
`,
  ),
};
