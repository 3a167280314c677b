/** A path that is the title of a text shown right there: the text is to be written to such a file. */
import { basename } from '../files/paths.ts';
import type { Excusing } from './clue.ts';
import type { Place } from './place.ts';
import { isTitleOfFence } from './surroundings.ts';

/** Alone on its line, with a colon. */
const TITLE_BEFORE = /^[\s#*_`\d.)-]*$/;
const TITLE_AFTER = /^[`*_]*:[*_`]*\s*$/;

/** Whether a block of code follows that is the content of the file, and does not run it. */
function isTitle(text: string, at: number, path: string): boolean {
  const fence = /^\s*(?:```|~~~)[^\n]*\n([\s\S]{0,400})/.exec(text.slice(at, at + 800))?.[1];
  return fence !== undefined && !fence.includes(basename(path));
}

export const TEMPLATES: readonly Excusing<Place>[] = [
  {
    id: 'template.comment-on-top',
    looksAt: 'line',
    says: 'it is the comment on top of a fence that shows its content',
    excuse: 'template',
    speaks: ({ fence, text, range, path }) =>
      fence !== undefined && isTitleOfFence(text.slice(fence.start, fence.end), range.start - fence.start, path),
    fires: ['```bash\n# ⟦scripts/rate.sh⟧\nset -e\n```'],
    silent: ['```bash\nset -e\n# then ⟦scripts/rate.sh⟧\n```'],
  },
  {
    id: 'template.title-of-code',
    looksAt: 'line',
    says: 'it is the title of a block of code that shows its content',
    excuse: 'template',
    speaks: ({ isProse, before, after, text, line, path }) =>
      isProse && TITLE_BEFORE.test(before) && TITLE_AFTER.test(after) && isTitle(text, line.end, path),
    fires: ['**⟦scripts/deploy.sh⟧:**\n\n```bash\nset -e\n```'],
    silent: [
      'Then ⟦scripts/deploy.sh⟧:\n\n```bash\nset -e\n```',
      '⟦scripts/deploy.sh⟧:\n\n```bash\nscripts/deploy.sh\n```',
    ],
  },
];
