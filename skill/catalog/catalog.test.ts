import { describe, expect, it } from 'vitest';
import type { ClientId } from '../clients/client-id.ts';
import { CLIENTS } from '../clients/table.ts';
import { type MemoryFile, memoryFiles } from '../files/memory.ts';
import { type Catalog, catalogOf } from './catalog.ts';

const HOME = '/home/ada';
const REPOSITORY = '/work/site';

const skill = (name: string, ...more: readonly string[]): string =>
  ['---', `name: ${name}`, `description: Does what ${name} does.`, ...more, '---', '', '# Body', ''].join('\n');

function catalog(id: ClientId, files: Readonly<Record<string, MemoryFile>>, cwd = REPOSITORY): Catalog {
  const client = CLIENTS.find((one) => one.id === id);
  if (client === undefined) throw new Error(id);
  const trust = {
    [`${HOME}/.pi/agent/trust.json`]: `{"${REPOSITORY}":true}`,
    [`${HOME}/.gemini/trustedFolders.json`]: `{"${REPOSITORY}":"TRUST_FOLDER"}`,
  };
  const all = { [`${REPOSITORY}/.git/HEAD`]: '', ...trust, ...files };
  return catalogOf(client, { fs: memoryFiles(all), cwd, home: HOME, environment: {} });
}

const inRepository = (files: Readonly<Record<string, MemoryFile>>): Readonly<Record<string, MemoryFile>> =>
  Object.fromEntries(Object.entries(files).map(([path, file]) => [`${REPOSITORY}/${path}`, file]));

const names = ({ offered }: Catalog): readonly string[] => offered.map(({ name }) => name);
const reasons = ({ notOffered }: Catalog): Readonly<Record<string, string>> =>
  Object.fromEntries(
    notOffered.map(({ file, reason }) => [file.replace(`${REPOSITORY}/`, '').replace(`${HOME}/`, '~/'), reason]),
  );

