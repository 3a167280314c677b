/** Edits far from a path or mention may affect it; nothing else is reevaluated. */
import { describe, expect, it } from 'vitest';
import { clearDocumentCache } from '../../../../skill/index.ts';
import { EditedWorkspace } from './state.ts';

const PATH = '/work/billing/SKILL.md';
const FILLER = Array.from(
  { length: 60 },
  (_, index) =>
    `## Part ${index}\n\n${`One sentence of many, with a number: ${index}. `.repeat(5)}Read \`references/part-${index}.md\`.\n\n`,
);
const HEAD = '---\nname: billing\ndescription: Bills. Use it for bills.\n---\n# Bills\n\n';

/** Returns a long SKILL.md: `first`, filler, a place for typing, filler, `last`. */
const long = (first: string, last = ''): string =>
  `${HEAD}${first}\n\n${FILLER.slice(0, 30).join('')}<here>\n\n${FILLER.slice(30).join('')}${last}\n`;

function typeWords(text: string, words: string, files: readonly string[] = []) {
  const disk = new Map(files.map((file) => [`/work/billing/${file}`, '# File\n']));
  const at = text.indexOf('<here>');
  const workspace = new EditedWorkspace({ disk, buffers: new Map([[PATH, text]]) }, ['/work']);
  const before = workspace.answer(PATH);
  for (let offset = 0; offset < words.length; offset += 6) {
    const start = at + offset;
    workspace.apply({
      kind: 'type',
      path: PATH,
      edits: [{ start, end: start, text: words.slice(offset, offset + 6) }],
    });
    workspace.answer(PATH);
  }
  const after = workspace.answer(PATH);
  clearDocumentCache();
  const fresh = new EditedWorkspace(workspace.snapshot, ['/work']).answer(PATH);
  return { before: codes(before), after, fresh, codes: codes(after) };
}

/** Returns the findings about targets outside of the filler. */
const codes = (answer: string): readonly string[] =>
  (JSON.parse(answer) as { findings: { code: string; target?: string }[] }).findings
    .filter(({ target }) => !/part-\d|references\/$/.test(target ?? 'part-0'))
    .map(({ code, target }) => `${code} ${target}`);

// Generous, for a busy machine: nothing here waits.
describe('a distant edit affects', { timeout: 60_000 }, () => {
  it.each([
    ['a path that a command creates', 'Run `scripts/mint.sh`.', 'cp x.sh scripts/mint.sh ', []],
    [
      'a path that is attributed to the user',
      'Look at `scripts/release.sh`.',
      'Mind your own `scripts/release.sh` there.',
      [],
    ],
    ['a common script, by a heading', 'Also `scripts/all.sh`, in passing.', '\n## scripts/\n', []],
    ['a path on the machine', 'It is `scripts/box.nu`.', 'See `~/code/infra/scripts/box.nu`.', []],
    [
      'a path in a copied folder',
      'Run `scripts/go.sh`.',
      'Copy `assets/skeleton/`.',
      ['assets/skeleton/scripts/go.sh'],
    ],
    [
      'a mention, by the name of its file',
      'See the refund guide.',
      'Read `references/refund-guide.md`.',
      ['references/refund-guide.md'],
    ],
    [
      'a path in a list without other entries',
      'e.g. `references/b.md` or so',
      'Read `references/a.md`.',
      ['references/a.md'],
    ],
    ['all following text, by a fence', 'Run `scripts/a.py`.', '\n```markdown\nText\n', []],
  ])('%s', (_what, sentence, words, files) => {
    for (const text of [long(sentence), long('', sentence)]) {
      const { after, fresh } = typeWords(text, words, files);
      expect(after).toBe(fresh);
    }
  });

  it('the findings, so the comparisons above can fail', () => {
    const { before, codes: now } = typeWords(long('Run `scripts/mint.sh`.'), 'cp x.sh scripts/mint.sh ');
    expect([before, now]).toEqual([['reference.missing scripts/mint.sh'], []]);
  });
});

it('reevaluates nothing far from plain words', () => {
  const text = long('Run `scripts/mint.sh`. See the refund guide.');
  const workspace = new EditedWorkspace({ disk: new Map(), buffers: new Map([[PATH, text]]) }, ['/work']);
  const resolutions = () => workspace.analysis(PATH)?.references.map(({ resolution }) => resolution) ?? [];
  const before = new Set(resolutions());
  const start = text.indexOf('<here>');
  workspace.apply({ kind: 'type', path: PATH, edits: [{ start, end: start, text: 'x' }] });
  const after = resolutions();
  expect(after.length).toBeGreaterThan(55);
  const reevaluated = after.filter((one) => !before.has(one)).length;
  expect(reevaluated, 'only references within 5,000 characters').toBeLessThan(45);
});
