import { describe, expect, it } from 'vitest';
import { type FileSystem, type MemoryFile, memoryFiles } from '../../skill/index.ts';
import { settings, workspaceOf } from '../../test/equipment/server/server.ts';
import { Workspace } from '../workspace/workspace.ts';

/** Returns the findings about the frontmatter of a skill, in a repository `/work` with further files. */
function found(
  folder: string,
  fields: string,
  more: Readonly<Record<string, MemoryFile>> = {},
  clients?: readonly string[],
): readonly string[] {
  const path = `/work/${folder}/SKILL.md`;
  const files = { '/work/.git/HEAD': '', [path]: `---\n${fields}\n---\n\n# Notes\n\nText.\n` };
  const absolute = Object.fromEntries(Object.entries(more).map(([name, text]) => [`/work/${name}`, text]));
  const workspace = workspaceOf({ ...files, ...absolute }, settings(clients ? { clients } : {}));
  const findings = workspace.diagnose(path)?.findings ?? [];
  return findings
    .filter(({ code }) => code.startsWith('frontmatter.'))
    .map(({ code, severity }) => `${severity} ${code}`);
}

const DESCRIPTION = 'description: Sorts notes. Use it for notes.';
const CLAUDE = { '.claude-plugin/plugin.json': '{"name":"p"}' };
const CODEX = { '.codex-plugin/plugin.json': '{"name":"p","skills":"./skills/"}' };
const GEMINI = { 'gemini-extension.json': '{"name":"p","version":"1"}' };
const CURSOR = { '.cursor-plugin/plugin.json': '{"name":"p"}' };
const AGENT = { 'plugin.json': '{"$schema":"https://agent-plugins.org/schemas/1.0.0/plugin.schema.json","name":"p"}' };
const marketplace = (...plugins: readonly unknown[]) => ({
  '.claude-plugin/marketplace.json': JSON.stringify({ name: 'm', owner: { name: 'o' }, plugins }),
});

describe('a skill without a name', () => {
  it.each([
    ['in a plugin of Claude Code', 'skills/notes', CLAUDE, []],
    ['in a plugin that a marketplace of Claude Code lists', 'pack/skills/notes', marketplace({ source: './pack' }), []],
    ['in a skill that a marketplace lists', 'notes', marketplace({ source: './', skills: ['./notes'] }), []],
    ['in `.claude/skills`', '.claude/skills/notes', {}, []],
    ['in `.claude/skills` of dotfiles', 'claude/.claude/skills/notes', {}, []],
    ['in dotfiles of chezmoi', 'dot_claude/exact_skills/notes', {}, []],
    ['in dotfiles of Stow', 'agents/dot-claude/skills/notes', {}, []],
    ['in a package of dotfiles', 'claude/skills/notes', {}, []],
    ['in `.pi`', '.pi/agent/skills/notes', {}, ['warning frontmatter.name']],
    ['in `.qwen`', '.qwen/skills/notes', {}, ['error frontmatter.name']],
    [
      'in a repository that is `~/.claude`',
      'skills/notes',
      { 'settings.json': '{}', 'CLAUDE.md': '', 'agents/a.md': '' },
      [],
    ],
    ['in a `~/.claude` with few files', 'skills/notes', { 'settings.json': '{}', 'hooks/a.sh': '' }, []],
    ['next to settings alone', 'skills/notes', { 'settings.json': '{}' }, ['error frontmatter.name']],
    ['in the folder of a client that is not known', '.grok/skills/notes', {}, ['information frontmatter.name']],
    ['in such a folder of dotfiles', 'home/dot_factory/exact_skills/notes', {}, ['information frontmatter.name']],
    ['in a hidden folder that all clients share', '.shared/skills/notes', {}, ['error frontmatter.name']],
    ['in an extension of Gemini CLI', 'skills/notes', GEMINI, ['error frontmatter.name']],
    ['in a plugin of both', 'skills/notes', { ...CLAUDE, ...GEMINI }, ['error frontmatter.name']],
    ['in a plugin of Codex', 'skills/notes', CODEX, ['warning frontmatter.name']],
    ['in a plugin of Cursor', 'skills/notes', CURSOR, ['error frontmatter.name']],
    ['in an Agent Plugin', 'skills/notes', AGENT, ['error frontmatter.name']],
    ['in both kinds of plugin', 'skills/notes', { ...CLAUDE, ...AGENT }, ['error frontmatter.name']],
    ['in `.opencode`', '.opencode/skills/notes', {}, ['error frontmatter.name']],
    ['in `.agents/skills`', '.agents/skills/notes', {}, ['error frontmatter.name']],
    ['in a folder that no manifest is about', 'skills/notes', {}, ['error frontmatter.name']],
    ['next to a plugin', 'other/skills/notes', { 'pack/.claude-plugin/plugin.json': '{}' }, ['error frontmatter.name']],
    [
      'next to the plugins of a marketplace',
      'other/skills/notes',
      marketplace({ source: './pack' }),
      ['error frontmatter.name'],
    ],
    [
      'in a package with a `plugin.json` of another program',
      'skills/notes',
      { 'plugin.json': '{"type":"panel","id":"x","name":"p"}' },
      ['error frontmatter.name'],
    ],
  ])('%s', (_, folder, more, expected) => expect(found(folder, DESCRIPTION, more)).toEqual(expected));

  it('is judged by the chosen clients in every place', () => {
    expect(found('skills/notes', DESCRIPTION, CLAUDE, ['gemini-cli'])).toEqual(['error frontmatter.name']);
    expect(found('skills/notes', DESCRIPTION, GEMINI, ['claude-code'])).toEqual([]);
  });
});

