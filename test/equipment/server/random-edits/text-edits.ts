/** Random text edits as people make them: typing, deleting a range, pasting a block, changing a heading or line breaks. */
import type { Range } from '../../../../skill/index.ts';
import type { Chance } from './chance.ts';

/** Replaces the range from `start` to `end` with `text`. */
export interface TextEdit extends Range {
  readonly text: string;
}

/** Characters, and pieces that affect the meaning of the surrounding text. */
const PIECES = [
  ...'aeS/.-_ `#*[](<>"\'|:\n',
  '`references/guide.md`',
  '[x](references/b.md#part)',
  '![](assets/a.png)',
  '[label]: scripts/run.py\n',
  '```bash\npython scripts/a.py\n',
  '```\n',
  '~~~~\n',
  '\n\n',
  '\n# Heading\n',
  '\n## See `scripts/x.py`\n',
  'Heading\n===\n',
  '\n- ',
  '  - ',
  '<!--',
  '-->',
  '<!-- skillwright-disable-next-line -->\n',
  '<!-- skillwright-disable reference.missing -->\n',
  '# skillwright-disable\n',
  'the user guide',
  ' see the provided template.',
  'Run the setup script. ',
  '](',
  '\r\n',
  '\r',
  '---\n',
  '---\nname: other\ndescription: Other.\n---\n',
  'name: renamed\n',
  'description: >\n  long\n',
  'assets/',
  '├── a/\n│   └── b.md\n',
  '> ',
  '    ',
  '\t',
  '\uFEFF',
  '👩‍🔬',
  '\u200B',
  '../../',
  '{baseDir}/references/x.md',
  'the `billing` skill',
];

/** Paths, names and headings, where edits matter most. */
const SPOTS =
  /[\w.-]+\/[\w./-]+|\b[\w-]+\.(?:md|py|sh|json|js)\b|^#{1,6} .*$|^```.*$|^---$|\]\(|guide|template|script/gm;

type Kind = 'key' | 'back' | 'word' | 'range' | 'block' | 'heading' | 'ends' | 'frontmatter';
const KINDS: readonly Kind[] = [
  'key',
  'key',
  'key',
  'back',
  'back',
  'word',
  'range',
  'block',
  'heading',
  'ends',
  'frontmatter',
];

/** Returns one random edit of a text. `clips`: texts to paste from; may be empty. */
export function textEdit(text: string, clips: readonly string[], chance: Chance): TextEdit {
  const at = spotIn(text, chance);
  switch (chance.pick(KINDS)) {
    case 'key':
      return { start: at, end: at, text: chance.pick(PIECES) };
    case 'back':
      return { start: Math.max(0, at - 1 - chance.below(6)), end: at, text: '' };
    case 'word': {
      const end = at + (/^[\w./-]*/.exec(text.slice(at, at + 80))?.[0].length ?? 0);
      return { start: at, end, text: chance() < 0.5 ? '' : chance.pick(PIECES) };
    }
    case 'range':
      return { start: at, end: Math.min(text.length, at + chance.below(chance() < 0.2 ? 4_000 : 400)), text: '' };
    case 'block': {
      const clip = clips.length > 0 ? chance.pick(clips) : text;
      const from = lineStart(clip, chance.below(clip.length + 1));
      return {
        start: lineStart(text, at),
        end: lineStart(text, at),
        text: clip.slice(from, from + chance.below(1_500)),
      };
    }
    case 'heading':
      return headingEdit(text, chance) ?? { start: at, end: at, text: '\n## New\n\n' };
    case 'ends': {
      const whole = chance() < 0.3;
      const start = whole ? 0 : lineStart(text, at);
      const end = whole ? text.length : Math.min(text.length, start + 300);
      const old = text.slice(start, end);
      return { start, end, text: old.includes('\r\n') ? old.replaceAll('\r\n', '\n') : old.replaceAll('\n', '\r\n') };
    }
    case 'frontmatter': {
      const head = chance.below(Math.min(text.length, 200) + 1);
      return { start: head, end: Math.min(text.length, head + chance.below(5)), text: chance.pick(PIECES) };
    }
  }
}

function headingEdit(text: string, chance: Chance): TextEdit | undefined {
  const headings = [...text.matchAll(/^#{1,6}(?= )/gm)];
  if (headings.length === 0) return undefined;
  const heading = chance.pick(headings);
  const end = heading.index + heading[0].length;
  return { start: heading.index, end, text: chance.pick(['', '#', '##', '######', '#######', '- ', '> #']) };
}

/** Returns an offset, usually at a path, a name or a heading. */
function spotIn(text: string, chance: Chance): number {
  const anywhere = chance.below(text.length + 1);
  if (chance() < 0.3) return anywhere;
  SPOTS.lastIndex = anywhere;
  const spot = SPOTS.exec(text);
  return spot ? spot.index + chance.below(spot[0].length + 1) : anywhere;
}

const lineStart = (text: string, at: number): number => text.lastIndexOf('\n', at - 1) + 1;
