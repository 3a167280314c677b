import { expect, it } from 'vitest';
import { memoryFiles } from '../files/memory.ts';
import { readFrontmatter } from '../markdown/frontmatter.ts';
import { declaredServers } from './mcp-servers.ts';
import { checkNeeds, needsOf } from './needs.ts';

const HEAD = '---\nname: notes\ndescription: x\n---\n';
const needs = (body: string) => {
  const text = HEAD + body;
  return needsOf({ text, bodyStart: readFrontmatter(text).bodyStart }, ['notes']);
};
const listed = (body: string, available = {}): readonly string[] =>
  checkNeeds(needs(body), available).map(
    ({ kind, name, missing }) => `${kind} ${name}${missing === undefined ? '' : `: ${missing}`}`,
  );

it.each([
  ['Ask with `AskUserQuestion`, then WebSearch.', ['tool AskUserQuestion', 'tool WebSearch']],
  ['Read it with the Read tool. Use the `view_image` tool.', ['tool Read', 'tool view_image']],
  ['Call the tool `run_checks`.', ['tool run_checks']],
  ['Read the file. Use PowerShell. Use the `git` tool. Search the web.', []],
  ['```ts\nAskUserQuestion();\n```', []],
])('finds tools: %j', (body, expected) => {
  expect(listed(body)).toEqual(expected);
});

it.each([
  [
    'Call `mcp__github__search_code` and `mcp__github__*`.',
    ['mcp-tool mcp__github__search_code', 'mcp-tool mcp__github'],
  ],
  ['```json\n"mcp__a__b"\n```', ['mcp-tool mcp__a__b']],
  ['Tools are called `mcp__server__tool`, mcp__<server>__x, `mcp__{name}__x`, `mcp__docs*`.', []],
])('finds tools of MCP servers: %j', (body, expected) => {
  expect(listed(body)).toEqual(expected);
});

it.each([
  ['Use the `tax-rules` skill. Then load the skill `vat`.', ['skill tax-rules', 'skill vat']],
  ['Invoke Skill(tax:rules), or Skill(skill="vat").', ['skill tax:rules', 'skill vat']],
  ['Use the `notes` skill, the `your-skill` skill, the `a-b` skill set and `x.md` skills.', []],
])('finds other skills: %j', (body, expected) => {
  expect(listed(body)).toEqual(expected);
});

it.each([
  ['```bash\nnpm test && ls | grep x\ngit push\n```', ['program npm', 'program git']],
  ['```bash\ntally one\n```', []],
  ['```bash\ntally one\ntally two\n```', ['program tally']],
  ['Run `tally one`.', ['program tally']],
  ['```bash\n./scripts/x.sh\n$TOOL x\nError: y\n```', []],
  ['```js\nnpm test\n```', []],
])('finds programs: %j', (body, expected) => {
  expect(listed(body)).toEqual(expected);
});

it('says what is missing', () => {
  const available = {
    servers: new Set(['github']),
    hasSkill: (name: string) => name === 'vat',
    hasProgram: (name: string) => name === 'npm',
  };
  const body =
    'Call `mcp__nowhere__deploy`, `mcp__github__x`, `mcp__ide__y`.\n\nUse the `gone` skill, then the `vat` skill.\n\n' +
    'It is like the `elsewhere` skill. Do not use the `former` skill. \n\nRun `npm test`, then:\n\n```bash\ngit push\n```';
  expect(listed(body, available)).toEqual([
    'mcp-tool mcp__nowhere__deploy: no MCP configuration of the repository declares `nowhere`',
    'mcp-tool mcp__github__x',
    'mcp-tool mcp__ide__y',
    'skill gone: no skill of the repository has this name',
    'skill vat',
    'program npm',
    'program git: it is not on the PATH',
  ]);
});

it('names each once, at its first place, and a bounded number', () => {
  const many = Array.from({ length: 200 }, (_, index) => `\`mcp__s__t${index}\``).join(' ');
  expect(needs(`${many} ${many}`)).toHaveLength(50);
  expect(needs('x `mcp__s__t` `mcp__s__t`').map(({ range }) => range.start - HEAD.length)).toEqual([3]);
});

it('takes time in proportion to any text', () => {
  for (const one of [
    '`a` skill ',
    'mcp__',
    'Run `',
    'use the `a`, ',
    '```bash\na\n```\n',
    'Skill(',
    '**a** ',
    '!`a` ',
    '| `x` tool ',
  ]) {
    const start = performance.now();
    needs(one.repeat(1_000_000 / one.length));
    expect(performance.now() - start).toBeLessThan(3000);
  }
});

const FILES = {
  '/r/.mcp.json': '{"mcpServers": {"issue tracker": {"env": {"KEY": "secret"}}}}',
  '/r/.vscode/mcp.json': '// a comment\n{"servers": {"code": {},}}',
  '/r/.codex/config.toml': '[mcp_servers.docs]\ncommand = "x"\n',
  '/r/.gemini/settings.json': '{"mcpServers": {"gem": {}}}',
  '/r/opencode.json': '{"mcp": {"open": {}}}',
  '/r/.claude-plugin/marketplace.json': '{"plugins": [{"name": "listed", "source": "./p"}]}',
  '/r/p/.claude-plugin/plugin.json': '{"name": "p-1", "mcpServers": "./servers.json"}',
  '/r/p/servers.json': '{"deploy": {"command": "x"}, "text": "y"}',
  '/r/p/.mcp.json': '{broken',
  '/r/q/.mcp.json': '{"mcpServers": {"elsewhere": {}}}',
  '/.mcp.json': '{"mcpServers": {"above": {}}}',
  '/r/skills/a/SKILL.md': '',
};

it('reads the servers of a repository, its plugins and its clients', () => {
  expect([...declaredServers(memoryFiles(FILES), '/r/skills/a', '/r')].sort()).toEqual([
    'code',
    'deploy',
    'docs',
    'gem',
    'issue_tracker',
    'open',
    'plugin_p-1_deploy',
  ]);
});
