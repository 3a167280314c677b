import { describe, expect, it } from 'vitest';
import { defined, type MemoryFile, memoryFiles } from '../../skill/index.ts';
import { HEAD, settings } from '../../test/equipment/server/server.ts';
import { makeBaseline, readBaseline, withoutKnown } from './baseline.ts';
import { formatJson } from './json.ts';
import { formatPretty } from './pretty.ts';
import type { Report } from './report.ts';
import { runCheck } from './run.ts';

const other = '---\nname: other\ndescription: Another.\n---\n\nRead `references/none.md`.\n';

async function check(
  files: Readonly<Record<string, MemoryFile>>,
  paths: readonly string[],
  root?: string,
  explain = false,
  exclude: readonly string[] = [],
): Promise<Report> {
  const fs = memoryFiles(files);
  const onRuleError = (code: string) => {
    throw new Error(code);
  };
  const result = await runCheck(
    defined({
      paths,
      cwd: '/work',
      fs,
      settings: { ...settings({}), explain },
      onRuleError,
      exclude,
      root: root || undefined,
    }),
  );
  if (result.kind !== 'report') throw new Error(result.message);
  return result.report;
}

const files = {
  '/work/notes/SKILL.md': `${HEAD}Then read «👩‍🔬» \`references/guide.md\`.\n`,
  '/work/notes/references/guides.md': 'See [this](this.md).\n',
  '/work/other/SKILL.md': other,
};

it('lists unreported paths with reasons if explanations are requested', async () => {
  const text = `${HEAD}It was formerly \`scripts/run.sh\`.\n\nEdit \`src/a.ts\`. Read \`references/none.md\`.\n`;
  const tree = { '/work/notes/SKILL.md': text };
  const [file] = (await check(tree, ['.'], undefined, true)).files;
  expect(file?.account?.map(({ target, kind, because }) => [target, kind, because])).toEqual([
    ['scripts/run.sh', 'absent', 'absent.formerly'],
    ['src/a.ts', 'user-project', 'foreign.unknown-folder'],
    ['references/none.md', 'broken', 'reference.missing'],
  ]);
  expect(file?.findings.map(({ target }) => target)).toEqual(['references/none.md']);
  expect((await check(tree, ['.'])).files[0]).not.toHaveProperty('account');
});

it('does not check excluded files and folders, which others can still reference', async () => {
  const reported = async (exclude: readonly string[], paths = ['.']) => {
    const report = await check(files, paths, undefined, false, exclude);
    return [report.skills, ...report.files.map(({ file }) => file)];
  };
  expect(await reported([])).toEqual([2, 'notes/SKILL.md', 'notes/references/guides.md', 'other/SKILL.md']);
  expect(await reported(['other'])).toEqual([1, 'notes/SKILL.md', 'notes/references/guides.md']);
  expect(await reported(['./other/', '**/references/*.md'])).toEqual([1, 'notes/SKILL.md']);
  expect(await reported(['**'])).toEqual([0]);
  expect(await reported(['notes'], ['notes/references', 'other'])).toEqual([1, 'other/SKILL.md']);
  const pointing = { ...files, '/work/notes/SKILL.md': `${HEAD}Read [it](../other/SKILL.md).\n` };
  const codes = async (exclude: readonly string[]) =>
    (await check(pointing, ['.'], undefined, false, exclude)).files[0]?.findings.map(({ code }) => code);
  expect(await codes(['other'])).toEqual(await codes([]));
});

it('explains why words make a model guess', async () => {
  const tree = {
    '/work/notes/SKILL.md': `${HEAD}For the tone, see the user guide.\n`,
    '/work/notes/references/guide.md': '',
  };
  const judged = async () =>
    (await check(tree, ['.'], undefined, true)).files[0]?.findings.find(({ target }) => target === 'the user guide');
  expect((await judged())?.judgment?.clues.map(({ id }) => id)).toContain('said.told');
  const json = JSON.parse(formatJson(await check(tree, ['.'], undefined, true), true)).diagnostics;
  expect(json.find(({ code }: { code: string }) => code === 'reference.guessable').certainty).toBeLessThan(1);
  const unexplained = JSON.parse(formatJson(await check(tree, ['.']))).diagnostics;
  expect(unexplained.find(({ code }: { code: string }) => code === 'reference.guessable')).not.toHaveProperty(
    'certainty',
  );
});