describe('cases of public reports', () => {
  it('L07: two flags that exclude each other', () => {
    const files = inRepository({
      '.claude/skills/ghost/SKILL.md': skill('ghost', 'user-invocable: false', 'disable-model-invocation: true'),
      '.claude/skills/quoted/SKILL.md': skill('quoted', 'user-invocable: "no"', 'disable-model-invocation: yes'),
      '.claude/skills/typed/SKILL.md': skill('typed', 'disable-model-invocation: true'),
      '.claude/skills/shown/SKILL.md': skill('shown', 'user-invocable: false'),
    });
    const found = catalog('claude-code', files);
    expect(names(found)).toEqual(['shown']);
    expect(reasons(found)).toEqual({
      // words-ok: a code of the contract
      '.claude/skills/ghost/SKILL.md': 'nobody-can-call',
      // words-ok: a code of the contract
      '.claude/skills/quoted/SKILL.md': 'nobody-can-call',
      '.claude/skills/typed/SKILL.md': 'disabled',
    });
    expect(names(catalog('opencode', files))).toEqual(['ghost', 'quoted', 'shown', 'typed']);
  });

  it('opencode reads frontmatter without a closing line to the end of the file, Codex numbers and no lists', () => {
    const open = '---\nname: open\ndescription: Has no end.\n\n# Body\n';
    const files = inRepository({
      '.opencode/skills/open/SKILL.md': open,
      '.opencode/skills/prose/SKILL.md': `${open}\nIt is: no: YAML.\n`,
      '.agents/skills/open/SKILL.md': open,
      '.agents/skills/number/SKILL.md': '---\nname: 7\ndescription: 12\n---\n',
      '.agents/skills/list/SKILL.md': '---\nname: [list]\ndescription: Has a list for a name.\n---\n',
    });
    expect(names(catalog('opencode', files))).toContain('open');
    const codex = catalog('codex', files);
    expect(codex.offered.map(({ name, description }) => [name, description])).toEqual([['7', '12']]);
    expect(reasons(codex)).toEqual({
      '.agents/skills/list/SKILL.md': 'name',
      '.agents/skills/open/SKILL.md': 'frontmatter',
    });
  });

  it('L08, L16: tags in a description and a reserved name are offered, escaped as the client does', () => {
    const files = {
      [`${HOME}/.claude/skills/claude-helper/SKILL.md`]:
        '---\nname: claude-helper\ndescription: Renames <old> & "new".\n---\n',
    };
    expect(catalog('claude-code', files).text).toBe('- claude-helper: Renames &lt;old&gt; & "new".');
    expect(catalog('opencode', files).text).toContain('<description>Renames <old> & "new".</description>');
  });

  it('L15: a SKILL.md that is a link', () => {
    const files = inRepository({
      'src/demo/SKILL.md': skill('demo'),
      '.agents/skills/demo/SKILL.md': { link: '../../../src/demo/SKILL.md' },
    });
    const found = catalog('codex', files);
    expect(found.notOffered).toEqual([
      {
        file: `${REPOSITORY}/.agents/skills/demo/SKILL.md`,
        reason: 'link',
        says: 'SKILL.md is a link, and Codex skips files that are links.',
        fix: 'Put the file itself there, or make its folder the link.',
      },
    ]);
    expect(found.text).toBe('');
    expect(names(catalog('pi', files))).toEqual(['demo']);
    const folder = inRepository({
      'src/demo/SKILL.md': skill('demo'),
      '.agents/skills/demo': { link: '../../src/demo' },
    });
    expect(names(catalog('codex', folder))).toEqual(['demo']);
  });

  it('L17: skills one folder too deep', () => {
    const files = inRepository({
      '.claude/skills/common/bye/SKILL.md': skill('bye'),
      '.claude/skills/hi/SKILL.md': skill('hi'),
      '.claude/skills/hi/examples/inner/SKILL.md': skill('inner'),
      '.agents/skills/a/b/c/d/e/f/g/SKILL.md': skill('seven'),
      '.agents/skills/a/b/c/d/e/f/SKILL.md': skill('six'),
    });
    const claude = catalog('claude-code', files);
    expect(names(claude)).toEqual(['hi']);
    expect(claude.notOffered.map(({ reason, says }) => `${reason}: ${says}`)).toEqual([
      'too-deep: `common/bye` is 2 folders deep, and Claude Code searches only the folders directly in the folder of skills.',
      'too-deep: `hi/examples/inner` is inside the folder of the skill `hi`, where Claude Code looks for no other skill.',
    ]);
    const codex = catalog('codex', files);
    expect(names(codex)).toEqual(['six']);
    expect(reasons(codex)).toEqual({ '.agents/skills/a/b/c/d/e/f/g/SKILL.md': 'too-deep' });
    expect(names(catalog('copilot-cli', files))).toEqual(['six', 'bye', 'hi']);
  });

  it.each(['skill.md', 'Skill.md', 'SKILL.MD'])('L18: %s', (name) => {
    const files = inRepository({ [`.agents/skills/lower/${name}`]: skill('lower') });
    for (const id of ['codex', 'gemini-cli', 'copilot-cli', 'opencode', 'pi'] as const) {
      const found = catalog(id, files);
      expect(names(found)).toEqual([]);
      expect(found.notOffered).toMatchObject([{ reason: 'file-name', fix: 'Rename it to SKILL.md.' }]);
    }
    expect(names(catalog('vscode', files))).toEqual(['lower']);
  });

  it('L23: dead paths, a file and a path from the wrong root in the manifests of the repository', () => {
    const files = inRepository({
      '.claude-plugin/marketplace.json': JSON.stringify({
        name: 'market',
        plugins: [
          {
            name: 'tools',
            source: './',
            skills: ['./skills/alpha', './skills/gone', './skills/alpha/SKILL.md', '../up'],
          },
          { name: 'lost', source: './plugins/lost' },
        ],
      }),
      'skills/alpha/SKILL.md': skill('alpha'),
    });
    const found = catalog('claude-code', files);
    expect(names(found)).toEqual([]);
    expect(found.notOffered.map(({ reason, says }) => `${reason}: ${says}`)).toEqual([
      'manifest: `skills` has `./skills/gone`, where no folder is.',
      'manifest: `skills` has `./skills/alpha/SKILL.md`, a file; a folder is expected.',
      'manifest: `skills` has `../up`, which leads out of the plugin.',
      'manifest: The `source` of the plugin `lost` leads to no folder of this marketplace.',
      'disabled: It belongs to the plugin `tools` of this repository, which is not installed in Claude Code.',
    ]);
  });

  it('D4, D5: a name that is not that of the folder', () => {
    const files = inRepository({
      '.opencode/skills/git-release/SKILL.md': '---\nname: Git Release\ndescription: Releases.\n---\n',
      '.pi/skills/alpha/SKILL.md': skill('beta'),
    });
    expect(names(catalog('opencode', files))).toEqual(['Git Release']);
    expect(names(catalog('pi', files))).toEqual(['beta']);
    const claude = catalog('claude-code', inRepository({ '.claude/skills/git-release/SKILL.md': skill('release') }));
    expect(claude.text).toBe('- git-release (release): Does what release does.');
  });

  it('D6: says that Gemini CLI has a successor with other folders', () => {
    expect(catalog('gemini-cli', {}).unknown.join()).toContain('Antigravity CLI');
  });

  it('D7: each description that still fits stays in Claude Code’s list', () => {
    const files = Object.fromEntries(
      [500, 500, 500, 500, 20].map((length, index) => [
        `${HOME}/.claude/skills/s${index}/SKILL.md`,
        `---\nname: s${index}\ndescription: ${'x'.repeat(length)}\n---\n`,
      ]),
    );
    const found = catalog('claude-code', files);
    expect(found.offered.map(({ cut = 0 }) => cut)).toEqual([0, 0, 0, 500, 0]);
    expect(found.text).toMatch(/\n- s3\n- s4: x{20}$/);
    expect(found.budget).toMatchObject({ limit: 1923 });
  });

  it('D9: an Agent Plugin whose name is not allowed', () => {
    const files = inRepository({ 'plugin.json': '{"name":"My-Plugin"}', 'skills/deploy/SKILL.md': skill('deploy') });
    expect(reasons(catalog('codex', files))).toEqual({
      'plugin.json': 'manifest',
      'skills/deploy/SKILL.md': 'disabled',
    });
  });

  it('D11: two skills with one description are both offered', () => {
    const pdf = (name: string): string => `---\nname: ${name}\ndescription: Helps with PDFs.\n---\n`;
    const files = inRepository({
      '.claude/skills/pdf/SKILL.md': pdf('pdf'),
      '.claude/skills/pdf-tools/SKILL.md': pdf('pdf-tools'),
    });
    expect(names(catalog('claude-code', files))).toEqual(['pdf', 'pdf-tools']);
  });
});

