/** Surroundings that affect findings: other skills' names, `.skillwright.json`, the tools of its agents. */
import { describe, expect, it } from 'vitest';
import { memoryFiles } from '../../skill/index.ts';
import { readSettings } from '../settings.ts';
import { Workspace } from './workspace.ts';

const skill = (name: string, rest = '') => `---\nname: ${name}\ndescription: Does it.\n${rest}---\n`;

/** Creates a workspace over mutable files with change events, and returns the codes and severities of findings. */
function changing(files: Record<string, string>, section: unknown = {}) {
  const workspace = new Workspace(
    {
      read: (path) => memoryFiles(files).read(path),
      list: (path) => memoryFiles(files).list(path),
      kind: (path) => memoryFiles(files).kind(path),
      realPath: (path) => memoryFiles(files).realPath(path),
    },
    (code, _, error) => {
      throw new Error(code, { cause: error });
    },
  );
  workspace.setSettings(readSettings(section));
  workspace.setFolders(['/work']);
  const codes = (path: string) => workspace.diagnose(path)?.findings.map(({ code, severity }) => `${code} ${severity}`);
  const write = (path: string, text: string) => {
    const kind = files[path] === undefined ? 'created' : 'changed';
    files[path] = text;
    return workspace.filesChanged([{ path, kind }]);
  };
  const remove = (path: string) => {
    delete files[path];
    return workspace.filesChanged([{ path, kind: 'deleted' }]);
  };
  return { codes, write, remove };
}

describe('other skills’ names', () => {
  it('follow renamed, created and deleted skills', () => {
    const a = '/work/skills/a/SKILL.md';
    const { codes, write, remove } = changing({ [a]: skill('a'), '/work/skills/b/SKILL.md': skill('b') });
    const twice = ['skill.duplicate warning'];
    expect(codes(a)).toEqual([]);
    write('/work/skills/b/SKILL.md', skill('a'));
    expect(codes(a)).toEqual(twice);
    write('/work/skills/b/SKILL.md', skill('b'));
    expect(codes(a)).toEqual([]);
    write('/work/skills/more/a/SKILL.md', skill('a'));
    expect(codes(a)).toEqual(twice);
    remove('/work/skills/more/a/SKILL.md');
    expect(codes(a)).toEqual([]);
  });
});

describe('a nested skill', () => {
  const inner = '/work/outer/inner/SKILL.md';
  const file = '/work/outer/inner/references/prices.md';
  const left = ['reference.unreferenced information'];
  const outer = skill('outer');
  const path = 'Read `inner/references/prices.md`.';

  it('is checked again when a text or file of the outer one changes', () => {
    const { codes, write, remove } = changing({
      '/work/outer/SKILL.md': outer,
      '/work/outer/a.md': '',
      [inner]: skill('inner'),
      [file]: '',
    });
    expect(codes(inner)).toEqual(left);
    expect(write('/work/outer/SKILL.md', outer + path)).toEqual({
      kind: 'skills',
      roots: ['/work/outer', '/work/outer/inner'],
    });
    expect(codes(inner)).toEqual([]);
    write('/work/outer/SKILL.md', outer);
    expect(codes(inner)).toEqual(left);
    write('/work/outer/a.md', path);
    expect(codes(inner)).toEqual([]);
    remove('/work/outer/a.md');
    expect(codes(inner)).toEqual(left);
    write('/work/outer/b.md', path);
    expect(codes(inner)).toEqual([]);
    remove('/work/outer/SKILL.md');
    expect(codes(inner)).toEqual(left);
    write('/work/SKILL.md', skill('work', '') + path.replace('inner', 'outer/inner'));
    expect(codes(inner)).toEqual([]);
  });

  it('has no stale texts after a skill in between was created and deleted', () => {
    const { codes, write, remove } = changing({
      '/work/outer/SKILL.md': outer,
      '/work/outer/mid/a.md': path,
      [inner]: skill('inner'),
      [file]: '',
    });
    expect(codes(inner)).toEqual([]);
    write('/work/outer/mid/SKILL.md', skill('mid'));
    expect(codes(inner)).toEqual(left);
    write('/work/outer/mid/a.md', '');
    remove('/work/outer/mid/SKILL.md');
    expect(codes(inner)).toEqual(left);
  });
});

