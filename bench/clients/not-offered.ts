/**
 * Skills that a client may not offer: each fault with the reason that is true by construction, next to the same skill without the
 * fault. Whether a client offers either was observed with the installed clients: `not-offered.tsv`. A skill that was not listed, while
 * its counterpart was, is a probe of the reason.
 */
import type { ReasonCode } from '../../skill/index.ts';
import type { ProbeHome, Tree } from './homes.ts';
import { skill } from './homes.ts';

/** A fault in the folder of one skill. Paths are relative to a folder of skills; `token` is in the folder's name or the text. */
export interface Fault {
  readonly id: string;
  readonly reason: ReasonCode;
  /** The reason in clients that differ, by their ids. */
  readonly reasonIn?: Readonly<Record<string, ReasonCode>>;
  /** Clients whose list cannot show it, by their ids. */
  readonly notIn?: readonly string[];
  /** The files with the fault. */
  faulty(token: string): Tree;
  /** The same without it; by default, a good skill in a folder of that name. */
  good?(token: string): Tree;
  /** The path that is to be named; by default, SKILL.md in a folder of that name. */
  named?(token: string): string;
}

const fields = (lines: readonly string[]): string => ['---', ...lines, '---', '', 'Does the work.', ''].join('\n');
const nameOf = (token: string): string => `name: ${token}`;
const textOf = (token: string): string => `description: Does ${token}.`;

/** A fault of the frontmatter: its lines, by the token. */
const ofFields = (id: string, reason: ReasonCode, lines: (token: string) => readonly string[]): Fault => ({
  id,
  reason,
  faulty: (token) => ({ [`${token}/SKILL.md`]: fields(lines(token)) }),
});

/** A fault of the whole text. */
const ofText = (id: string, reason: ReasonCode, text: (token: string) => string): Fault => ({
  id,
  reason,
  faulty: (token) => ({ [`${token}/SKILL.md`]: text(token) }),
});

/** A fault of the place of an otherwise good skill. */
const ofPlace = (id: string, reason: ReasonCode, place: (token: string) => string): Fault => ({
  id,
  reason,
  faulty: (token) => ({ [place(token)]: skill(token) }),
  named: place,
});

/** The number of a token, for the names of other folders. */
const numberOf = (token: string): string => token.replace(/\D/g, '');