describe('names and descriptions', () => {
  const names65 = 'n'.repeat(65);
  const cases = inRepository({
    '.agents/skills/accent/SKILL.md': skill('prüfung'),
    '.agents/skills/long/SKILL.md': skill(names65),
    '.agents/skills/none/SKILL.md': '---\nname: none\n---\nBody.\n',
    '.agents/skills/empty/SKILL.md': '---\ndescription: Has no name.\n---\n',
    '.agents/skills/wordy/SKILL.md': `---\nname: wordy\ndescription: ${'w'.repeat(1025)}\n---\n`,
    '.agents/skills/colon/SKILL.md': '---\nname: colon\ndescription: Counts: one\n---\n',
    '.agents/skills/broken/SKILL.md': '---\nname: broken\ndescription: "open\n---\n',
    '.agents/skills/bare/SKILL.md': '# Bare\n',
  });
  it.each<[ClientId, readonly string[], Readonly<Record<string, string>>]>([
    [
      'codex',
      ['colon', 'empty', 'prüfung', 'wordy'],
      { long: 'name', none: 'description-missing', broken: 'frontmatter', bare: 'frontmatter' },
    ],
    [
      'copilot-cli',
      ['empty', 'none'],
      {
        accent: 'name',
        long: 'name',
        wordy: 'description-too-long',
        colon: 'frontmatter',
        broken: 'frontmatter',
        bare: 'frontmatter',
      },
    ],
    [
      'gemini-cli',
      ['wordy', names65, 'colon', 'broken', 'prüfung'],
      { none: 'frontmatter-or-description', empty: 'name', bare: 'frontmatter' },
    ],
    [
      'pi',
      ['prüfung', 'empty', names65, 'wordy'],
      { none: 'description-missing', colon: 'frontmatter', broken: 'frontmatter', bare: 'frontmatter' },
    ],
  ])('%s', (id, offered, missing) => {
    const found = catalog(id, cases);
    expect(names(found)).toEqual(offered);
    const expected = Object.fromEntries(
      Object.entries(missing).map(([folder, reason]) => [
        `.agents/skills/${folder}/SKILL.md`,
        reason === 'frontmatter-or-description' ? 'description-missing' : reason,
      ]),
    );
    expect(reasons(found)).toEqual(expected);
  });
});

