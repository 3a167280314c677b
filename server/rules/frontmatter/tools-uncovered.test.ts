import { describe, expect, it } from 'vitest';
import { applyFix, findingsOf, markFindings, settings } from '../../../test/equipment/server/server.ts';

const CODE = 'tools.uncovered';
const head = (field: string): string =>
  `---\nname: notes\ndescription: Sorts notes. Use it for notes.\n${field === '' ? '' : `${field}\n`}---\n\n`;
const FOLDER = '$'.concat('{CLAUDE_SKILL_DIR}');
const FILES = { 'scripts/sort.py': '', 'scripts/sort.sh': '' };

const marked = (text: string, files: Readonly<Record<string, string>> = FILES): string => {
  const plain = text.replaceAll(/[«»]/g, '');
  return markFindings(plain, findingsOf({ ...files, 'SKILL.md': text }), CODE);
};

const GIT = 'allowed-tools: Bash(git *) Read';

it.each([
  ['an instruction', GIT, 'Run «`»npm test`.'.replace('«`»', '`«').replace('test`', 'test»`')],
  ['an item', GIT, '1. Run `«npx tsc --noEmit»`\n2. Read it.'],
  ['a bold step', GIT, '- **Check**: Execute `«pytest -q»` and read it.'],
  ['a fence with an introduction', GIT, 'Then run the tests:\n\n```bash\ncd app && «npm test»\n```'],
  ['a prompt in a console', GIT, 'Run the tests:\n\n```console\n$ «npm test»\nok 1\n```'],
  ['a bundled script', GIT, 'Run `«scripts/sort.sh all»`.'],
  ['an interpreter with another name', 'allowed-tools: Bash(python:*)', 'Run `«python3 scripts/sort.py»`.'],
  ['a literal colon', 'allowed-tools: Bash(npm:test *)', 'Run `«npm test»`.'],
  ['a program that a fence shows', GIT, '```bash\ntally show 1\n```\n\n1. Run `«tally list --all»`.'],
  ['a list without a shell', 'allowed-tools: [Read, Grep]', 'Run `«npm test»`.'],
  ['a subcommand that changes', 'allowed-tools: Bash(npm *)', 'Run `«git commit -m x»`.'],
  ['a command of several', GIT, 'Run `git add . && «npm test» | head`.'],
  ['a wrapper', GIT, 'Run `timeout 30 «npm test»`.'],
  [
    'a command at loading',
    GIT,
    'State: !`«gh pr view 1 --json x && true»`'.replace(
      '«gh pr view 1 --json x && true»',
      '«node x.mjs» 2>/dev/null || true',
    ),
  ],
  ['a fence at loading', GIT, '```!\n«node x.mjs»\ngit status\n```'],
  ['a command at loading without the field', '', 'State: !`«node x.mjs»`'],
])('reports %s', (_, field, body) => {
  const text = head(field) + body;
  expect(marked(text)).toBe(text);
});

