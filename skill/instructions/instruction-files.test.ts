import { expect, it } from 'vitest';
import { instructionKindOf, instructionsIn } from './instruction-files.ts';

const PLUGIN = 'plugins/tax';
const kindOf = (path: string) =>
  instructionKindOf(path, (folder) => (`${folder}/`.startsWith(`${PLUGIN}/`) ? PLUGIN : undefined));

it.each([
  ['AGENTS.md', 'project'],
  ['packages/web/CLAUDE.md', 'project'],
  ['tests/CLAUDE.md', 'project'],
  ['GEMINI.md', 'project'],
  ['.github/agents/helper.agent.md', 'agent'],
  ['.claude/agents/team/helper.md', 'agent'],
  ['.claude/commands/git/commit.md', 'command'],
  ['.opencode/command/commit.md', 'command'],
  ['.opencode/agent/helper.md', 'agent'],
  ['plugins/tax/agents/helper.md', 'agent'],
  ['plugins/tax/commands/file/now.md', 'command'],
])('%s is instructions of the kind %s', (path, kind) => expect(kindOf(path)).toBe(kind));

it.each([
  // Not the names that clients read.
  'agents.md',
  'README.md',
  'docs/AGENTS.mdx',
  // No plugin around it, or not where clients search it.
  'agents/helper.md',
  'docs/commands/commit.md',
  'plugins/tax/docs/agents/helper.md',
  'plugins/tax/agents/README.md',
  // Material for tests and other projects.
  'test/fixtures/one/AGENTS.md',
  'templates/CLAUDE.md',
  'examples/app/AGENTS.md',
  'evals/one/outputs/repo/AGENTS.md',
  '{{ name }}/AGENTS.md',
])('%s is not', (path) => expect(kindOf(path)).toBeUndefined());

it('asks the folders below the searched one only', () => {
  const entries = [{ name: 'notes.md', kind: 'file', link: false }] as const;
  expect(instructionsIn('/agents', '/agents/docs', entries)).toEqual([]);
  expect(instructionsIn('/work', '/work/agents/docs', entries)).toEqual(['/work/agents/docs/notes.md']);
});

it('leaves links out', () => {
  const entries = [
    { name: 'AGENTS.md', kind: 'file', link: false },
    { name: 'CLAUDE.md', kind: 'file', link: true },
    { name: 'GEMINI.md', kind: 'folder', link: false },
    { name: 'notes.md', kind: 'file', link: false },
  ] as const;
  expect(instructionsIn('/work', '/work', entries)).toEqual(['/work/AGENTS.md']);
});