describe('a name that clients would reject elsewhere', () => {
  it.each([
    ['another than the folder’s', 'name: other'],
    ['with capital letters and spaces', 'name: Meeting Notes'],
    ['of 65 characters', `name: ${'n'.repeat(65)}`],
  ])('is nothing to a client that takes it as a label: %s', (_, name) => {
    expect(found('skills/notes', `${name}\n${DESCRIPTION}`, CLAUDE)).toEqual([]);
    expect(found('.opencode/skills/notes', `${name}\n${DESCRIPTION}`)).toEqual([]);
  });

  it('is an error where the client of the place rejects it', () => {
    const long = `name: ${'n'.repeat(65)}\n${DESCRIPTION}`;
    expect(found('skills/notes', long, CODEX)).toEqual(['error frontmatter.name']);
    expect(found('skills/notes', `name: Meeting Notes\n${DESCRIPTION}`, CURSOR)).toEqual(['error frontmatter.name']);
  });

  it('is information where further clients search the folder', () =>
    expect(found('.claude/skills/notes', `name: Meeting Notes\n${DESCRIPTION}`)).toEqual([
      'information frontmatter.name',
    ]));

  it('is an error in Qwen Code only if it has characters that Qwen Code rejects', () => {
    expect(found('.qwen/skills/notes', `name: Meeting Notes\n${DESCRIPTION}`)).toEqual(['error frontmatter.name']);
    expect(found('.qwen/skills/notes', `name: Meeting.Notes\n${DESCRIPTION}`)).toEqual([]);
  });

  it('is nothing in pi, which takes any folder', () =>
    expect(found('.pi/skills/notes', `name: other\n${DESCRIPTION}`)).toEqual([]));

  it('compares with the name that a folder of dotfiles has once installed', () => {
    expect(found('dot_codex/skills/exact_notes', `name: notes\n${DESCRIPTION}`)).toEqual([]);
    expect(found('dot_cursor/skills/exact_notes', `name: notes\n${DESCRIPTION}`)).toEqual([]);
    expect(found('dot_cursor/skills/exact_notes', `name: other\n${DESCRIPTION}`)).toEqual(['warning frontmatter.name']);
    expect(found('dot_agents/skills/private_notes', `name: notes\n${DESCRIPTION}`)).toEqual([]);
    expect(found('dot_agents/skills/private_notes', `name: other\n${DESCRIPTION}`)).toEqual([
      'warning frontmatter.name',
    ]);
    expect(found('skills/private_notes', `name: notes\n${DESCRIPTION}`)).toEqual(['warning frontmatter.name']);
  });

  it('is nothing in a folder of Claude Code that no client searches', () =>
    expect(found('home/.claude/skill-library/notes', `name: notes:sort\n${DESCRIPTION}`)).toEqual([]));
});

