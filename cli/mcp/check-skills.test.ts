import { realpathSync } from 'node:fs';
import { expect, test } from 'vitest';
import { manifest, temporaryFolder, writeFiles } from '../../test/equipment/runtime/folders.ts';
import { memoryCache } from './check.ts';
import { checkSkillsTool } from './check-skills.ts';
import { holdRoots } from './confined-file-system.ts';
import type { ShownFinding } from './findings.ts';

const SKILL = '.claude/skills/brew';

/** Returns the findings of a skill with such a text and files, as an agent gets them. */
async function findingsOf(text: string, files: readonly string[]) {
  const root = realpathSync(temporaryFolder());
  writeFiles(root, {
    '.git/HEAD': '',
    [`${SKILL}/SKILL.md`]: manifest('brew', text),
    ...Object.fromEntries(files.map((file) => [`${SKILL}/${file}`, '\n'])),
  });
  const held = holdRoots([root]);
  const call = {
    roots: [{ given: root, real: root }],
    held,
    progress: { signal: new AbortController().signal, report: () => undefined },
  };
  const answer = await checkSkillsTool(memoryCache()).run({ path: SKILL }, call);
  held.close();
  if (answer.kind !== 'answer') throw new Error(answer.message);
  return answer.result.findings as readonly ShownFinding[];
}

test('a name without the folder of the only file that has it is among the findings', async () => {
  expect(await findingsOf('Read [heat](heat.md) first.\n', ['references/heat.md'])).toMatchObject([
    { code: 'reference.bare', severity: 'information', fix: { edits: [{ old: '[heat](heat.md)' }] } },
  ]);
});

test('a finding has no edit if two files of the same name may be meant', async () => {
  const text = 'Read `references/china/prices.md` first, then `references/menu.md`.\n';
  const both = ['references/green/prices.md', 'references/black/prices.md', 'references/menus.md'];
  const [ambiguous, clear] = await findingsOf(text, both);
  expect(ambiguous).toMatchObject({ code: 'reference.missing', message: expect.stringMatching(/black.*green/) });
  expect(ambiguous?.fix).toBeUndefined();
  expect(clear).toMatchObject({ fix: { edits: [{ new: '`references/menus.md`.' }] } });
});

test('of a finding with many places as many edits come as have room', async () => {
  const lines = Array.from({ length: 60 }, (_, index) => `For step ${index} read [the menu](reference/menu.md).\n`);
  const [finding] = await findingsOf(lines.join('\n'), ['references/menu.md']);
  const edits = finding?.fix?.edits ?? [];
  expect(edits.length).toBeGreaterThan(5);
  expect(finding?.fix?.more).toBe(60 - edits.length);
});
