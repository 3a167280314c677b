import { expect, it } from 'vitest';
import { settings, workspaceOf } from '../../../test/equipment/server/server.ts';

const PLUGIN = '/work/.claude-plugin/plugin.json';
const MARKETPLACE = '/work/.claude-plugin/marketplace.json';
const skill = (name: string) => `---\nname: ${name}\ndescription: Does ${name}. Use it.\n---\n`;

/** Returns each finding as `SEVERITY: WRITTEN -> SUGGESTION`. */
function found(
  path: string,
  manifest: unknown,
  more: Readonly<Record<string, string>> = {},
  section: unknown = {},
): readonly string[] {
  const text = typeof manifest === 'string' ? manifest : JSON.stringify(manifest);
  const { findings = [] } = workspaceOf({ [path]: text, ...more }, settings(section)).diagnose(path) ?? {};
  return findings.map(({ code, severity, range, suggestions = [] }) => {
    expect(code).toBe('plugin.invalid');
    const [first] = suggestions;
    return `${severity}: ${text.slice(range.start, range.end)}${first === undefined ? '' : ` -> ${first}`}`;
  });
}

const ALPHA = { '/work/skills/alpha/SKILL.md': skill('alpha') };

it('reports paths of skills that do not exist, that lead to SKILL.md, or that are listed twice', () => {
  const skills = ['./skills/alpha', './skills/gone', './skills/alpha/SKILL.md', './skills/alpha'];
  expect(found(PLUGIN, { name: 'p', skills }, ALPHA)).toEqual([
    'error: ./skills/gone',
    'error: ./skills/alpha/SKILL.md -> ./skills/alpha',
    'information: ./skills/alpha',
  ]);
  expect(found(PLUGIN, { name: 'p', skills: './elsewhere/alpha' }, ALPHA)).toEqual([
    'error: ./elsewhere/alpha -> ./skills/alpha',
  ]);
});

it('reports paths that do not begin with ./, and values that Claude Code refuses', () => {
  expect(found(PLUGIN, { name: 'p', skills: ['alpha', 'skills/alpha', '../x', 1] }, ALPHA)).toEqual([
    'error: alpha -> ./skills/alpha',
    'error: skills/alpha -> ./skills/alpha',
    'error: ../x',
    'error: 1',
  ]);
  expect(found(PLUGIN, { name: 'My Plugin', version: 2, skills: {} }, ALPHA)).toEqual([
    'error: My Plugin -> my-plugin',
    'error: 2',
    'error: {}',
  ]);
  expect(found(PLUGIN, '{\n  "name": "p",\n}')).toEqual([expect.stringMatching(/^error: /)]);
  expect(found(PLUGIN, '[]')).toEqual(['error: ']);
  expect(found(PLUGIN, { version: '1.0.0' })).toHaveLength(1);
});

it('does not report what Claude Code accepts', () => {
  const value = { name: 'UpperName', category: 'x', author: 'me', skills: ['./', './skills/', './skills/alpha/'] };
  expect(found(PLUGIN, value, ALPHA)).toEqual([]);
  const templates = '/work/templates/p/.claude-plugin/plugin.json';
  expect(found(templates, { name: 'My Plugin' })).toEqual([]);
  expect(found('/work/tests/fixtures/p/.claude-plugin/plugin.json', { name: 'My Plugin' })).toEqual([
    'information: My Plugin -> my-plugin',
  ]);
  expect(found('/work/data/plugin.json', { name: 'My Plugin', id: 'x' })).toEqual([]);
});

it('reports sources, names and skills of a marketplace', () => {
  const plugins = [
    { name: 'one', source: './plugins/one' },
    { name: 'two', source: './two' },
    { name: 'three', source: './nowhere' },
    { name: 'four', source: '../four' },
    { name: 'five', source: 'plugins/one' },
    { name: 'six six', source: { source: 'github', repo: 'a/b' } },
    { name: 'seven', source: './', strict: false, skills: ['./skills/alpha', './skills/gone'] },
    { name: 'one', source: './plugins/one' },
    { name: 'eight' },
  ];
  const more = { ...ALPHA, '/work/plugins/one/README.md': '# One\n', '/work/plugins/two/README.md': '# Two\n' };
  expect(found(MARKETPLACE, { name: 'm', owner: { name: 'o' }, plugins }, more)).toEqual([
    'error: ./two -> ./plugins/two',
    'error: ./nowhere',
    'error: ../four',
    'error: plugins/one -> ./plugins/one',
    'error: six six -> six-six',
    'error: ./skills/gone',
    'warning: one',
    'error: {"name":"eight"}',
  ]);
});