export const FAULTS: readonly Fault[] = [
  ofPlace('group', 'too-deep', (token) => `group-${numberOf(token)}/${token}/SKILL.md`),
  ofPlace('two-groups', 'too-deep', (token) => `group-${numberOf(token)}/inner/${token}/SKILL.md`),
  ofPlace('eight-levels', 'too-deep', (token) => `1-${numberOf(token)}/2/3/4/5/6/7/${token}/SKILL.md`),
  {
    id: 'nested',
    reason: 'too-deep',
    faulty: (token) => ({
      [`outer-${numberOf(token)}/SKILL.md`]: skill(`outer-${numberOf(token)}`),
      [`outer-${numberOf(token)}/${token}/SKILL.md`]: skill(token),
    }),
    named: (token) => `outer-${numberOf(token)}/${token}/SKILL.md`,
  },
  {
    id: 'nested-deeper',
    reason: 'too-deep',
    faulty: (token) => ({
      [`outer-${numberOf(token)}/SKILL.md`]: skill(`outer-${numberOf(token)}`),
      [`outer-${numberOf(token)}/skills/${token}/SKILL.md`]: skill(token),
    }),
    named: (token) => `outer-${numberOf(token)}/skills/${token}/SKILL.md`,
  },
  ofPlace('lower-case', 'file-name', (token) => `${token}/skill.md`),
  ofPlace('title-case', 'file-name', (token) => `${token}/Skill.md`),
  ofPlace('upper-case', 'file-name', (token) => `${token}/SKILL.MD`),
  ofPlace('flat-file', 'file-name', (token) => `${token}.md`),
  ofPlace('hidden-folder', 'file-name', (token) => `.${token}/SKILL.md`),
  {
    id: 'linked-file',
    reason: 'link',
    faulty: (token) => ({ [`${token}/text.md`]: skill(token), [`${token}/SKILL.md`]: { link: 'text.md' } }),
  },
  {
    id: 'dead-file',
    reason: 'link',
    faulty: (token) => ({ [`${token}/SKILL.md`]: { link: 'nowhere.md' } }),
  },
  {
    id: 'dead-folder',
    reason: 'link',
    faulty: (token) => ({ [token]: { link: 'nowhere' } }),
    named: (token) => token,
  },
  ofFields('long-name', 'name', (token) => [`name: ${token}-${'n'.repeat(64)}`, textOf(token)]),
  ofFields('very-long-name', 'name', (token) => [`name: ${token}-${'n'.repeat(200)}`, textOf(token)]),
  ofFields('slash-name', 'name', (token) => [`name: ${token}/x`, textOf(token)]),
  ofFields('no-name', 'name', (token) => [textOf(token)]),
  ofFields('empty-name', 'name', (token) => ['name: ""', textOf(token)]),
  ofFields('list-name', 'name', (token) => [`name: [${token}]`, textOf(token)]),
  ofFields('number-name', 'name', (token) => ['name: 12', textOf(token)]),
  ofFields('accent-name', 'name', (token) => [`name: ${token}-prüfung`, textOf(token)]),
  ofFields('no-description', 'description-missing', (token) => [nameOf(token)]),
  ofFields('empty-description', 'description-missing', (token) => [nameOf(token), 'description: ""']),
  ofFields('null-description', 'description-missing', (token) => [nameOf(token), 'description:']),
  ofFields('list-description', 'description-missing', (token) => [nameOf(token), 'description: [a, b]']),
  ofFields('number-description', 'description-missing', (token) => [nameOf(token), 'description: 12']),
  ofFields('long-description', 'description-too-long', (token) => [
    nameOf(token),
    `description: Does ${token}. ${'d'.repeat(1025)}`,
  ]),
  {
    // words-ok: a code of the catalog
    ...ofFields('hidden-from-both', 'nobody-can-call', (token) => [
      nameOf(token),
      textOf(token),
      'user-invocable: false',
      'disable-model-invocation: true',
    ]),
    // Its code does not contain the first field.
    reasonIn: { pi: 'disabled' },
  },
  ofFields('for-user', 'disabled', (token) => [nameOf(token), textOf(token), 'disable-model-invocation: true']),
  // Qwen Code skips a skill whose `paths` is no list; in a list it means the same.
  ofFields('for-paths', 'disabled', (token) => [nameOf(token), textOf(token), 'paths: ["src/**"]']),
  {
    id: 'policy',
    reason: 'disabled',
    faulty: (token) => ({
      [`${token}/SKILL.md`]: skill(token),
      [`${token}/agents/openai.yaml`]: 'policy:\n  allow_implicit_invocation: false\n',
    }),
  },
  ofText('no-frontmatter', 'frontmatter', (token) => `# ${token}\n\nDoes ${token}.\n`),
  ofText('open-quote', 'frontmatter', (token) => fields([nameOf(token), 'description: "open'])),
  ofText('open-end', 'frontmatter', (token) => `---\n${nameOf(token)}\n${textOf(token)}\n\n# Body\n`),
  ofText('indented', 'frontmatter', (token) => fields([nameOf(token), `  - x: ${token}`, textOf(token), ': :'])),
  ofText('byte-order-mark', 'frontmatter', (token) => `\uFEFF${skill(token)}`),
  ofText('blank-line-first', 'frontmatter', (token) => `\n${skill(token)}`),
  ofText('empty-file', 'frontmatter', () => ''),
  ofText('quoted-flag', 'frontmatter', (token) =>
    fields([nameOf(token), textOf(token), 'disable-model-invocation: "false"']),
  ),
  {
    id: 'alias',
    // Their lists have names and no paths, and both have one name.
    notIn: ['copilot-cli', 'qwen-code'],
    reason: 'shadowed',
    faulty: (token) => ({
      [`real-${numberOf(token)}/SKILL.md`]: skill(`real-${numberOf(token)}`),
      [token]: { link: `real-${numberOf(token)}` },
    }),
  },
  {
    id: 'same-name',
    reason: 'shadowed',
    faulty: (token) => ({
      [`a-${numberOf(token)}/SKILL.md`]: skill(`same-${numberOf(token)}`, `Does the first.`),
      [`z-${token}/SKILL.md`]: skill(`same-${numberOf(token)}`, `Does ${token}.`),
    }),
    named: (token) => `z-${token}/SKILL.md`,
  },
  {
    id: 'same-name-first',
    reason: 'shadowed',
    faulty: (token) => ({
      [`a-${token}/SKILL.md`]: skill(`same-${numberOf(token)}`, `Does ${token}.`),
      [`z-${numberOf(token)}/SKILL.md`]: skill(`same-${numberOf(token)}`, `Does the second.`),
    }),
    named: (token) => `a-${token}/SKILL.md`,
  },
];