describe('the checked files', () => {
  const targets = (report: Report) =>
    report.files.flatMap(({ file, findings }) => findings.map(({ target }) => `${file} ${target}`));

  it('are every skill under a folder, with its Markdown files', async () => {
    const report = await check(files, ['.']);
    expect(report.skills).toBe(2);
    expect(targets(report)).toEqual([
      'notes/SKILL.md references/guide.md',
      'notes/references/guides.md this.md',
      'other/SKILL.md references/none.md',
    ]);
  });

  it('are one skill, one SKILL.md, or one file, as requested', async () => {
    expect(targets(await check(files, ['other']))).toEqual(['other/SKILL.md references/none.md']);
    expect(targets(await check(files, ['notes/SKILL.md']))).toEqual(['notes/SKILL.md references/guide.md']);
    expect(targets(await check(files, ['/work/notes/references']))).toEqual(['notes/references/guides.md this.md']);
  });

  it('may reference other skills of the repository, or of --root, which are not checked', async () => {
    const { '/work/notes/references/guides.md': _, ...withoutGuides } = files;
    const shared = { ...withoutGuides, '/work/other/references/guide.md': '' };
    const codes = (report: Report) => report.files[0]?.findings.map(({ code }) => code);
    expect(codes(await check(shared, ['notes/SKILL.md']))).toEqual(['reference.missing']);
    expect(codes(await check(shared, ['notes/SKILL.md'], '.'))).toEqual(['reference.other-skill']);
    expect(codes(await check({ ...shared, '/work/.git/HEAD': '' }, ['notes/SKILL.md']))).toEqual([
      'reference.other-skill',
    ]);
  });

  it('exclude skills of other repositories', async () => {
    const text = `${HEAD}Run \`python tools/draw.py\`, then \`shapes/oval.md\`. Paths are relative to this skill.\n`;
    const pooled = (repository: string) => ({
      '/work/a/skills/notes/SKILL.md': text,
      [`/work/${repository}/skills/other/SKILL.md`]: text.replace('name: notes', 'name: other'),
      [`/work/${repository}/skills/other/tools/draw.py`]: '',
      [`/work/${repository}/skills/other/shapes/oval.md`]: '',
    });
    const near = ['a/skills/notes/SKILL.md tools/draw.py', 'a/skills/notes/SKILL.md shapes/oval.md'];
    const git = { '/work/a/.git/HEAD': '', '/work/b/.git/HEAD': '' };
    expect(targets(await check({ ...pooled('a'), ...git }, ['.']))).toEqual(near);
    expect(targets(await check(pooled('a'), ['.']))).toEqual(near);
    expect(targets(await check({ ...pooled('b'), ...git }, ['.']))).toEqual([]);
    expect(targets(await check(pooled('b'), ['.']))).toEqual([]);
  });

  it('are rejected with a reason if a path does not exist', async () => {
    const options = { cwd: '/work', fs: memoryFiles(files), settings: settings({}), onRuleError: () => {} };
    expect(await runCheck({ ...options, paths: ['none'] })).toMatchObject({
      kind: 'unreadable',
      message: /^none does not exist/,
    });
    expect(await runCheck({ ...options, paths: ['.'], root: 'x' })).toMatchObject({ kind: 'unreadable' });
  });

  it('continue after a SKILL.md that is not text or is too large', async () => {
    const report = await check(
      { ...files, '/work/a/SKILL.md': { kind: 'binary' }, '/work/b/SKILL.md': { kind: 'too-large', size: 5e7 } },
      ['.'],
    );
    expect(report.files.slice(0, 2).map(({ file, findings }) => [file, findings[0]?.code])).toEqual([
      ['a/SKILL.md', 'frontmatter.syntax'],
      ['b/SKILL.md', 'frontmatter.syntax'],
    ]);
    expect(report.skills).toBe(4);
    expect(formatPretty(report, false)).toContain('a/SKILL.md:1:1  error  frontmatter.syntax');
  });
});

it('prints JSON that conforms to its contract', async () => {
  const json: unknown = JSON.parse(formatJson(await check(files, ['notes/SKILL.md'])));
  expect(json).toEqual({
    version: 1,
    skills: 1,
    diagnostics: [
      {
        file: 'notes/SKILL.md',
        line: 6,
        column: 20,
        endLine: 6,
        endColumn: 39,
        code: 'reference.missing',
        severity: 'warning',
        message: expect.stringContaining('references/guide.md'),
        skill: 'notes',
        target: 'references/guide.md',
        suggestions: ['references/guides.md'],
      },
    ],
  });
});

