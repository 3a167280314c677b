/** Edits far from a path or mention may affect it; nothing else is reevaluated. `npm test` takes a sample of the edits. */
import { describe, expect, it } from 'vitest';
import { clearDocumentCache } from '../../../../skill/index.ts';
import { sample } from '../../skill/long.ts';
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
  it.each(
    sample<readonly [what: string, sentence: string, words: string, files: readonly string[]]>(
      [
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
      ],
      3,
      1,
    ),
  )('%s', (_what, sentence, words, files) => {
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

/** Returns how many references are resolved again, of all, while the words are typed in one key at `at`. */
function reevaluatedBy(text: string, at: number, key: string): readonly [reevaluated: number, all: number] {
  const workspace = new EditedWorkspace({ disk: new Map(), buffers: new Map([[PATH, text]]) }, ['/work']);
  const resolutions = () => workspace.analysis(PATH)?.references.map(({ resolution }) => resolution) ?? [];
  const before = new Set(resolutions());
  workspace.apply({ kind: 'type', path: PATH, edits: [{ start: at, end: at, text: key }] });
  const after = resolutions();
  return [after.filter((one) => !before.has(one)).length, after.length];
}

it.each([
  ['far from plain words', '<here>', 'x'],
  ['far above a line that begins a fence', '## Part 50', '```\n'],
  ['far from the description', ' Use it', ' Not.'],
  ['far from a new field', '\n---\n#', '\nlicense: MIT'],
])('reevaluates nothing %s', (_, place, key) => {
  const text = long('Run `scripts/mint.sh`. See the refund guide.');
  const [reevaluated, all] = reevaluatedBy(text, text.indexOf(place), key);
  expect(all).toBeGreaterThan(55);
  expect(reevaluated, 'only references within 5,000 characters, or below a fence').toBeLessThan(45);
});

/** Returns a text with `count` different missing paths. */
const listing = (count: number, last = ''): string =>
  long(Array.from({ length: count }, (_, index) => `Then read \`references/topic-${index}.md\`.\n\n`).join(''), last);

it('reevaluates nothing far from plain words in a text with many missing paths', () => {
  const text = listing(400);
  const [reevaluated, all] = reevaluatedBy(text, text.indexOf('<here>'), 'x');
  expect(all).toBeGreaterThan(450);
  expect(reevaluated, 'only references within 5,000 characters').toBeLessThan(45);
});

// Between 684 and 690 paths, the words that are typed reach the limit of lookups, so that the last path has no answer.
it.each(sample([400, 684, 685, 686, 687, 688, 689, 690, 1_000], 4, 2))(
  'answers equal those of a new server with %i missing paths, of which only so many are looked up',
  { timeout: 60_000 },
  (count) => {
    const text = listing(count, 'cp x.sh scripts/mint.sh \n\nRun `scripts/mint.sh`.');
    const workspace = new EditedWorkspace({ disk: new Map(), buffers: new Map([[PATH, text]]) }, ['/work']);
    workspace.answer(PATH);
    const start = text.indexOf('<here>');
    workspace.apply({ kind: 'type', path: PATH, edits: [{ start, end: start, text: 'See `references/a.md`. ' }] });
    const after = workspace.answer(PATH);
    clearDocumentCache();
    const fresh = new EditedWorkspace(workspace.snapshot, ['/work']).answer(PATH);
    expect(after).toBe(fresh);
  },
);

it.each(
  sample<readonly [what: string, place: string, words: string]>(
    [
      ['the description', 'Use it', 'Creates skills. '],
      ['the description, about writing skills', 'Use it', 'About SKILL.md. '],
      ['the name', 'billing', 'my-'],
      ['a new field', '\n---\n#', '\nlicense: MIT\n# more\n'],
      ['the end of the frontmatter', '---\n#', 'x: y'],
      ['the end of a fence', '<here>', '```bash\ncp x.sh scripts/mint.sh\n```\n'],
      ['a fence of Markdown', '<here>', '```markdown\n```bash\nx\n```\n```\n'],
    ],
    3,
    1,
  ),
)('answers equal those of a new server after each key in %s', { timeout: 60_000 }, (_, place, words) => {
  const text = long('Run `scripts/mint.sh`. See the refund guide.', 'Run `scripts/mint.sh`.');
  const at = text.indexOf(place);
  const workspace = new EditedWorkspace({ disk: new Map(), buffers: new Map([[PATH, text]]) }, ['/work']);
  workspace.answer(PATH);
  for (const [offset, key] of [...words].entries()) {
    workspace.apply({ kind: 'type', path: PATH, edits: [{ start: at + offset, end: at + offset, text: key }] });
    const answer = workspace.answer(PATH);
    clearDocumentCache();
    expect(answer).toBe(new EditedWorkspace(workspace.snapshot, ['/work']).answer(PATH));
  }
});
