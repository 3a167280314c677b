/** Checks that the example of "New Example Skill" behaves as the walkthrough describes. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { EXAMPLE, EXAMPLE_FILES } from '../../client/commands/example-skill-files.ts';
import { createTemporaryFolder, runCli } from './run-support.ts';

function writeExample(change: (text: string) => string = (text) => text): string {
  const folder = join(createTemporaryFolder(), EXAMPLE);
  for (const [path, text] of Object.entries(EXAMPLE_FILES)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), path === 'SKILL.md' ? change(text) : text);
  }
  return folder;
}

interface Found {
  readonly code: string;
  readonly target: string;
  readonly suggestions: readonly string[];
}

test('two mentions are reported, each with the intended file and its effects', async () => {
  const { stdout } = await runCli(['check', writeExample(), '--format', 'json', '--no-cache']);
  const { diagnostics } = JSON.parse(stdout) as { diagnostics: readonly Found[] };
  const mentions = diagnostics.filter(({ code }) => code === 'reference.guessable');
  expect(mentions.map(({ target, suggestions: [first] }) => [target, first])).toEqual([
    ['the user guide', 'references/guide.md'],
    ['the provided template', 'assets/release-notes-template.md'],
  ]);
  expect(diagnostics).toHaveLength(2);
});

test('with the first one fixed, a stubborn model still misses the other, and a guard ends the run', async () => {
  const skill = writeExample((text) => text.replace('the user guide', '`references/guide.md`'));
  const result = await runCli(['run', 'Write the notes', '--skills', skill, '--model', 'simulated/stubborn', '--json']);
  expect([result.code, result.finished?.reason]).toEqual([3, 'guard']);
  const causes = new Set(result.ofType('guard').map(({ cause }) => cause?.text));
  expect([...causes]).toEqual(['the provided template']);
});
