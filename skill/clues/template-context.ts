/** A path as the title of a text that is shown right below, to be written to that file. */

import { basename } from '../files/paths.ts';
import { anyOf } from '../text/any-of.ts';
import type { ExcusingClue } from './clue.ts';
import type { PathContext } from './path-context.ts';
import { fenceBelow, isTitleOfFence } from './surroundings.ts';

const SHOWN_AS = ['example', 'sample', 'minimal', 'typical', 'simple', 'full', 'complete'];
/** A title: alone on its line, with a colon; it may be called an example. */
const TITLE_BEFORE = new RegExp(
  `^[\\s#*_\`\\d.)-]*(?:(?:an?\\s+)?${anyOf(SHOWN_AS)}\\s+(?:[\\w-]+\\s+)?[*_\`]*)?$`,
  'i',
);
const TITLE_AFTER = /^[`*_]*:[*_`]*\s*$/;

/** Returns true if a code block follows that shows the content of the file rather than running it. */
function isFollowedByContent(text: string, at: number, path: string): boolean {
  const fence = fenceBelow(text, at);
  return fence !== undefined && !fence.includes(basename(path));
}

const ANNOUNCED = ['(?:with|containing)\\s+(?:the following|this|these)', '(?:contents?|looks like this)'];
/** "`x.sh` with this content:", "…, containing the following:". */
const CONTENT_FOLLOWS = new RegExp(`^[\`*_)]*[^.\`]{0,40}\\b${anyOf(ANNOUNCED)}\\b[^.\`]{0,40}:[*_\\s]*$`, 'i');

export const TEMPLATES: readonly ExcusingClue<PathContext>[] = [
  {
    id: 'template.comment-on-top',
    says: 'it is the comment at the top of a fence that shows its content',
    excuse: 'template',
    matches: ({ fence, text, range, path }) =>
      fence !== undefined && isTitleOfFence(text.slice(fence.start, fence.end), range.start - fence.start, path),
    fires: ['```bash\n# ⟦scripts/rate.sh⟧\nset -e\n```'],
    silent: ['```bash\nset -e\n# then ⟦scripts/rate.sh⟧\n```'],
  },
  {
    id: 'template.content-follows',
    says: 'the words after it announce its content, which follows in a fence',
    excuse: 'template',
    matches: ({ isProse, after, text, line, path }) =>
      isProse && CONTENT_FOLLOWS.test(after) && isFollowedByContent(text, line.end, path),
    fires: ['Set up `⟦scripts/deploy.sh⟧` with the following content:\n\n```bash\nset -e\n```'],
    silent: [
      'Run `⟦scripts/deploy.sh⟧` with the following arguments.\n\n```bash\nset -e\n```',
      'Run `⟦scripts/deploy.sh⟧` with this:\n\n```bash\nscripts/deploy.sh --all\n```',
    ],
  },
  {
    id: 'template.title-of-code',
    says: 'it is the title of a code block that shows its content',
    excuse: 'template',
    matches: ({ isProse, before, after, text, line, path }) =>
      isProse && TITLE_BEFORE.test(before) && TITLE_AFTER.test(after) && isFollowedByContent(text, line.end, path),
    fires: [
      '**⟦scripts/deploy.sh⟧:**\n\n```bash\nset -e\n```',
      'Example `⟦scripts/nightly.sh⟧`:\n\n```bash\nset -e\n```',
      'A minimal `⟦scripts/serve.py⟧`:\n\n```python\nimport http\n```',
      '**Sample config ⟦assets/limits.yaml⟧:**\n\n```yaml\nmax: 3\n```',
      '### Complete script `⟦scripts/sum.sh⟧`:\n\n```bash\nset -e\n```',
    ],
    silent: [
      'Example use of `⟦scripts/nightly.sh⟧`:\n\n```bash\nset -e\n```',
      'Example `⟦scripts/nightly.sh⟧`:\n\n```bash\nbash nightly.sh --all\n```',
      'Example `⟦scripts/nightly.sh⟧` is run by cron.\n\n```bash\nset -e\n```',
      'Then ⟦scripts/deploy.sh⟧:\n\n```bash\nset -e\n```',
      '⟦scripts/deploy.sh⟧:\n\n```bash\nscripts/deploy.sh\n```',
    ],
  },
];