describe('places', () => {
  it('takes the first or the last of two skills with one name, or both', () => {
    const files = {
      [`${HOME}/.agents/skills/same/SKILL.md`]: skill('same'),
      ...inRepository({ '.agents/skills/same/SKILL.md': skill('same') }),
    };
    expect(catalog('copilot-cli', files).offered).toMatchObject([
      { file: `${REPOSITORY}/.agents/skills/same/SKILL.md` },
    ]);
    expect(catalog('gemini-cli', files).offered).toMatchObject([
      { file: `${REPOSITORY}/.agents/skills/same/SKILL.md` },
    ]);
    expect(reasons(catalog('gemini-cli', files))).toEqual({ '~/.agents/skills/same/SKILL.md': 'shadowed' });
    expect(names(catalog('codex', files))).toEqual(['same', 'same']);
  });

  it('searches the folders up to the root of the repository, and no further', () => {
    const files = {
      '/work/.claude/skills/outside/SKILL.md': skill('outside'),
      ...inRepository({
        '.claude/skills/top/SKILL.md': skill('top'),
        'app/.claude/skills/near/SKILL.md': skill('near'),
      }),
    };
    expect(names(catalog('claude-code', files, `${REPOSITORY}/app`))).toEqual(['near', 'top']);
    const gemini = catalog(
      'gemini-cli',
      inRepository({ '.gemini/skills/top/SKILL.md': skill('top') }),
      `${REPOSITORY}/app`,
    );
    expect(names(gemini)).toEqual([]);
    expect(gemini.notOffered).toMatchObject([{ reason: 'too-deep', fix: `Start Gemini CLI in ${REPOSITORY}.` }]);
  });

  it('searches hidden folders where the client does', () => {
    const files = inRepository({
      '.agents/skills/.hidden/SKILL.md': skill('shown'),
      '.opencode/skills/.hidden/SKILL.md': skill('unseen'),
    });
    const found = catalog('opencode', files);
    expect(names(found)).toEqual(['shown']);
    expect(reasons(found)).toEqual({ '.opencode/skills/.hidden/SKILL.md': 'file-name' });
    expect(reasons(catalog('codex', files))).toEqual({ '.agents/skills/.hidden/SKILL.md': 'file-name' });
  });

  it('reads nothing of the home if it is not given', () => {
    const client = CLIENTS.find(({ id }) => id === 'codex');
    if (client === undefined) throw new Error();
    const files = memoryFiles({ [`${HOME}/.agents/skills/mine/SKILL.md`]: skill('mine') });
    const read: string[] = [];
    const spied = {
      ...files,
      read(path: string) {
        read.push(path);
        return files.read(path);
      },
      list(path: string) {
        read.push(path);
        return files.list(path);
      },
    };
    const found = catalogOf(client, { fs: spied, cwd: REPOSITORY, environment: {} });
    expect(found.offered).toEqual([]);
    expect(found.unknown[0]).toContain('the home was not read');
    expect(read.filter((path) => path.startsWith(HOME))).toEqual([]);
  });

  it('follows a variable for the home of a client, unless it is relative', () => {
    const client = CLIENTS.find(({ id }) => id === 'codex');
    if (client === undefined) throw new Error();
    const fs = memoryFiles({
      '/codex/skills/there/SKILL.md': skill('there'),
      [`${HOME}/.codex/skills/here/SKILL.md`]: skill('here'),
    });
    const at = (CODEX_HOME: string) =>
      names(catalogOf(client, { fs, cwd: REPOSITORY, home: HOME, environment: { CODEX_HOME } }));
    expect(at('/codex')).toEqual(['there']);
    expect(at('codex')).toEqual(['here']);
  });
});

