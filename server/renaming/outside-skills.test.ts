import { describe, expect, it } from 'vitest';
import { HEAD, workspaceOf } from '../../test/equipment/server/server.ts';
import { Targets } from '../targets/targets.ts';
import { applyChanges } from './change.ts';
import { planMoves } from './plan.ts';
import type { PathMove } from './rename-context.ts';
import { textOf } from './verify-replacements.ts';

const skill = (name: string): string => `---\nname: ${name}\ndescription: Does ${name}. Use it for that.\n---\n\n`;

/** Returns the changes of a file outside skills for a move in `/work`. */
function changesOf(files: Readonly<Record<string, string>>, document: string, from: string, to: string) {
  const all = {
    '/work/skills/notes/SKILL.md': HEAD,
    '/work/skills/notes/references/a.md': '# A\n',
    '/work/skills/notes/scripts/run.py': '',
    ...Object.fromEntries(Object.entries(files).map(([path, text]) => [`/work/${path}`, text])),
  };
  const workspace = workspaceOf(all);
  const isFolder = workspace.kind(`/work/${from}`) === 'folder';
  const move: PathMove = { from: `/work/${from}`, to: `/work/${to}`, isFolder };
  const path = `/work/${document}`;
  const changes = planMoves({ workspace, targets: new Targets(workspace) }, [move]).get(path) ?? [];
  return { changes, text: textOf(workspace, path) ?? '' };
}

/** Returns a file outside skills after a move in `/work`; `withDoubtful`: with uncertain changes too. */
function textAfter(
  files: Readonly<Record<string, string>>,
  document: string,
  from: string,
  to: string,
  withDoubtful = false,
): string | undefined {
  const { changes, text } = changesOf(files, document, from, to);
  const selected = changes.filter(({ doubt }) => withDoubtful || doubt === undefined);
  return selected.length === 0 ? undefined : applyChanges(text, selected);
}

const FILE = ['skills/notes/references/a.md', 'skills/notes/references/b (1).md'] as const;
const FOLDER = ['skills/notes/references', 'skills/notes/docs'] as const;
const SKILL = ['skills/notes', 'skills/memos'] as const;

describe('a path into a skill', () => {
  it.each<[what: string, document: string, text: string, move: readonly [string, string], then: string]>([
    [
      'in a link, from the workspace',
      'AGENTS.md',
      'See [a](skills/notes/references/a.md#top "A").',
      FILE,
      'See [a](skills/notes/references/b%20%281%29.md#top "A").',
    ],
    [
      'through a folder of the skill',
      'CLAUDE.md',
      '@skills/notes/references/a.md\n\nRead `skills/notes/references/a.md`, and all of `skills/notes/references/`.\n',
      FOLDER,
      '@skills/notes/docs/a.md\n\nRead `skills/notes/docs/a.md`, and all of `skills/notes/docs/`.\n',
    ],
    [
      'through a renamed skill',
      'AGENTS.md',
      '```bash\npython skills/notes/scripts/run.py\n```\n\nSee [notes](./skills/notes/SKILL.md).\n',
      SKILL,
      '```bash\npython skills/memos/scripts/run.py\n```\n\nSee [notes](./skills/memos/SKILL.md).\n',
    ],
    [
      'from the folder of an agent',
      '.claude/agents/writer.md',
      '---\nname: writer\nguide: ../../skills/notes/references/a.md\n---\n\nRead [a](../../skills/notes/references/a.md).\n',
      FOLDER,
      '---\nname: writer\nguide: ../../skills/notes/docs/a.md\n---\n\nRead [a](../../skills/notes/docs/a.md).\n',
    ],
    [
      'from the workspace, in the folder of an agent',
      '.github/agents/writer.md',
      'Read `skills/notes/references/a.md`.',
      FOLDER,
      'Read `skills/notes/docs/a.md`.',
    ],
    [
      'from the skill, if no other skill has it',
      'AGENTS.md',
      'Use the notes skill: `references/a.md` has the rates.',
      FOLDER,
      'Use the notes skill: `docs/a.md` has the rates.',
    ],
    [
      'in a file next to the skills',
      'skills/AGENTS.md',
      'Read [a](notes/references/a.md).',
      SKILL,
      'Read [a](memos/references/a.md).',
    ],
    [
      'in the list of a README',
      'README.md',
      '- [Notes](skills/notes/SKILL.md): keeps notes\n',
      SKILL,
      '- [Notes](skills/memos/SKILL.md): keeps notes\n',
    ],
    [
      'in the settings of agents',
      '.skillwright.json',
      '{"agents": {"a": {"skills": ["./skills/notes"], "tools": ["./skills/notes/scripts/run.py"]}},\n "overrides": [{"files": ["skills/notes/**"]}]}\n',
      SKILL,
      '{"agents": {"a": {"skills": ["./skills/memos"], "tools": ["./skills/memos/scripts/run.py"]}},\n "overrides": [{"files": ["skills/memos/**"]}]}\n',
    ],
    [
      'in an instruction of the settings',
      '.skillwright.json',
      '{"agents": {"a": {"instruction": "First:\\nread skills/notes/references/a.md."}}}',
      FOLDER,
      '{"agents": {"a": {"instruction": "First:\\nread skills/notes/docs/a.md."}}}',
    ],
  ])('%s', (_, document, text, [from, to], then) => {
    expect(textAfter({ [document]: text }, document, from, to)).toBe(then);
  });

  it('is reported as unread if the new name has spaces in code', () => {
    const text = 'See [a](skills/notes/references/a.md), then `skills/notes/references/a.md`.';
    const { changes } = changesOf({ 'AGENTS.md': text }, 'AGENTS.md', ...FILE);
    expect(changes.map(({ unread }) => unread ?? false)).toEqual([false, true]);
  });

  it('needs confirmation if two skills have the file', () => {
    const files = {
      'AGENTS.md': 'Read `references/a.md`.',
      'skills/other/SKILL.md': skill('other'),
      'skills/other/references/a.md': '',
    };
    expect(textAfter(files, 'AGENTS.md', ...FOLDER)).toBeUndefined();
    expect(textAfter(files, 'AGENTS.md', ...FOLDER, true)).toBe('Read `docs/a.md`.');
  });

  it.each<[what: string, text: string, files?: Readonly<Record<string, string>>]>([
    [
      'is not a path of the skill if the workspace has the file itself',
      'Run `scripts/run.py`.',
      { 'scripts/run.py': '' },
    ],
    ['is not a bare file name', 'Read `a.md` and run.py.'],
    [
      'is not a path into another folder',
      'Read `docs/notes/references/a.md` and https://x.org/skills/notes/references/a.md.',
    ],
  ])('%s', (_, text, files = {}) => {
    for (const [from, to] of [
      ['skills/notes/references/a.md', 'skills/notes/references/b.md'],
      ['skills/notes/scripts/run.py', 'skills/notes/scripts/go.py'],
    ] as const)
      expect(textAfter({ 'AGENTS.md': text, ...files }, 'AGENTS.md', from, to, true)).toBeUndefined();
  });
});
