/** Deleted and recreated folders, with events as editors send them: combined, incomplete, or too early. */
import { describe, expect, it } from 'vitest';
import { type FileSystem, memoryFiles } from '../../skill/index.ts';
import { HEAD } from '../../test/equipment/server/server.ts';
import { contentsOf } from './contents.ts';
import type { FileEvent } from './workspace.ts';
import { Workspace } from './workspace.ts';

const FILES = {
  '/work/skills/notes/SKILL.md': `${HEAD}Read \`references/a.md\` and \`references/b.md\`.`,
  '/work/skills/notes/references/a.md': '# A',
  '/work/skills/bills/SKILL.md': '---\nname: bills\ndescription: Bills. Use it for bills.\n---\n\nDone.\n',
};
const manifest = '/work/skills/notes/SKILL.md';

/** Creates a workspace that has loaded `FILES`; `files` is mutable, and `notify` sends events. */
function loadWorkspace() {
  const files: Record<string, string> = { ...FILES };
  const disk: FileSystem = {
    read: (path) => memoryFiles(files).read(path),
    list: (path) => memoryFiles(files).list(path),
    kind: (path) => memoryFiles(files).kind(path),
    realPath: (path) => memoryFiles(files).realPath(path),
  };
  const workspace = new Workspace(disk, (code, _document, error) => {
    throw new Error(code, { cause: error });
  });
  workspace.setFolders(['/work']);
  const codes = (path: string) => workspace.diagnose(path)?.findings.map(({ code, target }) => `${code} ${target}`);
  const roots = () => workspace.skills().map(({ root }) => root);
  const remove = (folder: string) => {
    for (const path of Object.keys(files)) if (path.startsWith(`${folder}/`)) delete files[path];
  };
  const notify = (path: string, kind: FileEvent['kind']) => workspace.filesChanged([{ path, kind }]);
  expect(codes(manifest)).toEqual(['reference.missing references/b.md']);
  return { workspace, disk, files, codes, roots, remove, notify };
}

describe('a deleted and recreated folder', () => {
  it('is read again if both are reported as one change of the folder', () => {
    const { files, codes, remove, notify } = loadWorkspace();
    remove('/work/skills/notes');
    files[manifest] = `${HEAD}Read \`references/c.md\`.`;
    expect(notify('/work/skills/notes', 'changed')).toEqual({ kind: 'all' });
    expect(codes(manifest)).toEqual(['reference.missing references/c.md']);
  });

  it('is read again if only the parent folder is reported as created', () => {
    const { files, codes, roots, remove, notify } = loadWorkspace();
    remove('/work/skills');
    files[manifest] = `${HEAD}Read \`references/c.md\`.`;
    notify('/work/skills', 'created');
    expect(roots()).toEqual(['/work/skills/notes']);
    expect(codes(manifest)).toEqual(['reference.missing references/c.md']);
  });

  it('is read again if a folder inside a skill is reported as created', () => {
    const { files, codes, remove, notify } = loadWorkspace();
    files['/work/skills/notes/references/b.md'] = 'See [c](c.md).';
    notify('/work/skills/notes/references/b.md', 'created');
    expect(codes('/work/skills/notes/references/b.md')).toEqual(['reference.missing c.md']);
    remove('/work/skills/notes/references');
    files['/work/skills/notes/references/b.md'] = 'See [d](d.md).';
    notify('/work/skills/notes/references', 'created');
    expect(codes('/work/skills/notes/references/b.md')).toEqual(['reference.missing d.md']);
  });

  it('is found again if its SKILL.md is reported as changed after it was deleted', () => {
    const { files, codes, roots, remove, notify } = loadWorkspace();
    const text = files[manifest] ?? '';
    remove('/work/skills/notes');
    notify('/work/skills/notes', 'deleted');
    expect(roots()).toEqual(['/work/skills/bills']);
    files[manifest] = text;
    notify(manifest, 'changed');
    expect(roots()).toEqual(['/work/skills/bills', '/work/skills/notes']);
    expect(codes(manifest)).toContain('reference.missing references/');
  });

  it('has its new files if they are reported as changed', () => {
    const { files, codes, notify } = loadWorkspace();
    files['/work/skills/notes/references/b.md'] = '# B';
    expect(notify('/work/skills/notes/references/b.md', 'changed')).toEqual({ kind: 'all' });
    expect(codes(manifest)).toEqual([]);
  });
});

it('lists the contents of a folder to find unreported files', () => {
  const { disk, files } = loadWorkspace();
  files['/work/skills/new/scripts/x.py'] = '';
  const before = contentsOf(disk, '/work/skills/new');
  expect(before).toEqual(new Set(['scripts', 'scripts/x.py']));
  files['/work/skills/new/SKILL.md'] = HEAD;
  expect(contentsOf(disk, '/work/skills/new')).toContain('/work/skills/new/SKILL.md');
  expect(contentsOf(disk, '/work/skills/new/SKILL.md')).toBeUndefined();
});

describe('a file that is created and deleted without events', () => {
  it('is noticed after the folder was listed in between', () => {
    const { workspace, files, codes, notify } = loadWorkspace();
    files['/work/skills/notes/references/b.md'] = '# B';
    notify('/work/skills/notes/SKILL.md', 'created');
    expect(codes(manifest)).toEqual([]);
    delete files['/work/skills/notes/references/b.md'];
    expect(workspace.unreportedChanged()).toEqual({ kind: 'all' });
    expect(codes(manifest)).toEqual(['reference.missing references/b.md']);
    expect(workspace.unreportedChanged()).toEqual({ kind: 'none' });
  });
});