describe('.skillwright.json', () => {
  const note = '/work/notes/SKILL.md';
  const wrong = { [note]: skill('note', 'licence: MIT\n') };
  const file = (value: object) => JSON.stringify(value);

  it('sets levels unconditionally, including default ones', () => {
    const { codes, write } = changing(wrong, { rules: { 'frontmatter.unknown': 'hint', 'frontmatter.name': 'error' } });
    expect(codes(note)).toEqual(['frontmatter.name warning', 'frontmatter.unknown hint']);
    write('/work/.skillwright.json', file({ rules: { 'frontmatter.unknown': 'error', 'frontmatter.name': 'error' } }));
    expect(codes(note)).toEqual(['frontmatter.name error', 'frontmatter.unknown error']);
    write('/work/.skillwright.json', file({ rules: { 'frontmatter.name': 'off' } }));
    expect(codes(note)).toEqual(['frontmatter.unknown hint']);
  });

  it('overrides them for folders and files, the last one taking precedence', () => {
    const files = {
      ...wrong,
      '/work/old/x/SKILL.md': skill('x', 'licence: MIT\n'),
      '/work/.skillwright.json': file({
        rules: { 'frontmatter.unknown': 'error' },
        overrides: [
          { files: ['notes', 'old/**'], rules: { 'frontmatter.unknown': 'hint', 'frontmatter.name': 'off' } },
          { files: ['./old/'], rules: { 'frontmatter.unknown': 'off' } },
        ],
      }),
    };
    const { codes } = changing(files);
    expect(codes(note)).toEqual(['frontmatter.unknown hint']);
    expect(codes('/work/old/x/SKILL.md')).toEqual([]);
  });

  it('sets the profile, also for some skills', () => {
    const text = skill('x', 'argument-hint: file\n');
    const files = {
      '/work/one/x/SKILL.md': text,
      '/work/two/x/SKILL.md': text,
      '/work/.skillwright.json': file({ profile: 'spec', overrides: [{ files: ['two'], profile: 'claude' }] }),
    };
    const { codes } = changing(files, {});
    expect(codes('/work/one/x/SKILL.md')).toEqual(['frontmatter.unknown information']);
    expect(codes('/work/two/x/SKILL.md')).toEqual([]);
  });

  it('is the closest one, up to the repository', () => {
    const off = file({ rules: { 'frontmatter.name': 'off', 'frontmatter.unknown': 'off' } });
    const files = { ...wrong, '/work/.skillwright.json': off, '/work/notes/.skillwright.json': '{}' };
    const { codes, remove, write } = changing(files);
    expect(codes(note)).toHaveLength(2);
    remove('/work/notes/.skillwright.json');
    expect(codes(note)).toEqual([]);
    write('/work/notes/.git/HEAD', '');
    remove('/work/notes/references/none.md');
    expect(codes(note)).toHaveLength(2);
  });

  it.each(['', '{', '[]', '{"rules": 3, "overrides": {}}', '{"overrides": [3, {"files": []}]}', '{"profile": "x"}'])(
    'is ignored if it is invalid: %s',
    (text) => {
      const { codes } = changing({ ...wrong, '/work/.skillwright.json': text });
      expect(codes(note)).toEqual(['frontmatter.name warning', 'frontmatter.unknown warning']);
    },
  );
});

describe('the tools of agents', () => {
  it('follow changes of the module and the settings', () => {
    const path = '/work/x/SKILL.md';
    const { codes, write } = changing({
      [path]: skill('x', 'metadata:\n  adk_additional_tools:\n    - read_mail\n'),
      '/work/tools.mjs': 'export default { send_mail: {} };',
      '/work/.skillwright.json': JSON.stringify({ agents: { a: { additionalTools: ['./tools.mjs'] } } }),
    });
    expect(codes(path)).toEqual(['tools.unknown warning']);
    write('/work/tools.mjs', 'export default { read_mail: {} };');
    expect(codes(path)).toEqual([]);
    write('/work/tools.mjs', 'export default {};');
    expect(codes(path)).toEqual(['tools.unknown warning']);
    write('/work/.skillwright.json', '{}');
    expect(codes(path)).toEqual([]);
  });
});

describe('what the author says of paths', () => {
  it('follows changes of `.skillwright.json`, also after edits', () => {
    const [path, config] = ['/work/notes/SKILL.md', '/work/.skillwright.json'];
    const text = `${skill('notes')}Read \`references/none.md\`.\n`;
    const { codes, write, remove } = changing({ [path]: text });
    const missing = ['reference.missing error'];
    expect(codes(path)).toEqual(missing);
    write(config, '{"paths": {"references/*": "example"}}');
    expect(codes(path)).toEqual([]);
    write(path, `${text}More.\n`);
    expect(codes(path)).toEqual([]);
    write(config, '{"paths": {"scripts/*": "example"}}');
    expect(codes(path)).toEqual(missing);
    write(path, `${text}More text.\n`);
    expect(codes(path)).toEqual(missing);
    write(config, '{"paths": {"references/none.md": "user-project"}}');
    expect(codes(path)).toEqual([]);
    remove(config);
    expect(codes(path)).toEqual(missing);
  });
});
