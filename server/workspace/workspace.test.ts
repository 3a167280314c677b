import { describe, expect, it } from 'vitest';
import { type FileSystem, memoryFiles, overlay } from '../../skill/index.ts';
import { HEAD } from '../../test/equipment/server/server.ts';
import { DEFAULT_SETTINGS } from '../settings.ts';
import { Workspace } from './workspace.ts';

const other = (name: string) => `---\nname: ${name}\ndescription: Another skill.\n---\n\n`;

/** Creates a workspace over mutable files that counts disk accesses. */
function changing(files: Record<string, string>) {
  const asked = { read: [] as string[] };
  const disk: FileSystem = {
    read: (path) => {
      asked.read.push(path);
      return memoryFiles(files).read(path);
    },
    list: (path) => memoryFiles(files).list(path),
    kind: (path) => memoryFiles(files).kind(path),
    realPath: (path) => memoryFiles(files).realPath(path),
  };
  const buffers = new Map<string, string>();
  const workspace = new Workspace(overlay(disk, buffers), (code, _, error) => {
    throw new Error(code, { cause: error });
  });
  workspace.setSettings(DEFAULT_SETTINGS);
  workspace.setFolders(['/work']);
  const codes = (path: string) => workspace.diagnose(path)?.findings.map(({ code, target }) => `${code} ${target}`);
  return { workspace, files, buffers, asked, codes };
}

const two = () => ({
  '/work/notes/SKILL.md': `${HEAD}Read \`references/a.md\`.`,
  '/work/notes/references/a.md': 'Then [b](b.md).',
  '/work/notes/references/b.md': '# B',
  '/work/other/SKILL.md': `${other('other')}Read \`references/b.md\`.`,
});

const note = '/work/notes/SKILL.md';
const a = '/work/notes/references/a.md';
const b = '/work/notes/references/b.md';
const far = '/work/other/SKILL.md';