/** A skill with a fault in a client's home, and its counterpart. */
export interface Probe {
  readonly fault: string;
  readonly reason: ReasonCode;
  readonly faulty: string;
  readonly good: string;
  /** The path of the faulty skill below the folder with `home/` and `workspace/`. */
  readonly named: string;
}

/** A home with probes. */
export interface ProbeBatch {
  readonly home: ProbeHome;
  readonly probes: readonly Probe[];
}

/** The folders of a client below its home and its workspace. */
interface ClientFolders {
  readonly id: string;
  readonly folders: { readonly user: string; readonly project: string };
}

/** Number of faults in one home: more skills would be cut from the lists. */
const BATCH = 14;

/** Returns the homes with all probes of a client. */
export function batchesOf({ id, folders }: ClientFolders): readonly ProbeBatch[] {
  const batches: ProbeBatch[] = [];
  let number = 100;
  for (const scope of ['user', 'project'] as const)
    for (let start = 0; start < FAULTS.length; start += BATCH) {
      const probes: Probe[] = [];
      const tree: Record<string, Tree[string]> = {};
      for (const fault of FAULTS.slice(start, start + BATCH)) {
        number++;
        if (fault.notIn?.includes(id) === true) continue;
        const [faulty, good] = [`pq${number}`, `rq${number}`];
        Object.assign(tree, fault.faulty(faulty), fault.good?.(good) ?? { [`${good}/SKILL.md`]: skill(good) });
        const base = scope === 'user' ? `home/${folders.user}` : `workspace/${folders.project}`;
        const named = `${base}/${fault.named?.(faulty) ?? `${faulty}/SKILL.md`}`;
        probes.push({ fault: fault.id, reason: fault.reasonIn?.[id] ?? fault.reason, faulty, good, named });
      }
      batches.push({ home: { id: `${scope}-${start / BATCH + 1}`, about: scope, [scope]: tree }, probes });
    }
  return [...batches, ...specialBatches(id, folders)];
}