describe('settings', () => {
  const mine = (folder: string): Readonly<Record<string, string>> => ({
    [`${HOME}/${folder}/kept/SKILL.md`]: skill('kept'),
    [`${HOME}/${folder}/off/SKILL.md`]: skill('off'),
  });
  it.each<[ClientId, string, string, string]>([
    ['claude-code', '.claude/skills', '.claude/settings.json', '{"skillOverrides":{"off":"off"}}'],
    ['codex', '.agents/skills', '.codex/config.toml', '[[skills.config]]\nname = "off"\nenabled = false\n'],
    [
      'codex',
      '.agents/skills',
      '.codex/config.toml',
      `[[skills.config]]\npath = "${HOME}/.agents/skills/off/SKILL.md"\nenabled = false\n`,
    ],
    ['gemini-cli', '.gemini/skills', '.gemini/settings.json', '{"skills":{"disabled":["OFF"]}}'],
    [
      'opencode',
      '.config/opencode/skills',
      '.config/opencode/opencode.jsonc',
      '{"permission":{"skill":{"*":"allow","o*":"deny"}}, // note\n}',
    ],
    ['copilot-cli', '.copilot/skills', '.copilot/settings.json', '{"disabledSkills":["off"]}'],
    ['pi', '.pi/agent/skills', '.pi/agent/settings.json', '{"skills":["-skills/off"]}'],
  ])('%s: a skill that %s has off', (id, folder, file, text) => {
    const found = catalog(id, { ...mine(folder), [`${HOME}/${file}`]: text });
    expect(names(found)).toEqual(['kept']);
    expect(found.notOffered).toMatchObject([{ reason: 'disabled', says: expect.stringContaining(`${HOME}/${file}`) }]);
  });

  it('lists only the name of a skill that is to have nothing else', () => {
    const found = catalog('claude-code', {
      ...mine('.claude/skills'),
      [`${HOME}/.claude/settings.json`]: '{"skillOverrides":{"off":"name-only"}}',
    });
    expect(found.text).toBe('- kept: Does what kept does.\n- off');
    expect(found.offered).toMatchObject([{}, { name: 'off', cut: 19 }]);
  });

  it('offers the skills of plugins that are on, with the plugin’s name where the client has it', () => {
    const root = `${HOME}/.claude/plugins/cache/market`;
    const files = {
      [`${root}/tools/1.0.0/skills/plugged/SKILL.md`]: skill('plugged'),
      [`${root}/idle/1.0.0/skills/unplugged/SKILL.md`]: skill('unplugged'),
      [`${HOME}/.claude/plugins/installed_plugins.json`]: JSON.stringify({
        version: 2,
        plugins: {
          'tools@market': [{ installPath: `${root}/tools/1.0.0` }],
          'idle@market': [{ installPath: `${root}/idle/1.0.0` }],
        },
      }),
      [`${HOME}/.claude/settings.json`]: '{"enabledPlugins":{"tools@market":true,"idle@market":false}}',
    };
    const found = catalog('claude-code', files);
    expect(names(found)).toEqual(['tools:plugged']);
    expect(found.notOffered).toMatchObject([
      { reason: 'disabled', says: expect.stringContaining('`idle@market` is switched off') },
    ]);
  });

  it.each([
    ['gemini-cli', '.gemini/skills'],
    ['pi', '.pi/skills'],
  ] as const)('%s reads skills of a workspace only if it is trusted', (id, folder) => {
    const at = '/work/strange';
    const found = catalog(id, { [`${at}/.git/HEAD`]: '', [`${at}/${folder}/new/SKILL.md`]: skill('new') }, at);
    expect(names(found)).toEqual([]);
    expect(found.notOffered).toMatchObject([
      { file: `${at}/${folder}/new/SKILL.md`, reason: 'untrusted', fix: expect.any(String) },
    ]);
  });

  it('keeps nothing of settings but the keys that it names', () => {
    const key = 'sk-0123456789abcdef';
    const files = {
      ...mine('.claude/skills'),
      [`${HOME}/.claude/settings.json`]: `{"env":{"ANTHROPIC_API_KEY":"${key}"},"skillOverrides":{"off":"${key}"},"enabledPlugins":{"a@b":"${key}"}}`,
      [`${HOME}/.codex/config.toml`]: `api_key = "${key}"\n[broken`,
      [`${HOME}/.gemini/settings.json`]: `{"key":"${key}" "broken"}`,
      [`${HOME}/.config/opencode/opencode.json`]: `{"provider":{"x":{"options":{"apiKey":"${key}"}}},"skills":{"paths":[{"x":"${key}"}]}}`,
    };
    for (const { id } of CLIENTS)
      expect(JSON.stringify({ ...catalog(id, files), client: undefined })).not.toContain(key);
    expect(catalog('codex', files).unknown[0]).toBe(
      `the settings in ${HOME}/.codex/config.toml, which is not valid TOML`,
    );
  });
});

