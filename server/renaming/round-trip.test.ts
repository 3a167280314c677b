// biome-ignore-all lint/suspicious/noTemplateCurlyInString: a variable of a skill's text
/** Renaming and renaming back restores every text, and `check` finds nothing new in between. `npm run bench:renames` does so with all real skills. */
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { diskFiles } from '../../skill/disk.ts';
import { memoryFiles } from '../../skill/index.ts';
import { HEAD } from '../../test/equipment/server/server.ts';
import { RoundTripRunner, renamesOf } from './round-trip.ts';

const NAMES: readonly ((old: string) => string)[] = [
  (old) => old.replace(/^(.[^.]*)/, '$1-renamed'),
  (old) => `zq7${/(?<=.)\.[^.]*$/.exec(old)?.[0] ?? ''}`,
];

function runAll(runner: RoundTripRunner) {
  const trips = runner.workspace
    .skills()
    .flatMap(({ root }) =>
      NAMES.flatMap((name) => renamesOf(runner.workspace, root, name).map((move) => runner.run(move, root))),
    );
  return {
    trips: trips.length,
    changes: trips.reduce((sum, one) => sum + one.changes, 0),
    failures: trips.flatMap((one) => one.failures),
  };
}

it('in a skill with every form of reference', () => {
  const body = [
    'Read [the guide](references/the%20guide.md "Guide"), ![it](./assets/a&amp;b.png), `references/rates.md` and references/rates.md.',
    '[rates]: <references/rates.md>',
    '```bash\ncd "${CLAUDE_SKILL_DIR}" && python ${CLAUDE_SKILL_DIR}/scripts/deep/run.py --in assets/data.csv\n```',
    '```\nnotes/\n├── SKILL.md\n├── references/\n│   ├── rates.md\n│   └── the_other.md\n└── scripts/\n    └── deep/\n        └── run.py\n```',
    '## Files (`references/`)\n\n| File | What |\n|---|---|\n| `rates.md` | the rates |\n| `the_other.md` | more |',
    'Everything in references/ is text; `references/*.md` are all. [o](references/the\\_other.md#top)',
    'As installed: `python .claude/skills/notes/scripts/deep/run.py`; on this machine /home/me/notes/scripts/deep/run.py.',
  ].join('\r\n\r\n');
  const files = {
    'SKILL.md': `\uFEFF${HEAD}${body}\r\n`,
    'references/the guide.md': 'See [rates](./rates.md), [again](../references/rates.md) and `scripts/deep/run.py`.\n',
    'references/rates.md': '# Ü\n\n[guide](the%20guide.md) [up](..\\SKILL.md)\n',
    'references/the_other.md': '[r]: rates.md\n\n[r] [run](../scripts//deep/run.py)\n',
    'scripts/deep/run.py': 'print()\n',
    'assets/a&b.png': '',
    'assets/data.csv': '',
  };
  const absolute = Object.entries(files).map(([path, text]) => [`/work/skills/notes/${path}`, text]);
  const { failures, trips, changes } = runAll(new RoundTripRunner(memoryFiles(Object.fromEntries(absolute)), '/work'));
  // A name without an underscore or ampersand has nothing to escape.
  const escaped = failures.filter(({ move }) => /the_other|a&b/.test(move.from) && move.to.includes('zq7'));
  expect(failures.filter((one) => !escaped.includes(one))).toEqual([]);
  expect(escaped).toHaveLength(2);
  expect(trips).toBe(20);
  expect(changes).toBeGreaterThan(60);
});

it('in a command whose path is the end of one that the text has in full', () => {
  const guide = [
    '| Written | From |\n|---|---|\n| `k8s/space.yaml` | `templates/k8s/space.yaml` |',
    '```bash\nkubectl apply -f k8s/space.yaml\n```',
  ].join('\n\n');
  const files = {
    '/work/skills/notes/SKILL.md': `${HEAD}Read \`phases/deploy.md\`.\n`,
    '/work/skills/notes/phases/deploy.md': `# Deploy\n\n${guide}\n`,
    '/work/skills/notes/templates/k8s/space.yaml': 'kind: Namespace\n',
  };
  const { failures, trips } = runAll(new RoundTripRunner(memoryFiles(files), '/work'));
  expect(failures).toEqual([]);
  expect(trips).toBe(10);
});

it('in the examples', () => {
  const { failures, trips, changes } = runAll(
    new RoundTripRunner(diskFiles(), join(import.meta.dirname, '../../examples')),
  );
  // A path in another letter case is corrected on the way.
  const corrected = failures.filter(({ detail }) => detail.includes('references/Severity.md'));
  expect(failures.filter((one) => one.what === 'text' && !corrected.includes(one))).toEqual([]);
  expect(trips).toBeGreaterThan(10);
  expect(changes).toBeGreaterThan(5);
});