describe('a change', () => {
  it('of a text checks only that document, and does not access the disk', () => {
    const { workspace, buffers, asked, codes } = changing(two());
    buffers.set(a, 'Then [c](c.md).');
    const [cachedB, cachedFar] = [workspace.diagnose(b), workspace.diagnose(far)];
    expect(codes(a)).toEqual(['reference.missing c.md']);
    asked.read.length = 0;
    buffers.set(a, 'Then [d](d.md).');
    expect(workspace.textChanged(a, false)).toEqual({ kind: 'skills', roots: ['/work/notes'] });
    expect(codes(a)).toEqual(['reference.missing d.md']);
    expect(asked.read).toEqual([]);
    expect(workspace.diagnose(b)).toBe(cachedB);
    expect(workspace.diagnose(far)).toBe(cachedFar);
  });

  it('of files affects the skill, and others that referenced them', () => {
    const { workspace, files, codes } = changing(two());
    expect(codes(a)).toEqual(['reference.too-deep b.md']);
    expect(codes(far)).toEqual(['reference.other-skill references/b.md']);
    delete (files as Record<string, string>)[b];
    expect(workspace.filesChanged([{ path: b, kind: 'deleted' }])).toEqual({ kind: 'all' });
    expect(codes(a)).toEqual(['reference.missing b.md']);
    expect(codes(far)).toEqual(['reference.missing references/b.md']);
  });

  it('inside .git, node_modules or a journal has no effect', () => {
    const { workspace } = changing(two());
    for (const path of [
      '/work/.git/index.lock',
      '/work/notes/node_modules/a/b.js',
      '/work/.skillwright/runs/1/journal.jsonl',
    ]) {
      expect(workspace.filesChanged([{ path, kind: 'created' }])).toEqual({ kind: 'none' });
    }
  });

  it('of the folder of journals has no effect: the first run of a workspace creates it', () => {
    const { workspace, files } = changing(two());
    for (const entry of workspace.skills()) for (const path of entry.documents()) workspace.diagnose(path);
    expect(workspace.kind('/work/.skillwright')).toBeUndefined();
    Object.assign(files, { '/work/.skillwright/runs/1/journal.jsonl': '' });
    for (const kind of ['created', 'changed'] as const)
      expect(workspace.filesChanged([{ path: '/work/.skillwright', kind }])).toEqual({ kind: 'none' });
    expect(workspace.unreportedChanged()).toEqual({ kind: 'none' });
    expect(workspace.kind('/work/.skillwright')).toBe('folder');
  });

  it('of the enclosing repository affects a path from its root into the skill', () => {
    const git = '/work/.git/HEAD';
    const { workspace, files, codes } = changing({
      [git]: '',
      '/work/all/notes/SKILL.md': `${HEAD}Read \`all/notes/references/a.md\`.`,
      '/work/all/notes/references/a.md': '',
    });
    workspace.setFolders(['/work/all']);
    const path = '/work/all/notes/SKILL.md';
    expect(codes(path)).toEqual([]);
    delete (files as Record<string, string>)[git];
    workspace.filesChanged([{ path: '/work/.git', kind: 'deleted' }]);
    expect(codes(path)).toEqual(['reference.missing all/notes/references/a.md']);
    expect(codes(path)).not.toEqual([]);
  });

  it('of one of several skills with a path does not change their order', () => {
    const { workspace, files, codes } = changing({
      ...two(),
      '/work/copy/notes/SKILL.md': HEAD,
      '/work/copy/notes/references/b.md': '# B',
    });
    const verdicts = () =>
      workspace
        .diagnose(far)
        ?.analysis?.references.map(
          ({ resolution }) => resolution.kind === 'other-skill' && resolution.skills.map(({ root }) => root),
        );
    expect(codes(far)).toEqual(['reference.other-skill references/b.md']);
    const before = verdicts();
    Object.assign(files, { '/work/notes/references/c.md': '' });
    workspace.filesChanged([{ path: '/work/notes/references/c.md', kind: 'created' }]);
    expect(verdicts()).toEqual(before);
  });

  it('of a name affects skills that refer to it', () => {
    const { workspace, buffers, codes } = changing({
      '/work/notes/SKILL.md': `${HEAD}Load the \`billing\` skill and read its \`references/x.md\`.`,
      '/work/b/SKILL.md': other('billing'),
    });
    const named = '/work/b/SKILL.md';
    expect(codes(note)).toEqual(['reference.other-skill references/x.md']);
    buffers.set(named, other('pricing'));
    expect(workspace.textChanged(named, false)).toEqual({ kind: 'all' });
    expect(codes(note)).not.toEqual(['reference.other-skill references/x.md']);
  });
});

describe('a finding that depends on other files of the skill', () => {
  const skill = () => ({
    '/work/notes/SKILL.md': `${HEAD}Read [a](references/a.md#end), run \`scripts/run.py\`.`,
    '/work/notes/references/a.md': '# End\n\nSee [b](b.md).',
    '/work/notes/references/b.md': '',
    '/work/notes/scripts/run.py': 'open("c.json")',
    '/work/notes/assets/c.json': '{}',
  });

  it('is updated with the text of a document', () => {
    const { workspace, buffers, codes } = changing(skill());
    expect(codes(note)).toEqual([]);
    expect(codes(a)).toEqual(['reference.too-deep b.md']);
    buffers.set(a, '# Ende');
    workspace.textChanged(a, false);
    expect(codes(note)).toEqual(['reference.unreferenced references/b.md', 'reference.anchor references/a.md']);
    buffers.delete(a);
    workspace.textChanged(a, false);
    expect(codes(note)).toEqual([]);
  });

  it('is updated with a script, and with created and deleted files', () => {
    const { workspace, files, codes } = changing(skill());
    expect(codes(note)).toEqual([]);
    const script = '/work/notes/scripts/run.py';
    Object.assign(files, { [script]: 'pass' });
    workspace.filesChanged([{ path: script, kind: 'changed' }]);
    expect(codes(note)).toEqual(['reference.unreferenced assets/c.json']);
    delete (files as Record<string, string>)['/work/notes/assets/c.json'];
    workspace.filesChanged([{ path: '/work/notes/assets/c.json', kind: 'deleted' }]);
    expect(codes(note)).toEqual([]);
  });

  it('is updated with the text of SKILL.md in other documents', () => {
    const { workspace, buffers, codes } = changing(skill());
    expect(codes(a)).toEqual(['reference.too-deep b.md']);
    buffers.set(note, `${HEAD}Read \`references/a.md\` and \`references/b.md\`.`);
    workspace.textChanged(note, false);
    expect(codes(a)).toEqual([]);
  });
});