it.each([
  ['the whole shell', 'allowed-tools: Bash Read', 'Run `npm test`.'],
  ['every command', 'allowed-tools: Bash(*)', 'Run `npm test`.'],
  ['the program', 'allowed-tools: Bash(npm:*)', 'Run `npm test`.'],
  ['another command of the program', 'allowed-tools: Bash(npm run lint)', 'Run `npm test`.'],
  ['a pattern at the start', 'allowed-tools: Bash(* test)', 'Run `npm test`.'],
  ['patterns with a comma', 'allowed-tools: Bash(git:*, npm:*)', 'Run `npm test`.'],
  ['the script by its path', 'allowed-tools: Bash(*/scripts/sort.py *)', 'Run `python3 scripts/sort.py`.'],
  ['a shell of another client', 'allowed-tools: Read shell', 'Run `npm test`.'],
  ['no field', '', 'Run `npm test`.'],
  ['a command that reads', GIT, 'Run `ls -la`.\n\nState: !`cat x | head -3`, !`git log -1`'],
  ['a form that reads', 'allowed-tools: Read', 'Run `git status`.\n1. Run `node --version`.'],
  ['a fence alone', GIT, 'Tests are written like this:\n\n```bash\nnpm test\n```'],
  ['a fence of code', GIT, 'Run it:\n\n```python\nnpm test\n```'],
  ['a condition', GIT, 'If it fails, run `npm test`.\n\nRun `npm test` if it fails.\n\nOptionally run `npm test`.'],
  ['what must not be done', GIT, 'Never run `npm test`. Do not run `npm test`.'],
  ['what users do', GIT, 'The user runs `npm test`.'],
  ['a heading about setup', GIT, '## Prerequisites\n\n- Run `npx thing init`.\n\n### Tools\n\n- Run `npm test`.'],
  ['a table', GIT, '| error | fix |\n|---|---|\n| x | Run `npm test` |'],
  ['another sentence', GIT, 'The cache may be stale. Run `npm test`.'],
  ['a name of a skill', GIT, 'Run `sort-notes` first.\n\n1. Run `sort-notes all`.'],
  [
    'a command to install',
    GIT,
    'Run `npm install`.\n\n1. Run `pip install x`.\n2. Run `git push`.\n3. Run `npm publish`.',
  ],
  ['a comment', GIT, '<!-- Run `npm test`. -->\n<!--\nRun `npm test`.\n-->'],
  ['a here-document', 'allowed-tools: Bash(cat *)', 'Run this:\n\n```bash\ncat > x <<EOF\nnpm test\nEOF\n```'],
  ['a function', 'allowed-tools: Bash(cat *)', 'Run this:\n\n```bash\nbuild() { ls; }\nbuild\n```'],
  ['a name in capitals', GIT, 'Run NOTES as a server:\n\n```bash\nnpx notes\n```'],
  ['what is expanded at run time', GIT, 'State: !`node "$HOME/x.mjs"`'],
  ['a placeholder', GIT, 'Run `<command>`.\n\n1. Run `$TOOL test`.'],
  ['code with an exclamation mark', GIT, 'Write `KEY=!`node x.mjs``.'],
])('does not report %s', (_, field, body) => {
  const text = head(field) + body;
  expect(marked(text)).toBe(text);
});

const levels = (text: string, using = settings({})) =>
  findingsOf({ ...FILES, 'SKILL.md': text }, 'SKILL.md', using)
    .filter(({ code }) => code === CODE)
    .map(({ severity, message }) => `${severity}: ${message}`);

it('says what happens, and is a warning if the skill is not loaded', () => {
  expect(levels(`${head(GIT)}State: !\`node x.mjs\`\n\nRun \`npm test\`.`)).toEqual([
    'warning: Claude Code does not load the skill without permission for `node x.mjs`. Add `Bash(node x.mjs *)` to `allowed-tools`.',
    'information: Claude Code asks before it runs `npm test`. Add `Bash(npm test *)` to `allowed-tools`.',
  ]);
  expect(levels(`${head('')}State: !\`node x.mjs\``)).toEqual([expect.stringMatching(/^information: /)]);
});

it('reports a command once, with its other places', () => {
  const found = findingsOf({ 'SKILL.md': `${head(GIT)}Run \`npm test\`.\n\nRun \`npm test -- -q\`.` });
  expect(found.filter(({ code }) => code === CODE).map(({ related }) => related?.length)).toEqual([1]);
});