describe('a skill that is test data', () => {
  it('is at most information', () => {
    expect(found('tests/fixtures/notes', `name: Meeting Notes\n${DESCRIPTION}`)).toEqual([
      'information frontmatter.name',
    ]);
    expect(found('tests/.agents/skills/notes', 'name: notes')).toEqual(['information frontmatter.description']);
    expect(found('skills/tests/notes', 'name: notes')).toEqual(['error frontmatter.description']);
  });

  it('has the levels that .skillwright.json sets', () =>
    expect(
      found('tests/notes', 'name: notes', { '.skillwright.json': '{"rules":{"frontmatter.description":"warning"}}' }),
    ).toEqual(['warning frontmatter.description']));
});

describe('other fields', () => {
  it('a description may be missing where the client takes the first paragraph', () => {
    expect(found('skills/notes', 'name: notes', CLAUDE)).toEqual(['warning frontmatter.description']);
    expect(found('skills/notes', 'name: notes', GEMINI)).toEqual(['error frontmatter.description']);
  });

  it('a description is too long only for the clients that cut it or skip the skill', () => {
    const long = `name: notes\ndescription: ${'d'.repeat(1_100)}`;
    expect(found('skills/notes', long, CLAUDE)).toEqual([]);
    expect(found('skills/notes', long, GEMINI)).toEqual([]);
    expect(found('skills/notes', long, CODEX)).toEqual(['error frontmatter.description']);
    expect(found('skills/notes', long)).toEqual(['error frontmatter.description']);
  });

  it('a wrong value is no error for a client that does not read the field', () => {
    const wrong = `name: notes\n${DESCRIPTION}\nallowed-tools:\n  a: b`;
    expect(found('skills/notes', wrong, CLAUDE)).toEqual(['error frontmatter.field']);
    expect(found('skills/notes', wrong, GEMINI)).toEqual(['information frontmatter.field']);
  });

  it('an unquoted colon is no error for clients that read it', () => {
    const colon = 'name: notes\ndescription: Sorts notes: by date.';
    expect(found('skills/notes', colon, CLAUDE)).toEqual(['information frontmatter.syntax']);
    expect(found('.claude/skills/notes', colon)).toEqual(['warning frontmatter.syntax']);
    expect(found('skills/notes', colon, CODEX)).toEqual(['error frontmatter.syntax']);
    // Over two lines, Claude Code has no fields.
    expect(found('skills/notes', `${colon}\n  and: more`, CLAUDE)).toEqual(['error frontmatter.syntax']);
  });
});

it('a repository named like a client is not a folder of it', () => {
  const path = '/src/codex/skills/notes/SKILL.md';
  const workspace = workspaceOf({
    '/src/codex/.git/HEAD': '',
    [path]: `---\nname: ${'n'.repeat(65)}\n${DESCRIPTION}\n---\n`,
  });
  workspace.setFolders(['/src/codex']);
  expect(workspace.diagnose(path)?.findings[0]?.message).not.toContain('Codex');
});

