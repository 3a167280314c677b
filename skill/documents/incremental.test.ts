import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { clearDocumentCache, readDocument } from './document.ts';

/** Creates a generator of pseudorandom numbers from 0 to 1, the same on every run. */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1664525 + 1013904223) % 4294967296;
    return state / 4294967296;
  };
}

const PIECES = [
  '`references/a.md`',
  '[x](references/b.md)',
  '```bash\npython scripts/a.py\n',
  '```',
  '\n\n',
  '# H\n',
  '- ',
  '<!--',
  '-->',
  'the user guide',
  '`',
  '[',
  '](',
  '\r\n',
  '---\n',
  'assets/',
  '├── a/',
  '> ',
  '    ',
  '\t',
  '===',
];
const START =
  '---\nname: x\n---\n# Title\n\nSee [a](references/a.md) and the user guide.\n\n## Run\n\n```bash\npython scripts/a.py\n```\n\n- `assets/`\n  - `a.html`\n';

function edit(text: string, next: () => number): string {
  const at = Math.floor(next() * (text.length + 1));
  if (next() < 0.4) return text.slice(0, at) + text.slice(at + Math.floor(next() * 12));
  return text.slice(0, at) + (PIECES[Math.floor(next() * PIECES.length)] ?? '') + text.slice(at);
}

/** Parses a text with empty caches. */
function parseFresh(text: string) {
  clearDocumentCache();
  return readDocument('/s/SKILL.md', text);
}

describe('incremental parsing equals parsing from scratch', () => {
  it.each([
    ['an edit within its marks', '##', '##/'],
    ['a deletion after its first mark', '## Second\n', '#'],
    ['a deletion of the blank after it', '## ', '##'],
  ])('after %s turns a heading into text of the section above', (_, from, to) => {
    // Its section decides that the paths are output.
    const text = '# Title\n\n## Outputs\n\nText.\n\n## Second\n\n- `references/a.md`\n';
    const edited = text.replace(new RegExp(`${from}(?=${from.includes('S') ? '' : ' ?Second'})`), to);
    expect(edited).not.toBe(text);
    const again = readDocument('/s/SKILL.md', edited, parseFresh(text));
    expect(again).toEqual(parseFresh(edited));
    expect(again.references[0]?.excusedBy).toBe('output.heading');
  });

  it('after each of many random edits with cached sections', () => {
    const next = random(7);
    let text = START;
    for (let round = 0; round < 100; round++) {
      text = round % 50 === 0 ? START : edit(text, next);
      const again = readDocument('/s/SKILL.md', text);
      if (round % 3 === 0) expect(again, text).toEqual(parseFresh(text));
      for (const { range, target, form } of again.references) {
        expect(text.slice(range.start, range.end), form).toBe(target);
      }
    }
  });

  it('after each of many random edits, based on the previous version', () => {
    const next = random(23);
    for (const begin of [START, START.replace(/^---\n[\s\S]*?---\n/, ''), `${START}${START}`.repeat(4)]) {
      let before = parseFresh(begin);
      for (let round = 0; round < 120; round++) {
        const text = round % 40 === 39 ? begin : edit(before.text, next);
        const again = readDocument('/s/SKILL.md', text, before);
        expect(again, text).toEqual(readDocument('/s/SKILL.md', text));
        before = again;
      }
    }
  });

  const corpus = '../shared/corpus/elastic+agent-skills/skills';
  it.skipIf(!existsSync(corpus))('on real skills (skipped without ../shared/corpus)', () => {
    const next = random(11);
    const files = readdirSync(corpus, { recursive: true, encoding: 'utf8' }).filter((file) =>
      file.endsWith('SKILL.md'),
    );
    for (const file of files.slice(0, 6)) {
      let text = readFileSync(`${corpus}/${file}`, 'utf8');
      for (let round = 0; round < 6; round++) {
        text = edit(text, next);
        const again = readDocument('/s/SKILL.md', text);
        expect(again, file).toEqual(parseFresh(text));
      }
    }
  });
});