/** Returns the homes whose fault is about more than the folder of one skill. */
function specialBatches(id: string, { user, project }: ClientFolders['folders']): readonly ProbeBatch[] {
  const good = { 'rq900/SKILL.md': skill('rq900') };
  const one = (home: ProbeHome, probes: readonly (readonly [string, ReasonCode, string, string])[]): ProbeBatch => ({
    home,
    probes: probes.map(([fault, reason, faulty, named]) => ({ fault, reason, faulty, good: 'rq900', named })),
  });
  const many = Object.fromEntries(
    Array.from({ length: 90 }, (_, index) => {
      const token = `pq${500 + index}`;
      return [
        `${token}/SKILL.md`,
        skill(token, `Handles ${token}, ${'sorts the apples by their weight, '.repeat(14)}done.`),
      ];
    }),
  );
  const off = (names: readonly string[]): ProbeHome['settings'] => ({
    'claude-code': { skillOverrides: Object.fromEntries(names.map((name) => [name, 'off'])) },
    codex: names.map((name) => `[[skills.config]]\nname = "${name}"\nenabled = false`).join('\n'),
    'copilot-cli': { disabledSkills: names },
    'gemini-cli': { skills: { disabled: names } },
    opencode: { permission: { skill: Object.fromEntries(names.map((name) => [name, 'deny'])) } },
    pi: { skills: names.map((name) => `-skills/${name}`) },
  });
  const batches = [
    one(
      {
        id: 'root-file',
        about: 'directly in the folder of skills',
        user: { 'SKILL.md': skill('pq801') },
        project: good,
      },
      [['root-file', 'file-name', 'pq801', `home/${user}/SKILL.md`]],
    ),
    one(
      {
        id: 'below-root-file',
        about: 'below a SKILL.md in the folder of skills',
        user: { 'SKILL.md': skill('top'), 'pq802/SKILL.md': skill('pq802') },
        project: good,
      },
      [['below-root-file', 'too-deep', 'pq802', `home/${user}/pq802/SKILL.md`]],
    ),
    one(
      {
        id: 'above',
        about: 'above the working directory',
        cwd: 'packages/app',
        above: { 'pq803/SKILL.md': skill('pq803'), 'pq804/SKILL.md': skill('pq804') },
        project: good,
      },
      ['pq803', 'pq804'].map(
        (token) => ['above', 'too-deep', token, `workspace/${project}/${token}/SKILL.md`] as const,
      ),
    ),
    one(
      {
        id: 'switched-off',
        about: 'switched off in settings',
        user: {
          ...good,
          ...Object.fromEntries(['pq805', 'pq806', 'pq807'].map((name) => [`${name}/SKILL.md`, skill(name)])),
        },
        settings: off(['pq805', 'pq806', 'pq807']) ?? {},
      },
      ['pq805', 'pq806', 'pq807'].map(
        (token) => ['switched-off', 'disabled', token, `home/${user}/${token}/SKILL.md`] as const,
      ),
    ),
    one(
      {
        id: 'both-scopes',
        about: 'one name in the home and in the workspace',
        user: {
          ...good,
          'twice/SKILL.md': skill('twice', 'Does pq808.'),
          'also/SKILL.md': skill('also', 'Does pq810.'),
        },
        project: { 'twice/SKILL.md': skill('twice', 'Does pq809.'), 'also/SKILL.md': skill('also', 'Does pq811.') },
      },
      [
        ['user-of-two', 'shadowed', 'pq808', `home/${user}/twice/SKILL.md`],
        ['project-of-two', 'shadowed', 'pq809', `workspace/${project}/twice/SKILL.md`],
        ['user-of-two', 'shadowed', 'pq810', `home/${user}/also/SKILL.md`],
        ['project-of-two', 'shadowed', 'pq811', `workspace/${project}/also/SKILL.md`],
      ],
    ),
    one(
      { id: 'too-many', about: 'a list that is too long', user: many, project: good },
      Object.keys(many).map((path) => ['too-many', 'budget', path.slice(0, 5), `home/${user}/${path}`] as const),
    ),
    ...ownPluginBatches(id),
    ...pluginBatches(id),
  ];
  return id === 'pi' ? [...batches, untrustedBatch(project)] : batches;
}

/** Plugins of the repository, in a format that the client reads, which are not installed. */
function ownPluginBatches(id: string): readonly ProbeBatch[] {
  const manifest = {
    'claude-code': '.claude-plugin/plugin.json',
    codex: '.codex-plugin/plugin.json',
    'copilot-cli': '.github/plugin/plugin.json',
    'gemini-cli': 'gemini-extension.json',
  }[id];
  if (manifest === undefined) return [];
  const files: Tree = {
    [`workspace/${manifest}`]: JSON.stringify({ name: 'own', version: '1.0.0' }),
    'workspace/skills/pq812/SKILL.md': skill('pq812'),
    'workspace/skills/pq813/SKILL.md': skill('pq813'),
  };
  return [
    {
      home: {
        id: 'own-plugin',
        about: 'a plugin that is not installed',
        user: { 'rq900/SKILL.md': skill('rq900') },
        files: { '*': files },
      },
      probes: ['pq812', 'pq813'].map((faulty) => ({
        fault: 'not-installed',
        reason: 'disabled',
        faulty,
        good: 'rq900',
        named: `workspace/skills/${faulty}/SKILL.md`,
      })),
    },
  ];
}

