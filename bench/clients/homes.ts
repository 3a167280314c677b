/** Homes and workspaces with skills where clients do, and do not, look for them, for the comparison of catalogs. */
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Files by their path: a text, or a link to another path. */
export type Tree = Readonly<Record<string, string | { readonly link: string }>>;

/** The folders of one client that a home fills. */
export interface HomeFolders {
  readonly user: string;
  readonly project: string;
}

export interface ProbeHome {
  readonly id: string;
  /** The kind of case, for the report. */
  readonly about: string;
  /** Skills below the client's folder in the user's home. */
  readonly user?: Tree;
  /** Skills below the client's folder in the working directory. */
  readonly project?: Tree;
  /** Skills below the client's folder in the root of the repository, if the working directory is below it. */
  readonly above?: Tree;
  /** The working directory, relative to the repository. */
  readonly cwd?: string;
  /** Further files, below the folder with `home/` and `workspace/`, by the client's id. */
  readonly files?: Readonly<Record<string, Tree>>;
  /** Additional settings of the client besides those of the bench, by its id: an object for JSON, or lines of TOML. */
  readonly settings?: Readonly<Record<string, object | string>>;
}

/** Returns the text of a SKILL.md; `more` are further lines of its frontmatter. */
export function skill(name: string, description = `Does what ${name} does.`, ...more: readonly string[]): string {
  return ['---', `name: ${name}`, `description: ${description}`, ...more, '---', '', `# ${name}`, ''].join('\n');
}

const many = (count: number, words: number): Tree =>
  Object.fromEntries(
    Array.from({ length: count }, (_, index) => {
      const name = `task-${String(index).padStart(2, '0')}`;
      return [
        `${name}/SKILL.md`,
        skill(name, `Handles ${name}, ${'sorts the apples by their weight, '.repeat(words)}done.`),
      ];
    }),
  );

const plain = (description: string): string => `---\n${description}\n---\nBody.\n`;

