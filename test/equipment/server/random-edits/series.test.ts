import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { isLong } from '../../skill/long.ts';
import { HEAD } from '../server.ts';
import { createChance } from './chance.ts';
import { runSeries } from './series.ts';
import { EditedWorkspace } from './state.ts';

const SKILL: Readonly<Record<string, string>> = {
  '/work/.git/HEAD': 'ref: refs/heads/main\n',
  '/work/notes/SKILL.md': `${HEAD}# Notes

Read \`references/guide.md\` and [the form](references/form.md#part), then run the setup script.

## Run

\`\`\`bash
python scripts/run.py --in data.json
\`\`\`

- \`assets/\` holds the provided template
- the \`billing\` skill has \`references/x.md\`

## Files

├── references/
│   └── guide.md
`,
  '/work/notes/references/guide.md': '# Guide\r\n\r\nSee [b](b.md#end) and `form.md`.\r\n',
  '/work/notes/references/form.md': '# Form\n\n## Part\n\nAs in the [guide](guide.md).\n',
  '/work/notes/scripts/run.py': 'open("../assets/template.html")\n',
  '/work/notes/assets/template.html': '<p>\n',
  '/work/billing/SKILL.md': '---\nname: billing\ndescription: Bills.\n---\n\nSee `../notes/references/guide.md`.\n',
  '/work/billing/references/x.md': '# X\n',
};

/** `npm run bench:edits` runs 20,000 steps in real skills. */
const STEPS = 20;

// Generous, for a busy machine: nothing here waits.
describe('cached data gives the same responses as a new server after changes of texts and files', {
  timeout: 60_000,
}, () => {
  it.each([1, 2])('in a small workspace (seed %i)', (seed) => {
    const disk = new Map(Object.entries(SKILL));
    const documents = Object.keys(SKILL).filter((path) => path.endsWith('.md'));
    const before = { disk, buffers: new Map<string, string>() };
    const result = runSeries(before, ['/work'], documents, Object.values(SKILL), STEPS, createChance(seed));
    expect(result.difference).toBeUndefined();
    expect(result.compared).toBe(STEPS);
  });

  const corpus = '../shared/corpus/elastic+agent-skills/skills';
  it.skipIf(!existsSync(corpus))('in real skills (skipped without ../shared/corpus)', () => {
    const chance = createChance(5);
    const paths = readdirSync(corpus, { recursive: true, encoding: 'utf8' });
    const skills = paths.filter((path) => path.endsWith('/SKILL.md')).map((path) => path.slice(0, -9));
    for (let round = 0; round < (isLong ? 3 : 1); round++) {
      const skill = chance.pick(skills);
      const files = paths.filter((path) => path.startsWith(`${skill}/`) && statSync(join(corpus, path)).isFile());
      const disk = new Map(files.map((path) => [`/work/${path}`, readFileSync(join(corpus, path), 'utf8')]));
      const documents = [...disk.keys()].filter((path) => path.endsWith('.md'));
      const before = { disk, buffers: new Map<string, string>() };
      expect(runSeries(before, ['/work'], documents, [], 15, chance).difference).toBeUndefined();
    }
  });

  it('a difference is found and reduced to the fewest steps', () => {
    const path = '/work/notes/SKILL.md';
    const before = { disk: new Map([[path, `${HEAD}Read \`references/a.md\`.`]]), buffers: new Map() };
    const originalApply = EditedWorkspace.prototype.apply;
    // A server that is not notified of deleted files.
    EditedWorkspace.prototype.apply = function (step) {
      if (step.kind === 'remove') this.disk.remove(step.path);
      else originalApply.call(this, step);
    };
    try {
      const { difference } = runSeries(before, ['/work'], [path], [], 200, createChance(1));
      expect(difference?.steps.length).toBeLessThan(4);
      expect(difference?.steps.map(({ kind }) => kind)).toContain('remove');
      expect(difference?.cached).not.toBe(difference?.fresh);
    } finally {
      EditedWorkspace.prototype.apply = originalApply;
    }
  });
});