it('reports a marketplace that cannot be added', () => {
  expect(found(MARKETPLACE, { plugins: {}, owner: 'me' })).toEqual([
    expect.stringMatching(/^error: \{"/),
    'error: {}',
    'error: me',
  ]);
});

it('reports an entry that conflicts with the plugin’s own manifest', () => {
  const entry = { name: 'one', source: './one', skills: ['./skills/a'] };
  const marketplace = (strict: boolean) => ({ name: 'm', owner: { name: 'o' }, plugins: [{ ...entry, strict }] });
  const files = { '/work/one/skills/a/SKILL.md': skill('a') };
  const own = { ...files, '/work/one/.claude-plugin/plugin.json': '{"name":"one"}' };
  expect(found(MARKETPLACE, marketplace(false), own)).toEqual(['error: false -> true']);
  expect(found(MARKETPLACE, marketplace(true), own)).toEqual([]);
  expect(found(MARKETPLACE, marketplace(false), files)).toEqual([]);
});

it('reads sources below metadata.pluginRoot, and leaves submodules and other clients’ rules alone', () => {
  const metadata = { pluginRoot: './plugins' };
  const plugins = [
    { name: 'one', source: 'one' },
    { name: 'sub', source: './external/sub' },
  ];
  const more = {
    '/work/plugins/one/README.md': '# One\n',
    '/work/.gitmodules': '[submodule "x"]\n\tpath = external/sub\n\turl = u\n',
    '/work/.git/HEAD': 'x',
  };
  expect(found(MARKETPLACE, { name: 'm', owner: { name: 'o' }, metadata, plugins }, more)).toEqual([]);
  const codex = '/work/.agents/plugins/marketplace.json';
  const local = (path: string) => ({ name: 'a b', source: { source: 'local', path } });
  expect(found(codex, { name: 'm', plugins: [local('./plugins/one'), local('./gone')] }, more)).toEqual([
    'warning: a b',
    'warning: ./gone',
  ]);
});

it('checks extensions of Gemini CLI', () => {
  const file = '/work/gemini-extension.json';
  expect(found(file, { name: 'my_ext', version: '1.0.0' })).toEqual(['error: my_ext']);
  expect(found(file, { name: 'my-ext' })).toHaveLength(1);
  expect(found(file, { name: 'my-ext', version: '1.0.0', contextFileName: 'X.md', sorted: 1 })).toEqual([]);
});

it('checks a plugin of Agent Plugins against its closed schema', () => {
  const file = '/work/plugin.json';
  const $schema = 'https://agent-plugins.org/schemas/1.0.0/plugin.schema.json';
  expect(
    found(file, { $schema, name: 'My-Plugin', hooks: {}, author: { name: 'a', twitter: 'b' }, keywords: 'x' }),
  ).toEqual(['error: My-Plugin -> my-plugin', 'warning: hooks', 'error: twitter', 'error: x']);
  expect(found(file, { $schema, name: 'acme.tools', version: 'x', extensions: { 'com.example': {} } })).toEqual([]);
  // That of GitHub Copilot has the same place.
  expect(found(file, { name: 'My-Plugin', hooks: {} })).toEqual([]);
});

it('is off, or another level, by the settings', () => {
  expect(found(PLUGIN, { name: 'a b' }, {}, { rules: { 'plugin.invalid': 'off' } })).toEqual([]);
  expect(found(PLUGIN, { name: 'a b' }, {}, { rules: { 'plugin.invalid': 'hint' } })).toEqual(['hint: a b -> a-b']);
});

it('follows folders that are created and manifests that change', () => {
  const files: Record<string, string> = {
    [PLUGIN]: JSON.stringify({ name: 'p', skills: ['./skills/gone'] }),
    ...ALPHA,
  };
  const workspace = workspaceOf(files);
  expect(workspace.pluginManifests()).toEqual([PLUGIN]);
  const before = workspace.diagnose(PLUGIN);
  expect(before?.findings).toHaveLength(1);
  expect(workspace.diagnose(PLUGIN)).toBe(before);
  workspace.filesChanged([{ path: '/work/skills/gone', kind: 'created' }]);
  expect(workspace.stamp(PLUGIN)).toBeUndefined();
  workspace.filesChanged([{ path: PLUGIN, kind: 'changed' }]);
  expect(workspace.diagnose(PLUGIN)).not.toBe(before);
});