describe('an unloaded skill', () => {
  it('stays valid until a dependency changes, and is read again on request', () => {
    const { workspace, buffers, asked, codes } = changing(two());
    const before = codes(a);
    const stamp = workspace.stamp(a);
    workspace.skillOf(a)?.unload();
    asked.read.length = 0;
    expect(workspace.stamp(a)).toBe(stamp);
    expect(asked.read).toEqual([]);
    expect(codes(a)).toEqual(before);
    expect(asked.read).toContain(a);
    workspace.skillOf(a)?.unload();
    buffers.set(note, `${HEAD}Read \`references/a.md\` and \`references/b.md\`.`);
    workspace.textChanged(note, false);
    expect(workspace.stamp(a)).toBeUndefined();
    expect(codes(a)).toEqual([]);
  });
});

describe('prose in another document of the skill', () => {
  const guide = (text: string) =>
    changing({
      '/work/notes/SKILL.md': HEAD,
      '/work/notes/references/start.md': text,
      '/work/notes/references/billing-rules.md': '',
    }).codes('/work/notes/references/start.md');

  it('provokes a guess unless that document names the file', () => {
    expect(guide('Read the billing rules guide first.')).toEqual(['reference.guessable the billing rules guide']);
    expect(guide('Read the billing rules guide first.\n\nThat is `references/billing-rules.md`.')).toEqual([]);
  });
});

describe('created and deleted skills', () => {
  it('are updated when a SKILL.md is created inside another skill', () => {
    const { workspace, files, codes } = changing({
      '/work/notes/SKILL.md': `${HEAD}Read [it](inner/x.md) and \`inner/y.md\`.`,
      '/work/notes/inner/x.md': '[gone](gone.md)',
    });
    expect(codes(note)).toEqual(['reference.missing inner/y.md']);
    Object.assign(files, { '/work/notes/inner/SKILL.md': other('inner') });
    workspace.filesChanged([{ path: '/work/notes/inner/SKILL.md', kind: 'created' }]);
    expect(workspace.skills().map(({ root }) => root)).toEqual(['/work/notes', '/work/notes/inner']);
    expect(workspace.skillOf('/work/notes/inner/x.md')?.root).toBe('/work/notes/inner');
  });

  it('are removed with a deleted folder', () => {
    const { workspace, files, codes } = changing({
      '/work/all/one/SKILL.md': other('one'),
      '/work/all/two/SKILL.md': other('two'),
      '/work/notes/SKILL.md': HEAD,
    });
    for (const path of Object.keys(files)) if (path.startsWith('/work/all/')) delete files[path];
    workspace.filesChanged([{ path: '/work/all', kind: 'deleted' }]);
    expect(workspace.skills().map(({ root }) => root)).toEqual(['/work/notes']);
    expect(codes('/work/all/one/SKILL.md')).toBeUndefined();
  });

  it('are found in a created folder', () => {
    const { workspace, files } = changing({ '/work/notes/SKILL.md': HEAD });
    Object.assign(files, { '/work/new/x/SKILL.md': other('x') });
    workspace.filesChanged([{ path: '/work/new', kind: 'created' }]);
    expect(workspace.skills().map(({ root }) => root)).toEqual(['/work/new/x', '/work/notes']);
  });

  it('equal those of a new workspace after any order of events', () => {
    const { workspace, files, buffers, codes } = changing(two());
    const script = '/work/notes/scripts/run.py';
    const nested = ['/work/SKILL.md', '/work/notes/references/SKILL.md'];
    const paths = [note, a, b, far, '/work/notes/references/c.md', '/work/other/references/b.md', script, ...nested];
    const texts = [
      '',
      HEAD,
      'Read [b](b.md) and `references/c.md`.',
      `${HEAD}Read \`references/b.md\`.`,
      `${HEAD}Run \`scripts/run.py\`, see \`references/a.md#end\` and \`c.md\`.`,
      'import c  # b.md\n',
      '# End\n\n[b](b.md#end), [here](#start)',
      '<!-- skillwright-disable reference.unreferenced -->\n\n`a.md`',
    ];
    let seed = 7;
    const random = (below: number) => {
      seed = (seed * 1103515245 + 12345) % 2147483648;
      // The low bits of such a generator hardly vary.
      return Math.floor(seed / 65536) % below;
    };
    const seen = new Set<string>();
    for (let step = 0; step < 100; step++) {
      const path = paths[random(paths.length)] ?? note;
      const text = texts[random(texts.length)] ?? '';
      const there = path in files;
      if (there && random(4) === 0) {
        delete (files as Record<string, string>)[path];
        workspace.filesChanged([{ path, kind: 'deleted' }]);
      } else {
        Object.assign(files, { [path]: text });
        workspace.filesChanged([{ path, kind: there ? 'changed' : 'created' }]);
      }
      if (random(3) === 0) codes(paths[random(paths.length)] ?? note);
      const fresh = changing({ ...files });
      for (const each of paths) {
        const found = codes(each);
        expect([step, each, found]).toEqual([step, each, fresh.codes(each)]);
        for (const one of found ?? []) seen.add(one.split(' ')[0] ?? '');
      }
    }
    // Every rule that depends on more than one file has findings.
    for (const rule of ['bare', 'anchor', 'unreferenced', 'too-deep', 'missing', 'other-skill'])
      expect(seen).toContain(`reference.${rule}`);
    expect(buffers.size).toBe(0);
  });
});