it('shortens a long command', () => {
  const [message = ''] = levels(`${head(GIT)}Run \`npm run check -- ${'--option '.repeat(30)}\`.`);
  expect(message).toMatch(/^information: Claude Code asks .*…`\. Add `Bash\(npm run check \*\)` to `allowed-tools`\.$/);
});

it('is for Claude Code only', () => {
  const text = `${head(GIT)}Run \`npm test\`.`;
  expect(levels(text, settings({ clients: ['claude-code'] }))).toHaveLength(1);
  expect(levels(text, settings({ clients: ['codex'] }))).toEqual([]);
});

describe('the fix adds an entry', () => {
  it.each([
    ['after a blank', 'allowed-tools: Bash(git *) Read', 'allowed-tools: Bash(git *) Read Bash(npm test *)'],
    ['after a comma', 'allowed-tools: Read, Bash(git *)', 'allowed-tools: Read, Bash(git *), Bash(npm test *)'],
    ['with a colon', 'allowed-tools: Bash(git:*)', 'allowed-tools: Bash(git:*) Bash(npm test:*)'],
    ['in quotes', 'allowed-tools: "Read Grep"', 'allowed-tools: "Read Grep Bash(npm test *)"'],
    ['in brackets', 'allowed-tools: [Read, Grep]', "allowed-tools: [Read, Grep, 'Bash(npm test *)']"],
    ['as an item', 'allowed-tools:\n  - Read\n  - Grep', 'allowed-tools:\n  - Read\n  - Grep\n  - Bash(npm test *)'],
    ['as an item in quotes', "allowed-tools:\n- 'Read'", "allowed-tools:\n- 'Read'\n- 'Bash(npm test *)'"],
    ['before other fields', 'allowed-tools: Read\nlicense: MIT', 'allowed-tools: Read Bash(npm test *)\nlicense: MIT'],
    ['before a comment', 'allowed-tools: Read # more', 'allowed-tools: Read Bash(npm test *) # more'],
    ['in folded text', 'allowed-tools: >-\n  Read\n  Grep', 'allowed-tools: >-\n  Read\n  Grep Bash(npm test *)'],
  ])('%s', (_, field, expected) => {
    const text = `${head(field)}Run \`npm test\`.`;
    const found = findingsOf({ 'SKILL.md': text }).filter(({ code }) => code === CODE);
    expect(applyFix(text, found)).toBe(`${head(expected)}Run \`npm test\`.`);
  });

  it('as a new field', () => {
    const text = `${head('')}!\`bash "${FOLDER}/scripts/sort.sh" -q\``;
    const found = findingsOf({ 'SKILL.md': text }).filter(({ code }) => code === CODE);
    expect(applyFix(text, found)).toBe(
      `${head(`allowed-tools: Bash(bash "${FOLDER}/scripts/sort.sh" *)`)}!\`bash "${FOLDER}/scripts/sort.sh" -q\``,
    );
  });

  it('with the folder of the skill for a bundled script', () => {
    const text = `${head('allowed-tools: Read')}Run \`python3 ./scripts/sort.py x\`.`;
    const found = findingsOf({ ...FILES, 'SKILL.md': text }).filter(({ code }) => code === CODE);
    expect(applyFix(text, found)).toContain(`allowed-tools: Read Bash(python3 ${FOLDER}/scripts/sort.py *)\n`);
  });

  it('nowhere if it would change the other entries', () => {
    const text = `${head('allowed-tools: >\n  Read\n\n\n  # no')}Run \`npm test\`.`;
    const found = findingsOf({ 'SKILL.md': text }).filter(({ code }) => code === CODE);
    for (const { fixes = [] } of found) expect(fixes).toEqual([]);
  });
});

it('takes little time for hostile fields and bodies', () => {
  const entries = 'Bash(a b *) '.repeat(1500);
  for (const body of [
    'Run `npm test`.\n',
    '!`node x`\n',
    '```bash\nnpm test\n```\n',
    'Run `',
    '!`',
    '- **a** Run `npm test`\n',
  ]) {
    const start = performance.now();
    levels(head(`allowed-tools: ${entries}`) + body.repeat(200_000 / body.length));
    levels(head(GIT) + body.repeat(200_000 / body.length));
    expect(performance.now() - start).toBeLessThan(20_000);
  }
});