/** Plugins that are installed in Claude Code, Codex and Gemini CLI: switched off, too deep, and with mistakes in the manifest. */
function pluginBatches(id: string): readonly ProbeBatch[] {
  const place = {
    'claude-code': { root: 'home/.claude/plugins/cache/market/NAME/1.0.0', manifest: '.claude-plugin/plugin.json' },
    codex: { root: 'home/.codex/plugins/cache/market/NAME/1.0.0', manifest: '.codex-plugin/plugin.json' },
    'gemini-cli': { root: 'home/.gemini/extensions/NAME', manifest: 'gemini-extension.json' },
  }[id];
  if (place === undefined) return [];
  const at = (name: string, path: string): string => `${place.root.replace('NAME', name)}/${path}`;
  const manifest = (name: string, more: object): Tree => ({
    [at(name, place.manifest)]: JSON.stringify({ name, version: '1.0.0', description: 'Tools.', ...more }),
  });
  const names = ['whole', 'idle', 'deep', 'dead', 'file'];
  const files: Tree = {
    ...manifest('whole', {}),
    [at('whole', 'skills/rq900/SKILL.md')]: skill('rq900'),
    ...manifest('idle', {}),
    [at('idle', 'skills/pq821/SKILL.md')]: skill('pq821'),
    [at('idle', 'skills/pq822/SKILL.md')]: skill('pq822'),
    ...manifest('deep', {}),
    [at('deep', 'skills/group/pq823/SKILL.md')]: skill('pq823'),
    [at('deep', 'skills/group/pq824/SKILL.md')]: skill('pq824'),
    [at('deep', 'skills/pq825/skill.md')]: skill('pq825'),
    ...manifest('dead', { skills: ['./pq826/'] }),
    ...manifest('file', { skills: ['./more/pq827/SKILL.md'] }),
    [at('file', 'more/pq827/SKILL.md')]: skill('pq827'),
    'home/.claude/plugins/installed_plugins.json': JSON.stringify({
      version: 2,
      plugins: Object.fromEntries(
        names.map((name) => [
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
    'home/.claude/plugins/known_marketplaces.json': JSON.stringify({
      market: { source: { source: 'directory', path: '{root}/market' }, installLocation: '{root}/market' },
    }),
    'market/.claude-plugin/marketplace.json': JSON.stringify({
      name: 'market',
      owner: { name: 'x' },
      plugins: names.map((name) => ({ name, source: `./plugins/${name}` })),
    }),
    'home/.gemini/extensions/extension-enablement.json': '{"idle":{"overrides":["!/*"]}}',
  };
  const isOn = (name: string): boolean => name !== 'idle';
  const settings = {
    'claude-code': {
      enabledPlugins: Object.fromEntries(names.map((name) => [`${name}@market`, isOn(name)])),
      extraKnownMarketplaces: { market: { source: { source: 'directory', path: '{root}/market' } } },
    },
    codex: [
      '[marketplaces.market]',
      'source_type = "local"',
      'source = "{root}/market"',
      ...names.flatMap((name) => [`[plugins."${name}@market"]`, `enabled = ${isOn(name)}`]),
    ].join('\n'),
  };
  const probes = [
    ['plugin-off', 'disabled', 'pq821', at('idle', 'skills/pq821/SKILL.md')],
    ['plugin-off', 'disabled', 'pq822', at('idle', 'skills/pq822/SKILL.md')],
    ['plugin-group', 'too-deep', 'pq823', at('deep', 'skills/group/pq823/SKILL.md')],
    ['plugin-group', 'too-deep', 'pq824', at('deep', 'skills/group/pq824/SKILL.md')],
    ['plugin-lower-case', 'file-name', 'pq825', at('deep', 'skills/pq825/skill.md')],
    ['dead-path', 'manifest', 'pq826', at('dead', place.manifest)],
    ['path-of-file', 'manifest', 'pq827', at('file', place.manifest)],
  ] as const;
  return [
    {
      home: { id: 'plugins', about: 'installed plugins', files: { '*': files }, settings },
      probes: probes.map(([fault, reason, faulty, named]) => ({ fault, reason, faulty, good: 'rq900', named })),
    },
  ];
}

/** Skills of a workspace that was not trusted. */
const untrustedBatch = (project: string): ProbeBatch => ({
  home: {
    id: 'untrusted',
    about: 'a workspace without trust',
    user: { 'rq900/SKILL.md': skill('rq900') },
    project: Object.fromEntries(['pq831', 'pq832', 'pq833'].map((name) => [`${name}/SKILL.md`, skill(name)])),
    settings: { pi: { defaultProjectTrust: 'never' } },
  },
  probes: ['pq831', 'pq832', 'pq833'].map((faulty) => ({
    fault: 'untrusted',
    reason: 'untrusted',
    faulty,
    good: 'rq900',
    named: `workspace/${project}/${faulty}/SKILL.md`,
  })),
});
