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

const LISTINGS = [
  'templates?',
  'contents?',
  'source(?: code)?',
  'listing',
  'full text',
  'example',
  'sample',
  'new file',
];
/** Maximum length of the text below a heading that is read, in UTF-16 units. */
const MAX_BELOW = 1_600;
/** A heading that calls what follows the content of a file: "## Template: `…`". */
const HEADING_OF_CONTENT = new RegExp(
  `^#{1,6}[ \\t]+(?:[\\d.]+[ \\t]+)?[*_]*${anyOf(LISTINGS)}(?:[ \\t]+(?:of|for))?[:*_]*[ \\t]+[*_"'(]*\`?$`,
  'i',
);

/** Returns true if the section of a heading shows the content of the file that the heading ends in. */
function isHeadingOfContent({ isProse, before, after, text, line, path }: PathContext): boolean {
  if (!isProse || !HEADING_OF_CONTENT.test(before) || !/^[`*_)"']*[ \t]*$/.test(after)) return false;
  const rest = text.slice(line.end, line.end + MAX_BELOW);
  const fence = rest.search(/^[ \t]*(?:```|~~~)/m);
  return fence >= 0 && isFollowedByContent(rest, fence, path);
}

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
  {
    id: 'template.heading-of-content',
    says: 'its heading says that its content follows, which a fence shows',
    excuse: 'template',
    matches: isHeadingOfContent,
    fires: [
      '## Template: ⟦scripts/run.sh⟧\n\nMake it executable.\n\n```bash\nset -e\n```',
      '### Contents of `⟦assets/limits.yaml⟧`\n\n```yaml\nmax: 3\n```',
      '## 3.1 Template for ⟦scripts/sum.py⟧\n\n```python\nprint(1)\n```',
      '#### Source code: `⟦scripts/ring.js⟧`\n\nAs of May:\n\n~~~js\nring();\n~~~',
      '## New file: **⟦references/tone.md⟧**\n\n```markdown\n# Tone\n```',
      '### Sample `⟦assets/order.json⟧`\n\n```json\n{}\n```',
    ],
    silent: [
      '## Template: ⟦assets/bill.tex⟧\n\nFill it in.',
      '## ⟦scripts/run.sh⟧\n\n```bash\nset -e\n```',
      '## Example: ⟦scripts/run.sh⟧\n\n```bash\nbash scripts/run.sh --all\n```',
      '## Template: ⟦assets/bill.tex⟧ for bills\n\n```tex\nx\n```',
      '## Use of ⟦scripts/run.sh⟧\n\n```bash\nset -e\n```',
      'Template: ⟦assets/bill.tex⟧\n\nThen:\n\n```bash\nmake\n```',
    ],
  },
];