describe('the list of skills of a folder', () => {
  const text = (n: number, length: number) => `---\nname: s-${n}\ndescription: ${'d'.repeat(length)}\n---\n\n# Skill\n`;
  const path = (n: number) => `/work/.claude/skills/s-${n}/SKILL.md`;
  const many = () => Object.fromEntries(Array.from({ length: 8 }, (_, n) => [path(n), text(n, n === 0 ? 400 : 180)]));
  const LIST = 'skill.list-too-long undefined';
  const reports = ({ codes }: ReturnType<typeof changing>, n: number) => codes(path(n))?.includes(LIST) ?? false;

  it('is read again when the frontmatter of one of its skills changes', () => {
    const around = changing(many());
    const { workspace, files } = around;
    expect([reports(around, 0), reports(around, 1)]).toEqual([false, false]);
    files[path(1)] = text(1, 900);
    expect(workspace.filesChanged([{ path: path(1), kind: 'changed' }])).toEqual({ kind: 'all' });
    expect([reports(around, 0), reports(around, 1)]).toEqual([false, true]);
    files[path(1)] = `${text(1, 900)}More.\n`;
    expect(workspace.filesChanged([{ path: path(1), kind: 'changed' }]).kind).toBe('skills');
  });

  it('is read again when a skill is created, deleted or edited in the editor', () => {
    const around = changing(many());
    const { workspace, files, buffers } = around;
    expect(reports(around, 0)).toBe(false);
    for (let n = 8; n < 12; n++) {
      files[path(n)] = text(n, 180);
      workspace.filesChanged([{ path: path(n), kind: 'created' }]);
    }
    expect(reports(around, 0)).toBe(true);
    for (let n = 8; n < 12; n++) {
      delete files[path(n)];
      workspace.filesChanged([{ path: path(n), kind: 'deleted' }]);
    }
    expect(reports(around, 0)).toBe(false);
    buffers.set(path(0), text(0, 1000));
    workspace.textChanged(path(0), false);
    expect(reports(around, 0)).toBe(true);
  });
});