export const HOMES: readonly ProbeHome[] = [
  {
    id: 'depth',
    about: 'folders of different depth',
    user: {
      'direct/SKILL.md': skill('direct'),
      'group/inner/SKILL.md': skill('inner'),
      'one/two/three/SKILL.md': skill('third-level'),
      '1/2/3/4/5/SKILL.md': skill('fifth-level'),
      '1/2/3/4/5/6/SKILL.md': skill('sixth-level'),
      '1/2/3/4/5/6/7/SKILL.md': skill('seventh-level'),
      '1/2/3/4/5/6/7/8/SKILL.md': skill('eighth-level'),
      'direct/nested/SKILL.md': skill('nested-in-direct'),
      '.hidden/SKILL.md': skill('hidden-folder'),
      'node_modules/pack/SKILL.md': skill('in-node-modules'),
      'node_modules/SKILL.md': skill('node-modules'),
      'flat.md': skill('flat-file'),
      'group/flat.md': skill('flat-in-group'),
    },
  },
  {
    id: 'root-file',
    about: 'SKILL.md directly in the folder of skills',
    user: { 'SKILL.md': skill('root-file'), 'next/SKILL.md': skill('next-to-root-file') },
    project: { 'other/SKILL.md': skill('other') },
  },
  {
    id: 'duplicates',
    about: 'two skills with one name',
    user: {
      'same/SKILL.md': skill('same', 'The one of the user.'),
      'x-first/SKILL.md': skill('twice', 'The first of two.'),
    },
    project: {
      'same/SKILL.md': skill('same', 'The one of the project.'),
      'y-second/SKILL.md': skill('twice', 'The second of two, in the project.'),
      'z-third/SKILL.md': skill('twice', 'The third, in the project.'),
      'folder-name/SKILL.md': skill('other-name', 'A name unlike its folder.'),
      'mine/SKILL.md': skill('mine', 'Of the project alone.'),
    },
  },
  {
    id: 'links',
    about: 'links',
    files: {
      '*': {
        'elsewhere/SKILL.md': skill('linked-folder'),
        'elsewhere-file.md': skill('linked-file'),
        'elsewhere-group/one/SKILL.md': skill('in-linked-group'),
      },
    },
    user: {
      'linked-folder': { link: '{root}/elsewhere' },
      'linked-file/SKILL.md': { link: '{root}/elsewhere-file.md' },
      'linked-inside/SKILL.md': { link: 'text.md' },
      'linked-inside/text.md': skill('linked-inside'),
      'linked-group': { link: '{root}/elsewhere-group' },
      dead: { link: '{root}/nowhere' },
      'dead-file/SKILL.md': { link: 'nowhere.md' },
      'real/SKILL.md': skill('real'),
      'alias-of-real': { link: 'real' },
    },
  },
  {
    id: 'names',
    about: 'names of files and skills',
    user: {
      'lower/skill.md': skill('lower'),
      'title/Skill.md': skill('title'),
      'upper/SKILL.MD': skill('upper'),
      'upper-name/SKILL.md': skill('Upper-Name'),
      'with-space/SKILL.md': skill('with space'),
      'long/SKILL.md': skill('n'.repeat(65)),
      'longest/SKILL.md': skill('m'.repeat(64)),
      'accent/SKILL.md': skill('prüfung'),
      'slash/SKILL.md': skill('a/b:c'),
      'no-name/SKILL.md': plain('description: Has no name.'),
      'empty-name/SKILL.md': plain('name: ""\ndescription: Has an empty name.'),
      'number-name/SKILL.md': plain('name: 12\ndescription: Has a number for a name.'),
      'dashes/SKILL.md': skill('a--b'),
      'claude-helper/SKILL.md': skill('claude-helper'),
    },
  },
  {
    id: 'fields',
    about: 'descriptions, flags and broken frontmatter',
    user: {
      'bare/SKILL.md': '# Bare\n\nFirst paragraph of the body.\n\nSecond.\n',
      'no-description/SKILL.md': plain('name: no-description'),
      'empty-description/SKILL.md': plain('name: empty-description\ndescription: ""'),
      'null-description/SKILL.md': plain('name: null-description\ndescription:'),
      'list-description/SKILL.md': plain('name: list-description\ndescription: [a, b]'),
      'long-1024/SKILL.md': skill('long-1024', 'd'.repeat(1024)),
      'long-1025/SKILL.md': skill('long-1025', 'e'.repeat(1025)),
      'long-1600/SKILL.md': skill('long-1600', 'f'.repeat(1600)),
      'long-emoji/SKILL.md': skill('long-emoji', '🍏'.repeat(600)),
      'colon/SKILL.md': plain('name: colon\ndescription: Counts: one, two'),
      'broken/SKILL.md': plain('name: broken\ndescription: "open'),
      'tab/SKILL.md': plain('name: tab\ndescription: fine\n\tother: x'),
      'open-end/SKILL.md': '---\nname: open-end\ndescription: Has no closing line.\n\n# Body\n',
      'bom/SKILL.md': `\uFEFF${skill('bom')}`,
      'crlf/SKILL.md': skill('crlf').replaceAll('\n', '\r\n'),
      'blank-first/SKILL.md': `\n${skill('blank-first')}`,
      'lines/SKILL.md': plain('name: lines\ndescription: |\n  First line.\n  Second line.'),
      'folded/SKILL.md': plain('name: folded\ndescription: >\n  First\n  second.'),
      'spaces/SKILL.md': plain('name: spaces\ndescription: "  Has   spaces  "'),
      'marks/SKILL.md': plain(`name: marks\ndescription: 'Renames <old> & "new", it''s {x}'`),
      'hidden/SKILL.md': skill('hidden', undefined, 'disable-model-invocation: true'),
      'hidden-text/SKILL.md': skill('hidden-text', undefined, 'disable-model-invocation: "true"'),
      'not-user/SKILL.md': skill('not-user', undefined, 'user-invocable: false'),
      // words-ok: a name
      'nobody/SKILL.md': skill('nobody', undefined, 'user-invocable: false', 'disable-model-invocation: true'),
      'when/SKILL.md': skill('when', 'Does it.', 'when_to_use: When asked.'),
      'forked/SKILL.md': skill('forked', undefined, 'context: fork'),
      'empty-file/SKILL.md': '',
    },
  },
  {
    id: 'languages',
    about: 'descriptions in other languages',
    user: {
      'deutsch/SKILL.md': skill('deutsch', 'Prüft Äpfel – „schnell“ und gründlich.'),
      'chinese/SKILL.md': skill('chinese', '检查苹果,并按重量排序。'),
      'arabic/SKILL.md': skill('arabic', 'يفحص التفاح.'),
      'emoji/SKILL.md': skill('emoji', 'Counts 🍏 and 🍎.'),
    },
    project: { 'русский/SKILL.md': skill('russkij', 'Проверяет яблоки.') },
  },
  { id: 'sixty', about: '60 skills with long descriptions', user: many(60, 14) },
  {
    id: 'above',
    about: 'a working directory below the root of the repository',
    cwd: 'packages/app',
    above: { 'at-root/SKILL.md': skill('at-root'), 'shared/SKILL.md': skill('shared', 'At the root.') },
    project: { 'at-app/SKILL.md': skill('at-app'), 'shared/SKILL.md': skill('shared', 'At the app.') },
  },
  {
    id: 'settings',
    about: 'skills that settings switch off, further folders, and plugins',
    user: { 'kept/SKILL.md': skill('kept'), 'off/SKILL.md': skill('off') },
    project: { 'project-off/SKILL.md': skill('project-off') },
    files: {
      '*': {
        'extra/added/SKILL.md': skill('added'),
        'market/plugins/tools/skills/plugged/SKILL.md': skill('plugged'),
        'market/plugins/tools/.claude-plugin/plugin.json': '{"name":"tools","version":"1.0.0","description":"Tools."}',
        'market/plugins/tools/.codex-plugin/plugin.json': '{"name":"tools","version":"1.0.0","description":"Tools."}',
        'market/.claude-plugin/marketplace.json':
          '{"name":"market","owner":{"name":"x"},"plugins":[{"name":"tools","source":"./plugins/tools"}]}',
      },
      'claude-code': {
        'home/.claude/plugins/cache/market/tools/1.0.0/.claude-plugin/plugin.json':
          '{"name":"tools","version":"1.0.0"}',
        'home/.claude/plugins/cache/market/tools/1.0.0/skills/plugged/SKILL.md': skill('plugged'),
        'home/.claude/plugins/cache/market/idle/1.0.0/.claude-plugin/plugin.json': '{"name":"idle","version":"1.0.0"}',
        'home/.claude/plugins/cache/market/idle/1.0.0/skills/unplugged/SKILL.md': skill('unplugged'),
        'home/.claude/plugins/known_marketplaces.json': JSON.stringify({
          market: { source: { source: 'directory', path: '{root}/market' }, installLocation: '{root}/market' },
        }),
        'home/.claude/plugins/installed_plugins.json': JSON.stringify({
          version: 2,
          plugins: Object.fromEntries(
            ['tools', 'idle'].map((name) => [
              `${name}@market`,
              [
                {
                  scope: 'user',
                  installPath: `{home}/.claude/plugins/cache/market/${name}/1.0.0`,
                  version: '1.0.0',
                  installedAt: '2026-11-29T12:00:00.000Z',
                  lastUpdated: '2026-11-29T12:00:00.000Z',
                },
              ],
            ]),
          ),
        }),
      },
      codex: {
        'home/.codex/plugins/cache/market/tools/1.0.0/.codex-plugin/plugin.json':
          '{"name":"tools","version":"1.0.0","description":"Tools."}',
        'home/.codex/plugins/cache/market/tools/1.0.0/skills/plugged/SKILL.md': skill('plugged'),
      },
      'gemini-cli': {
        'home/.gemini/extensions/tools/gemini-extension.json': '{"name":"tools","version":"1.0.0"}',
        'home/.gemini/extensions/tools/skills/plugged/SKILL.md': skill('plugged'),
        'home/.gemini/extensions/idle/gemini-extension.json': '{"name":"idle","version":"1.0.0"}',
        'home/.gemini/extensions/idle/skills/unplugged/SKILL.md': skill('unplugged'),
        'home/.gemini/extensions/extension-enablement.json': '{"idle":{"overrides":["!/*"]}}',
      },
      'qwen-code': {
        'home/.qwen/extensions/tools/qwen-extension.json': '{"name":"tools","version":"1.0.0"}',
        'home/.qwen/extensions/tools/skills/plugged/SKILL.md': skill('plugged'),
        'home/.qwen/extensions/idle/qwen-extension.json': '{"name":"idle","version":"1.0.0"}',
        'home/.qwen/extensions/idle/skills/unplugged/SKILL.md': skill('unplugged'),
        'home/.qwen/extensions/extension-enablement.json': '{"idle":{"overrides":["!/*"]}}',
      },
      'copilot-cli': {
        'home/.copilot/settings.json': JSON.stringify({
          disabledSkills: ['off', 'project-off'],
          skillDirectories: ['{root}/extra'],
          extraKnownMarketplaces: { market: { source: { source: 'directory', path: '{root}/market' } } },
          enabledPlugins: { 'tools@market': true },
        }),
      },
    },
    settings: {
      'claude-code': {
        skillOverrides: { off: 'off', kept: 'name-only' },
        enabledPlugins: { 'tools@market': true, 'idle@market': false },
        extraKnownMarketplaces: { market: { source: { source: 'directory', path: '{root}/market' } } },
      },
      codex: [
        '[marketplaces.market]',
        'source_type = "local"',
        'source = "{root}/market"',
        '[plugins."tools@market"]',
        'enabled = true',
        '[[skills.config]]',
        'path = "{home}/.agents/skills/off/SKILL.md"',
        'enabled = false',
        '[[skills.config]]',
        'name = "project-off"',
        'enabled = false',
      ].join('\n'),
      'gemini-cli': { skills: { disabled: ['off', 'Project-Off'] } },
      opencode: {
        skills: { paths: ['{root}/extra'] },
        permission: { skill: { off: 'deny', 'project-*': 'deny' } },
      },
      'qwen-code': { skills: { disabled: ['off', 'Project-Off'], directories: ['{root}/extra'] } },
      pi: { skills: ['{root}/extra', '-skills/off', '!**/project-off/**'] },
    },
  },
];

