import { describe, expect, it } from 'vitest';
import { HEAD, markFindings, removeMarks, settings, workspaceOf } from '../../../test/equipment/server/server.ts';
import type { Finding } from '../rule/rule.ts';

const CODE = 'instructions.path';
const OTHERS = {
  '/work/.git/HEAD': '',
  '/work/docs/database.md': '',
  '/work/docs/style-guide.md': '',
  '/work/tools/build.py': '',
  '/work/packages/web/package.json': '{}',
  '/work/packages/web/src/index.ts': '',
  '/work/skills/notes/SKILL.md': `${HEAD}Sort them.\n`,
};

function findingsIn(text: string, file = 'AGENTS.md', files: Readonly<Record<string, string>> = {}, section = {}) {
  const path = `/work/${file}`;
  const all = { ...OTHERS, ...files, [path]: removeMarks(text) };
  const result = workspaceOf(all, settings(section)).diagnose(path);
  return result?.findings ?? [];
}

function expectMarked(text: string, file?: string, files?: Readonly<Record<string, string>>): readonly Finding[] {
  const findings = findingsIn(text, file, files);
  expect(markFindings(removeMarks(text), findings, CODE)).toBe(text);
  return findings;
}

describe('reports', () => {
  it.each([
    'Read the [rules](«docs/databse.md») first.',
    'See [the plan](«docs/planning.md»).',
    'The rules: @«docs/deploy.md»',
    'Names are as in `«docs/Database.md»`.',
  ])('%s', (text) => {
    expectMarked(text);
    expectMarked(text, 'CLAUDE.md');
  });

  it('links of agents and commands, and paths of their plugin', () => {
    const plugin = { '/work/books/.claude-plugin/plugin.json': '{"name": "books"}', '/work/books/scripts/add.py': '' };
    const text = `Run \`python "\${CLAUDE_PLUGIN_ROOT}/«scripts/ad.py»"\`. Read [it](«../scripts/adds.py») first. Then \`docs/plan.md\`.`;
    expectMarked(text, 'books/commands/add.md', plugin);
    expectMarked('See [it](«../../docs/databse.md»). Read `docs/planning.md`.', '.claude/agents/helper.md');
  });

  it('the likely file first, in the form that the place needs', () => {
    const [finding] = expectMarked('@«docs/databse.md»', 'packages/web/CLAUDE.md');
    expect(finding?.suggestions?.[0]).toBe('docs/database.md');
    expect(finding?.fixes?.[0]).toMatchObject({ edits: [{ text: '../../docs/database.md' }], preferred: true });
    expect(finding?.severity).toBe('warning');
  });
});

describe('does not report', () => {
  it.each([
    // They exist, from the file, the root or the package.
    'Read `docs/database.md`, [it](docs/style-guide.md), and @docs/database.md.',
    // Outside of the repository.
    'My notes are in `~/notes/today.md`, @~/notes/mine.md and `/etc/hosts.md`.',
    'Write the plan to `docs/plan.md`.',
    'For example `docs/some-topic.md`, `docs/<topic>.md` or `docs/*.txt`.',
    'Plans are in `docs/plans/`.',
    'Run `pytest tools/test_foo.py`.',
    'Your settings are in `tools/settings.local.json`.',
    '```\ndocs/planning.md  the plan\n```',
    'The API is in `engine/include/api.md`.',
    'Each package has `src/index.ts`.',
  ])('%s', (text) => expect(findingsIn(text)).toEqual([]));

  it('what Git ignores, and submodules', () => {
    expect(findingsIn('See [it](docs/out.md).', 'AGENTS.md', { '/work/.gitignore': 'out.md\n' })).toEqual([]);
    expect(findingsIn('See [it](lib/api.md).', 'AGENTS.md', { '/work/.gitmodules': 'path = lib\n' })).toEqual([]);
  });

  it('paths from a package, whose files the root does not have', () => {
    expect(findingsIn('See [it](src/index.ts) and `src/index.ts`.', 'packages/web/AGENTS.md')).toEqual([]);
  });

  it.each(['docs/notes.md', 'README.md', 'docs/agents/helper.md', 'test/fixtures/CLAUDE.md'])('in %s', (file) =>
    expect(findingsIn('See [it](docs/gone.md).', file)).toEqual([]),
  );

  it('in a document of a skill twice', () => {
    const codes = findingsIn('See [it](references/gone.md).', 'skills/notes/AGENTS.md').map(({ code }) => code);
    expect(codes).not.toContain(CODE);
  });
});

it('is switched off by settings, by a comment and by .skillwright.json', () => {
  const text = 'See [the plan](docs/planning.md).';
  expect(findingsIn(text, 'AGENTS.md', {}, { rules: { [CODE]: 'off' } })).toEqual([]);
  expect(findingsIn(text, 'AGENTS.md', {}, { rules: { [CODE]: 'hint' } })[0]?.severity).toBe('hint');
  expect(findingsIn(`<!-- skillwright-disable-next-line ${CODE} -->\n${text}`)).toEqual([]);
  const project = '{"overrides": [{"files": ["AGENTS.md"], "rules": {"instructions.path": "off"}}]}';
  expect(findingsIn(text, 'AGENTS.md', { '/work/.skillwright.json': project })).toEqual([]);
  expect(findingsIn(text, 'CLAUDE.md', { '/work/.skillwright.json': project })).toHaveLength(1);
});

it('has the level of its certainty, by the two thresholds of all rules', () => {
  const levels = (text: string, certainty = {}) =>
    findingsIn(text, 'AGENTS.md', {}, { certainty }).map(({ severity }) => severity);
  const text = 'See [the plan](docs/planning.md).';
  expect(levels(text)).toEqual(['warning']);
  expect(levels(text, { error: 0.5 })).toEqual(['error']);
  expect(levels(text, { error: 1, warning: 0.99 })).toEqual(['hint']);
  expect(levels('Names are as in `docs/Database.md`.', { error: 1, warning: 0.99 })).toEqual(['hint']);
});

it('is a warning for an import, which nothing judges', () => {
  const [finding] = findingsIn('The rules: @docs/deploy.md', 'AGENTS.md', {}, { certainty: { error: 0, warning: 0 } });
  expect(finding?.severity).toBe('warning');
  expect(finding?.judgment).toBeUndefined();
});

it.each([
  ['binary', { kind: 'binary' } as const],
  ['too large', { kind: 'too-large', size: 50_000_000 } as const],
])('has nothing to say about a file that is %s', (_, file) => {
  const workspace = workspaceOf({ ...OTHERS, '/work/AGENTS.md': file });
  expect(workspace.diagnose('/work/AGENTS.md')?.findings).toEqual([]);
});