describe('a template of a skill', () => {
  it.each([
    ['{{name}}', 'notes', 'name: {{name}}'],
    ['in quotes', 'notes', 'name: "{{ skill_name }}"'],
    ['of Jinja', 'notes', 'name: {{ cookiecutter.slug }}-notes'],
    ['<skill-name>', 'notes', 'name: <skill-name>'],
    ['[skill-name]', 'notes', 'name: [skill-name]'],
    ['$' + '{NAME}', 'notes', 'name: $' + '{NAME}'],
    ['by its folder', '{{cookiecutter.slug}}', 'name: notes'],
    ['by a folder above', '{{ project }}/skills/notes', 'name: Meeting Notes'],
    ['by a folder of templates', 'templates/pack/skills/skill-template', 'name: Skill Name'],
  ])('is not judged: %s', (_, folder, name) =>
    expect(found(folder, `${name}\ndescription: {{ description }}`)).toEqual([]),
  );

  it('is not one because it speaks of them', () => {
    expect(found('notes', 'name: Notes\ndescription: Fills in {{mustache}} templates.')).toEqual([
      'error frontmatter.name',
    ]);
    expect(found('email-template', `name: Notes\n${DESCRIPTION}`)).toEqual(['error frontmatter.name']);
    expect(found('notes', `name: [notes]\n${DESCRIPTION}`)).toEqual(['error frontmatter.name']);
  });
});

describe('a manifest that anybody may have written', () => {
  it.each([
    ['not JSON', '{'],
    ['a list', '[]'],
    ['empty', ''],
    ['deep', '['.repeat(100_000)],
    ['without a list', '{"plugins": {"source": "./pack"}}'],
    [
      'with entries of other types',
      '{"plugins": [null, 3, "./pack", [], {"source": 7}, {"source": {"source": "local"}}]}',
    ],
    ['with a source out of the repository', '{"plugins": [{"source": "../../pack"}]}'],
    ['with an absolute source', '{"plugins": [{"source": "/work/pack"}]}'],
    ['with the keys of objects', '{"plugins": [{"__proto__": {"source": "./pack"}}], "__proto__": 1}'],
  ])('decides nothing: %s', (_, text) =>
    expect(found('pack/skills/notes', DESCRIPTION, { '.claude-plugin/marketplace.json': text })).toEqual([
      'error frontmatter.name',
    ]),
  );

  it('is not read where it is a link out of the repository', () => {
    const outside = { '/other/list.json': '{"plugins":[{"source":"./pack"}]}' };
    const read: string[] = [];
    const files = memoryFiles({
      ...outside,
      '/work/.git/HEAD': '',
      '/work/pack/skills/notes/SKILL.md': `---\n${DESCRIPTION}\n---\n`,
      '/work/.claude-plugin/marketplace.json': { link: '/other/list.json' },
    });
    const recording: FileSystem = {
      ...files,
      read(one) {
        read.push(one);
        return files.read(one);
      },
    };
    const workspace = new Workspace(recording, () => {});
    workspace.setFolders(['/work']);
    const codes = workspace.diagnose('/work/pack/skills/notes/SKILL.md')?.findings.map(({ code }) => code);
    expect(codes).toEqual(['frontmatter.name']);
    expect(read.filter((path) => path.endsWith('.json'))).toEqual([]);
  });

  it('is read where it is a link inside the repository', () =>
    expect(
      found('pack/skills/notes', DESCRIPTION, {
        '.claude-plugin/marketplace.json': { link: '../list.json' },
        'list.json': '{"plugins":[{"source":"./pack"}]}',
      }),
    ).toEqual([]));

  it.each<[string, Readonly<Record<string, MemoryFile>>]>([
    ['the manifest', { '.claude-plugin/plugin.json': { link: 'plugin.json' } }],
    ['its folder', { '.claude-plugin': { link: '.claude-plugin' } }],
    ['two folders', { '.claude-plugin': { link: '.codex-plugin' }, '.codex-plugin': { link: '.claude-plugin' } }],
    ['a source', { ...marketplace({ source: './loop' }), loop: { link: '.' } }],
  ])('decides nothing where a link leads in a circle: %s', (_, more) =>
    expect(found('skills/notes', DESCRIPTION, more)).toEqual(['error frontmatter.name']),
  );

  it('makes a folder a plugin even if it is damaged', () =>
    expect(found('skills/notes', DESCRIPTION, { '.claude-plugin/plugin.json': '{' })).toEqual([]));
});