/** Writes a home and its workspace below `root`, with the folders of a client. */
export function makeHome(home: ProbeHome, root: string, client: string, folders: HomeFolders): void {
  const workspace = join(root, 'workspace');
  const cwd = join(workspace, home.cwd ?? '.');
  mkdirSync(join(workspace, '.git'), { recursive: true });
  mkdirSync(cwd, { recursive: true });
  mkdirSync(join(root, 'home'), { recursive: true });
  writeTree(root, root, home.files?.['*'] ?? {});
  writeTree(root, root, home.files?.[client] ?? {});
  writeTree(join(root, 'home', folders.user), root, home.user ?? {});
  writeTree(join(cwd, folders.project), root, home.project ?? {});
  writeTree(join(workspace, folders.project), root, home.above ?? {});
}

function writeTree(folder: string, root: string, tree: Tree): void {
  for (const [path, content] of Object.entries(tree)) {
    const file = join(folder, path);
    mkdirSync(dirname(file), { recursive: true });
    if (typeof content === 'string') writeFileSync(file, inRoot(content, root));
    else symlinkSync(inRoot(content.link, root), file);
  }
}

/** Puts the folders of a home into a text of it. */
export const inRoot = (text: string, root: string): string =>
  text.replaceAll('{root}', root).replaceAll('{home}', join(root, 'home'));