describe('Claude Code’s own skills', () => {
  const listOf = (count: number, length: number): Catalog =>
    catalog(
      'claude-code',
      Object.fromEntries(
        Array.from({ length: count }, (_, n) => [
          `${REPOSITORY}/.claude/skills/a-${n + 10}/SKILL.md`,
          `---\nname: a-${n + 10}\ndescription: ${'word '.repeat(length / 5).trim()}\n---\n`,
        ]),
      ),
    );
  const described = ({ text }: Catalog): number => text?.split('\n').filter((line) => line.includes(':')).length ?? 0;

  // As the installed client, 2.1.332, was seen to cut these lists.
  it.each([
    [7, 7],
    [12, 9],
    [30, 8],
  ])('leave room for the descriptions of %i skills of 199 characters: %i', (count, expected) =>
    expect(described(listOf(count, 200))).toBe(expected),
  );

  it('are cut themselves before a description that then fits', () => {
    // 9 entries of 207 characters: more than the 1,789 left by all descriptions of its own, less than the 1,923 without some.
    const found = listOf(9, 200);
    expect(described(found)).toBe(9);
    expect(found.offered.every(({ cut }) => cut === undefined)).toBe(true);
  });
});

describe('Qwen Code', () => {
  const HERE = `${HOME}/.qwen/skills`;
  const written = (...lines: readonly string[]): string => ['---', ...lines, '---', 'Body.', ''].join('\n');

  it('lists name, description, `when_to_use` and place, sorted, and takes the skill of the workspace', () => {
    const found = catalog('qwen-code', {
      [`${HERE}/b/SKILL.md`]: written('name: b', 'description: Sorts & counts.', 'when_to_use: Often.'),
      [`${HERE}/a/SKILL.md`]: skill('a'),
      ...inRepository({ '.qwen/skills/a/SKILL.md': skill('a'), '.agents/skills/c/SKILL.md': skill('c') }),
    });
    const entry = (name: string, description: string, level: string): string =>
      `<skill>\n<name>\n${name}\n</name>\n<description>\n${description} (${level})\n</description>\n<location>\n${level}\n</location>\n</skill>`;
    expect(found.text).toBe(
      [
        entry('a', 'Does what a does.', 'project'),
        entry('b', 'Sorts &amp; counts. — Often.', 'user'),
        entry('c', 'Does what c does.', 'project'),
      ].join('\n'),
    );
    expect(reasons(found)).toEqual({ '~/.qwen/skills/a/SKILL.md': 'shadowed' });
  });

  it('keeps the first line of each description of a list that is too long', () => {
    const many = Array.from({ length: 12 }, (_, n) => [
      `${HERE}/n${n + 10}/SKILL.md`,
      written(`name: n${n + 10}`, 'description: |', `  ${'d'.repeat(90)}`, '  Second line.', 'when_to_use: Often.'),
    ]);
    const { text, offered } = catalog('qwen-code', Object.fromEntries(many));
    expect(text).not.toMatch(/Second|Often/);
    expect(offered).toHaveLength(12);
    expect(offered[0]?.cut).toBe('\nSecond line.\n — Often.'.length);
    expect(catalog('qwen-code', Object.fromEntries(many.slice(2))).text).toContain('Second line.');
  });

  it('reads broken frontmatter key by key, lists as texts, and skips fields of a wrong type', () => {
    const found = catalog('qwen-code', {
      [`${HERE}/broken/SKILL.md`]: written('name: broken', 'description: "open'),
      [`${HERE}/list/SKILL.md`]: written('name: list', 'description: [a, b]'),
      [`${HERE}/blank/SKILL.md`]: written('name: with blank', 'description: A.'),
      [`${HERE}/paths/SKILL.md`]: written('name: paths', 'description: A.', 'paths: src/**'),
      [`${HERE}/gated/SKILL.md`]: written('name: gated', 'description: A.', 'paths: [src/**]'),
      [`${HERE}/off/SKILL.md`]: written('name: off', 'description: A.', 'disable-model-invocation: "true"'),
    });
    expect(found.offered.map(({ name, description }) => [name, description])).toEqual([
      ['broken', '"open'],
      ['list', 'a,b'],
    ]);
    expect(reasons(found)).toEqual({
      '~/.qwen/skills/blank/SKILL.md': 'name',
      '~/.qwen/skills/paths/SKILL.md': 'frontmatter',
      '~/.qwen/skills/gated/SKILL.md': 'disabled',
      '~/.qwen/skills/off/SKILL.md': 'disabled',
    });
  });

  it('follows its settings: names that are off, off unless enabled, scopes, folders, extensions', () => {
    const extension = `${HOME}/.qwen/extensions/tools`;
    const files = {
      [`${HERE}/off/SKILL.md`]: skill('off'),
      [`${HERE}/default-off/SKILL.md`]: skill('default-off'),
      [`${HERE}/enabled/SKILL.md`]: skill('enabled'),
      '/opt/more/added/SKILL.md': skill('added'),
      [`${extension}/qwen-extension.json`]: '{"name":"tools","version":"1.0.0"}',
      [`${extension}/skills/plugged/SKILL.md`]: skill('plugged'),
    };
    const using = (skills: object): Catalog =>
      catalog('qwen-code', { ...files, [`${HOME}/.qwen/settings.json`]: JSON.stringify({ skills }) });
    expect(
      names(
        using({
          disabled: ['OFF'],
          defaultDisabled: ['default-off', 'enabled'],
          enabled: ['enabled'],
          directories: ['/opt/more'],
        }),
      ),
    ).toEqual(['added', 'enabled', 'tools:plugged']);
    expect(names(using({ disabled: ['enabled'], enabled: ['enabled'] }))).not.toContain('enabled');
    expect(names(using({ disabledLevels: ['user'] }))).toEqual(['tools:plugged']);
    expect(names(using({ disabledLevels: ['extension'] }))).toEqual(['default-off', 'enabled', 'off']);
    expect(
      reasons(
        catalog('qwen-code', {
          ...files,
          [`${HOME}/.qwen/extensions/extension-enablement.json`]: '{"tools":{"overrides":["!/*"]}}',
        }),
      ),
    ).toEqual({ '~/.qwen/extensions/tools/skills/plugged/SKILL.md': 'disabled' });
  });
});
