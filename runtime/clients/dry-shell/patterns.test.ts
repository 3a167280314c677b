import { expect, test } from 'vitest';
import { openClient } from '../../../test/equipment/runtime/client.ts';
import { skillOnDisk, temporaryFolder, writeFiles } from '../../../test/equipment/runtime/folders.ts';
import { scaledLimit } from '../../../test/equipment/runtime/scaled-limit.ts';
import { dryShells } from './dry-shell.ts';

const LONG = `${'a'.repeat(200)}.md`;

async function run(command: string): Promise<string> {
  const files = { 'src/app.ts': '', 'src/.env': '', 'docs/Guide.md': '', [`docs/${LONG}`]: '', 'docs/a[1].md': '' };
  const workspace = writeFiles(temporaryFolder(), files);
  const client = await openClient('claude-code', { skills: [skillOnDisk('demo')], workspace });
  const shell = dryShells({ ...client.behavior.shell, cd: 'kept' }, client.installation, () => undefined)();
  const plan = await shell.plan();
  if (plan.kind === 'failed') throw new Error(plan.message);
  const ran = await shell.run(plan, { command, timeoutMs: 10_000, signal: new AbortController().signal });
  if (ran.kind === 'failed') throw new Error(ran.message);
  return ran.output.trim().replaceAll(LONG, 'LONG');
}

test.each([
  ['find docs -name "G*.md"', 'docs/Guide.md'],
  ['find docs -iname "g?i*.md"', 'docs/Guide.md'],
  ['find . -path "*c/a*"', './src/app.ts'],
  ['find src -name "*"', 'src\nsrc/.env\nsrc/app.ts'],
  ['find docs -name "[GH]*.md"', 'docs/Guide.md'],
  ['find docs -name "a[[]1].md"', 'docs/a[1].md'],
  ['echo src/*', 'src/app.ts'],
  ['echo src/.*', 'src/.env'],
  ['echo docs/"a["*', 'docs/a[1].md'],
  ['echo none/*', 'none/*'],
  ['echo docs/[!a]*', 'docs/Guide.md'],
  ['echo src/[!a]*', 'src/[!a]*'],
  ['echo docs/"[!a]"*', 'docs/[!a]*'],
  ['find docs -name "[!a]*.md"', 'docs/Guide.md'],
])('matches patterns as a shell does: %s', async (command, output) => {
  expect(await run(command)).toBe(output);
});

test.each(['find docs -name', 'echo'])('takes little time for a pattern that backtracks: %s', async (program) => {
  const before = process.cpuUsage();
  const pattern = `${'*a'.repeat(20)}*b`;
  await run(`${program} ${program === 'echo' ? `docs/${pattern}` : `'${pattern}'`}`);
  const { user, system } = process.cpuUsage(before);
  expect((user + system) / 1000).toBeLessThan(scaledLimit(2000));
});
