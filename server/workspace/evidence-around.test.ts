import { expect, it } from 'vitest';
import { memoryFiles } from '../../skill/index.ts';
import { DEFAULT_SETTINGS } from '../settings.ts';
import { Workspace } from './workspace.ts';

const SKILL = '/work/skills/tax/SKILL.md';

/** Returns the ids of the clues for the only finding, in a workspace whose files can be changed. */
function workspaceWith(files: Record<string, string>) {
  const all: Record<string, string> = {
    '/work/.git/HEAD': '',
    [SKILL]: '---\nname: tax\ndescription: Taxes.\n---\nRead `rules/b.md`.\n',
    ...files,
  };
  const fs = () => memoryFiles(all);
  const workspace = new Workspace(
    {
      read: (path) => fs().read(path),
      list: (path) => fs().list(path),
      kind: (path) => fs().kind(path),
      realPath: (path) => fs().realPath(path),
    },
    (code, document, error) => {
      throw new Error(`${code} failed on ${document}`, { cause: error });
    },
  );
  workspace.setSettings({ ...DEFAULT_SETTINGS, explain: true });
  workspace.setFolders(['/work']);
  const clues = () =>
    workspace.diagnose(SKILL)?.findings.flatMap(({ judgment }) => judgment?.clues.map(({ id }) => id) ?? []) ?? [];
  const put = (path: string, text: string) => {
    const kind = path in all ? 'changed' : 'created';
    all[path] = text;
    workspace.filesChanged([{ path, kind }]);
  };
  const remove = (path: string) => {
    delete all[path];
    workspace.filesChanged([{ path, kind: 'deleted' }]);
  };
  return { clues, put, remove };
}

it('follows files that are created and deleted elsewhere in the repository', () => {
  const { clues, put, remove } = workspaceWith({ '/work/skills/pay/SKILL.md': '---\nname: pay\n---\n' });
  expect(clues()).not.toContain('tree.skill');
  put('/work/skills/pay/old/rules/b.md', '');
  expect(clues()).toContain('tree.skill');
  remove('/work/skills/pay/old/rules/b.md');
  expect(clues()).not.toContain('tree.skill');
});

it('follows the texts of scripts, builds and .gitignore', () => {
  const { clues, put } = workspaceWith({ '/work/skills/tax/scripts/a.py': 'print()' });
  expect(clues().filter((id) => id.startsWith('made.'))).toEqual([]);
  put('/work/skills/tax/scripts/a.py', 'open("rules/b.md", "w")');
  expect(clues()).toContain('made.script');
  put('/work/skills/tax/scripts/a.py', 'print()');
  expect(clues()).not.toContain('made.script');
  put('/work/Makefile', 'all:\n\tcp a.md rules/b.md\n');
  expect(clues()).toContain('made.build');
  put('/work/.gitignore', 'rules/\n');
  expect(clues()).toContain('made.ignored');
  put('/work/.gitignore', '');
  expect(clues()).not.toContain('made.ignored');
});