describe('pretty', () => {
  it('underlines the range, and ends with a summary', async () => {
    expect(formatPretty(await check(files, ['notes']), false)).toMatchInlineSnapshot(`
      "notes/SKILL.md:6:20  warning  reference.missing
        The skill has no file \`references/guide.md\`. Did you mean \`references/guides.md\`? Likely intended: the skill has a file with almost the same path.
        6 | Then read «👩‍🔬» \`references/guide.md\`.
          |                 ^^^^^^^^^^^^^^^^^^^

      notes/references/guides.md:1:12  warning  reference.missing
        The skill has no file \`this.md\`. Add it, or remove the path. Likely intended: it is a link.
        1 | See [this](this.md).
          |            ^^^^^^^

      1 skill: 2 warnings.
      "
    `);
  });

  it('reports no problems, and no skills', async () => {
    expect(formatPretty(await check({ '/work/notes/SKILL.md': HEAD }, ['.']), false)).toBe('1 skill: no problems.\n');
    expect(formatPretty(await check({ '/work/README.md': '' }, ['.']), false)).toBe('No skills found.\n');
  });

  it('finds the skills of a requested folder that the repository also links to elsewhere', async () => {
    const linked = {
      '/else/tax/SKILL.md': HEAD,
      '/work/.git/HEAD': '',
      '/work/.cache/all/tax': { link: '/else/tax' },
      '/work/.cache/some/tax': { link: '/else/tax' },
      '/work/.cache/some/other/SKILL.md': other,
    };
    expect((await check(linked, ['.cache/some'])).skills).toBe(2);
    expect((await check(linked, ['.'])).skills).toBe(2);
    expect((await check({ '/work/skills/notes/SKILL.md': HEAD, ...linked }, ['skills', '.cache/some'])).skills).toBe(3);
  });

  it('truncates a long line around the range', async () => {
    const long = { '/work/notes/SKILL.md': `${HEAD}${'word '.repeat(400)}\`references/x.md\`${' word'.repeat(400)}\n` };
    const lines = formatPretty(await check(long, ['.']), false).split('\n');
    expect(Math.max(...lines.filter((line) => line.includes('|')).map((line) => line.length))).toBeLessThan(130);
    const [frame = '', marks = ''] = lines.filter((line) => line.includes(' | '));
    expect(frame.slice(marks.indexOf('^'), marks.lastIndexOf('^') + 1)).toBe('references/x.md');
  });

  it('removes escape sequences from names and contents', async () => {
    const evil = '\u001b[2J\u001b]0;title\u0007\u202e\u009b31m';
    const text = formatPretty(
      await check({ [`/work/no${evil}/SKILL.md`]: `---\nname: x${evil}\n${evil}\n---\n` }, ['.']),
      false,
    );
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these must not occur
    expect(text).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e]/);
  });

  it('uses colors only on request', async () => {
    expect(formatPretty(await check(files, ['.']), true)).toContain('\u001b[31merror\u001b[39m');
    expect(formatPretty(await check(files, ['.']), false)).not.toContain('\u001b');
  });
});

describe('instruction files', () => {
  const project = {
    '/work/.git/HEAD': '',
    '/work/AGENTS.md': 'See [it](docs/plan.md).\n',
    '/work/docs/CLAUDE.md': 'See [it](gone.md).\n',
    '/work/docs/plan.txt': '',
    '/work/skills/notes/SKILL.md': `${HEAD}See \`references/guides.md\`.\n`,
    '/work/skills/notes/AGENTS.md': 'Sort.\n',
  };
  const reported = async (paths: readonly string[], exclude: readonly string[] = []) => {
    const report = await check(project, paths, undefined, false, exclude);
    return [report.skills, ...report.files.map(({ file, skill }) => `${file} of ${skill || 'no skill'}`)];
  };

  it('are checked below the given paths only', async () => {
    const skill = 'skills/notes/SKILL.md of notes';
    expect(await reported(['.'])).toEqual([1, skill, 'AGENTS.md of no skill', 'docs/CLAUDE.md of no skill']);
    expect(await reported(['skills/notes'])).toEqual([1, skill]);
    expect(await reported(['docs'])).toEqual([0, 'docs/CLAUDE.md of no skill']);
    expect(await reported(['AGENTS.md'])).toEqual([0, 'AGENTS.md of no skill']);
    expect(await reported(['.'], ['docs'])).toEqual([1, skill, 'AGENTS.md of no skill']);
  });

  it('have an empty name of a skill in JSON, and no part in the number of skills', async () => {
    const { skills, diagnostics } = JSON.parse(formatJson(await check(project, ['docs'])));
    expect(skills).toBe(0);
    expect(diagnostics).toMatchObject([
      { file: 'docs/CLAUDE.md', code: 'instructions.path', skill: '', target: 'gone.md' },
    ]);
  });

  it('are in a baseline', async () => {
    const report = await check(project, ['.']);
    const baseline = readBaseline(makeBaseline(report, {}, '/work/baseline.json', () => true)) ?? {};
    expect(withoutKnown(report, baseline, '/work/baseline.json', () => true)).toMatchObject({
      report: { files: [] },
      gone: 0,
    });
  });
});

it('checks the manifests of plugins below the given paths, also in the folder of a skill', async () => {
  const project = {
    '/work/.git/HEAD': '',
    '/work/SKILL.md': HEAD,
    '/work/.claude-plugin/plugin.json': '{"name":"p","skills":["./gone"]}',
    '/work/other/.claude-plugin/plugin.json': '{"name":"a b"}',
  };
  const reported = async (paths: readonly string[]) =>
    (await check(project, paths)).files.flatMap(({ file, skill, findings }) =>
      findings.flatMap(({ code, target }) => (code === 'plugin.invalid' ? [`${file} ${skill}: ${target}`] : [])),
    );
  expect(await reported(['.'])).toEqual([
    '.claude-plugin/plugin.json : ./gone',
    'other/.claude-plugin/plugin.json : a b',
  ]);
  expect(await reported(['other'])).toEqual(['other/.claude-plugin/plugin.json : a b']);
  expect(await reported(['.claude-plugin/plugin.json'])).toEqual(['.claude-plugin/plugin.json : ./gone']);
});