it('follows a manifest that is created, changed and deleted', () => {
  const path = '/work/skills/notes/SKILL.md';
  const manifest = '/work/.claude-plugin/marketplace.json';
  const skill = { '/work/.git/HEAD': '', [path]: `---\n${DESCRIPTION}\n---\n\n# Notes\n` };
  let now = memoryFiles(skill);
  const fs: FileSystem = {
    read: (one) => now.read(one),
    list: (one) => now.list(one),
    kind: (one) => now.kind(one),
    realPath: (one) => now.realPath(one),
  };
  const workspace = new Workspace(fs, () => {});
  workspace.setFolders(['/work']);
  const after = (text: string | undefined, kind: 'created' | 'changed' | 'deleted') => {
    now = memoryFiles(text === undefined ? skill : { ...skill, [manifest]: text });
    expect(workspace.filesChanged([{ path: manifest, kind }])).toEqual({ kind: 'all' });
    return workspace.diagnose(path)?.findings.map(({ code }) => code);
  };
  expect(workspace.diagnose(path)?.findings.map(({ code }) => code)).toEqual(['frontmatter.name']);
  expect(after('{"plugins":[{"source":"./other"}]}', 'created')).toEqual(['frontmatter.name']);
  expect(after('{"plugins":[{"source":"./"}]}', 'changed')).toEqual([]);
  expect(after(undefined, 'deleted')).toEqual(['frontmatter.name']);
});

describe('a variable that stands for the folder of a plugin', () => {
  const text = (variable: string) =>
    `---\nname: notes\n${DESCRIPTION}\n---\n\nRead \`${variable}/shared/ok.md\` and \`${variable}/shared/gone.md\`.\n`;
  const missing = (variable: string, root: string, more: Readonly<Record<string, string>>) => {
    const path = `/work/${root}skills/notes/SKILL.md`;
    const files = Object.entries({ [`${root}shared/ok.md`]: 'Text.', ...more });
    const absolute = Object.fromEntries(files.map(([name, content]) => [`/work/${name}`, content]));
    const workspace = workspaceOf({ '/work/.git/HEAD': '', [path]: text(variable), ...absolute });
    const findings = workspace.diagnose(path)?.findings ?? [];
    return findings.filter(({ code }) => code === 'reference.missing').map(({ target }) => target);
  };

  it.each([
    ['$' + '{CLAUDE_PLUGIN_ROOT}', CLAUDE],
    ['$CLAUDE_PLUGIN_ROOT', CLAUDE],
    ['$' + '{CLAUDE_PLUGIN_ROOT}', AGENT],
    ['$' + '{CLAUDE_PLUGIN_ROOT}', marketplace({ source: './' })],
    ['$' + '{PLUGIN_ROOT}', AGENT],
    ['$' + '{PLUGIN_ROOT}', CODEX],
    ['$' + '{extensionPath}', GEMINI],
  ])('is resolved by the manifest that is there: %s', (variable, manifest) =>
    expect(missing(variable, '', manifest)).toEqual(['shared/gone.md']),
  );

  it.each([
    ['$' + '{CLAUDE_PLUGIN_ROOT}', GEMINI],
    ['$' + '{PLUGIN_ROOT}', CLAUDE],
    ['$' + '{PLUGIN_ROOT}', GEMINI],
    ['$' + '{extensionPath}', CLAUDE],
    ['$' + '{extensionPath}', AGENT],
    ['$' + '{extensionPath}', {}],
  ])('stays a text where nothing defines it: %s', (variable, manifest) =>
    expect(missing(variable, '', manifest)).toEqual([]),
  );

  it('is the folder of the plugin that a marketplace lists, not that of the marketplace', () =>
    expect(missing('$' + '{CLAUDE_PLUGIN_ROOT}', 'pack/', marketplace({ source: './pack' }))).toEqual([
      'shared/gone.md',
    ]));

  it('is the closest folder that defines it', () =>
    expect(
      missing('$' + '{extensionPath}', 'pack/', { ...CLAUDE, 'pack/gemini-extension.json': '{"name":"p"}', ...GEMINI }),
    ).toEqual(['shared/gone.md']));
});
