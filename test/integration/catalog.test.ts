/** `skillwright catalog`: its JSON is a contract, and nothing that a client's settings hold may be in its output. */
import { mkdirSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ownFolders } from '../../scripts/lib/own-folders.ts';
import { temporaryFolder, writeFiles } from '../equipment/runtime/folders.ts';
import { runCli } from './run-support.ts';

const skill = (name: string, ...more: readonly string[]): string =>
  ['---', `name: ${name}`, `description: Does what ${name} does.`, ...more, '---', '', 'Body.', ''].join('\n');

const KEY = 'sk-ant-REDACTED-0123456789abcdef';

function machine() {
  const home = writeFiles(temporaryFolder(), {
    '.claude/skills/mine/SKILL.md': skill('mine'),
    '.claude/skills/off/SKILL.md': skill('off'),
    '.claude/settings.json': `{"env":{"ANTHROPIC_API_KEY":"${KEY}"},"apiKeyHelper":"echo ${KEY}","skillOverrides":{"off":"off"}}`,
    '.claude.json': `{"oauthAccount":{"token":"${KEY}"}}`,
    '.codex/config.toml': `[model_providers.x]\napi_key = "${KEY}"\n[[skills.config]]\nname = "group"\nenabled = false\n`,
    '.codex/auth.json': `{"OPENAI_API_KEY":"${KEY}"}`,
    '.gemini/settings.json': `{ "key": "${KEY}" broken`,
    '.copilot/settings.json': `{"token":"${KEY}","skillDirectories":["~/more"]}`,
    '.config/opencode/opencode.json': `{"provider":{"x":{"options":{"apiKey":"${KEY}"}}},"skills":{"paths":["~/more"]}}`,
    '.pi/agent/settings.json': `{"apiKey":"${KEY}"}`,
    'more/extra/SKILL.md': skill('extra'),
  });
  const site = writeFiles(join(home, 'work/site'), {
    '.git/HEAD': '',
    '.claude/skills/group/inner/SKILL.md': skill('inner'),
    '.agents/skills/group/SKILL.md': skill('group'),
  });
  return { home, site, options: { cwd: site, env: ownFolders(home) } };
}

test('prints one object with the catalog of a client, with ~ for the home', async () => {
  const { options } = machine();
  const { code, stdout, stderr } = await runCli(['catalog', '--client', 'claude-code', '--json'], options);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(JSON.parse(stdout)).toEqual({
    version: 1,
    clients: [
      {
        id: 'claude-code',
        version: expect.any(String),
        proved: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
        offered: [
          {
            name: 'mine',
            file: '~/.claude/skills/mine/SKILL.md',
            description: 'Does what mine does.',
            share: '- mine: Does what mine does.\n'.length,
          },
        ],
        text: '- mine: Does what mine does.',
        budget: { used: 29, length: 29, limit: expect.any(Number) },
        notOffered: [
          {
            file: '~/.claude/skills/off/SKILL.md',
            reason: 'disabled',
            says: 'It is switched off by `skillOverrides` in ~/.claude/settings.json.',
            fix: 'Remove it from `skillOverrides` there, or switch it on in Claude Code.',
          },
          {
            file: '~/work/site/.claude/skills/group/inner/SKILL.md',
            reason: 'too-deep',
            says: '`group/inner` is 2 folders deep, and Claude Code searches only the folders directly in the folder of skills.',
            fix: 'Move the folder `inner` to ~/work/site/.claude/skills.',
          },
        ],
        unknown: expect.arrayContaining([expect.stringContaining('--add-dir')]),
      },
    ],
  });
});

test('prints every client by default, and neither the home nor a credential of it', async () => {
  const { home, options } = machine();
  const json = await runCli(['catalog', '--json'], options);
  const text = await runCli(['catalog'], options);
  const { clients } = JSON.parse(json.stdout);
  expect(clients.map(({ id }: { id: string }) => id)).toEqual([
    ...['claude-code', 'vscode', 'codex', 'copilot-cli', 'gemini-cli', 'qwen-code', 'cursor', 'opencode', 'pi', 'adk'],
  ]);
  expect(clients.find(({ id }: { id: string }) => id === 'cursor').text).toBeNull();
  for (const { stdout, stderr } of [json, text]) {
    expect(stdout + stderr).not.toContain(KEY);
    expect(stdout + stderr).not.toContain(home);
  }
  expect(text.stdout).toContain('Claude Code (claude-code; proved on ');
  expect(text.stdout).toContain('  The model gets:\n    - mine: Does what mine does.\n');
  expect(text.stdout).toContain('    ~/.agents/skills/group/SKILL.md'.replace('~', '~/work/site'));
  expect(text.stdout).toContain('Not known: the settings in ~/.gemini/settings.json, which is not valid JSON.');
  expect(text.stdout).toMatch(/extra {2}~\/more\/extra\/SKILL\.md/);
});

test('reads another home and another folder, and refuses what is none', async () => {
  const { home, site, options } = machine();
  const elsewhere = { ...options, cwd: temporaryFolder() };
  const other = temporaryFolder();
  const away = await runCli(
    ['catalog', '--client', 'claude-code', '--cwd', site, '--home', other, '--json'],
    elsewhere,
  );
  expect(JSON.parse(away.stdout).clients[0]).toMatchObject({ offered: [], notOffered: [{ reason: 'too-deep' }] });
  expect(away.stdout).toContain(site);
  for (const [args, message] of [
    [['--cwd', join(home, 'none')], 'Specify a folder after --cwd'],
    [['--home', ''], 'Specify a folder after --home'],
    [['--client', 'emacs'], "option '--client <id>' argument 'emacs' is invalid"],
    [['--unknown'], "unknown option '--unknown'"],
  ] as const)
    expect(await runCli(['catalog', ...args], options)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining(message),
    });
});

test('passes over hostile files of the disk, each with its reason', async () => {
  const { home, options } = machine();
  const root = join(home, '.claude/skills');
  for (const name of ['huge', 'binary', 'links', 'broken', 'secret']) mkdirSync(join(root, name));
  writeFileSync(join(root, 'huge/SKILL.md'), '');
  truncateSync(join(root, 'huge/SKILL.md'), 50_000_000);
  writeFileSync(join(root, 'binary/SKILL.md'), Buffer.from([0x2d, 0, 0xff]));
  writeFileSync(
    join(root, 'broken/SKILL.md'),
    '---\nname: broken\ndescription: \u001b]0;title\u0007 \u001b[31mred\n---\n',
  );
  symlinkSync('..', join(root, 'links/up'));
  symlinkSync('.', join(root, 'links/self'));
  symlinkSync(join(home, '.codex/auth.json'), join(root, 'secret/SKILL.md'));
  const { code, stdout } = await runCli(['catalog', '--client', 'claude-code'], options);
  expect(code).toBe(0);
  for (const part of ['huge/SKILL.md: frontmatter', 'binary/SKILL.md: frontmatter', 'secret/SKILL.md: link'])
    expect(stdout).toContain(part);
  expect(stdout).toContain('- mine: Does what mine does.');
  expect(stdout).not.toContain('\u001b');
  expect(stdout).not.toContain(KEY);
});

test('lists what skills need, what of it is missing, and their neighbors', async () => {
  const home = writeFiles(temporaryFolder(), {
    'bin/tally': '',
    'site/.git/HEAD': '',
    'site/.mcp.json': `{"mcpServers": {"here": {"env": {"KEY": "${KEY}"}}}}`,
    'site/.claude/skills/pay/SKILL.md':
      '---\nname: pay\ndescription: Pays invoices from PDF files.\n---\n\nCall `mcp__here__pay` and `mcp__nowhere__deploy`. Use the ' +
      '`sum` skill. Invoke the `gone` skill.\n\n1. Run `tally all`.\n2. Run `no-such-tally all --now`.\n\n```bash\nno-such-tally all\n```\n',
    'site/.claude/skills/sum/SKILL.md':
      '---\nname: sum\ndescription: Sums up invoices in PDF.\n---\n\nAsk with AskUserQuestion.\n',
  });
  const options = { cwd: join(home, 'site'), env: { ...ownFolders(home), PATH: join(home, 'bin') } };
  const { stdout } = await runCli(['catalog', '--client', 'claude-code', '--json'], options);
  const [pay, sum] = JSON.parse(stdout).clients[0].offered;
  expect(pay).toMatchObject({
    needs: [
      { kind: 'mcp-tool', name: 'mcp__here__pay' },
      {
        kind: 'mcp-tool',
        name: 'mcp__nowhere__deploy',
        missing: 'no MCP configuration of the repository declares `nowhere`',
      },
      { kind: 'skill', name: 'sum' },
      { kind: 'skill', name: 'gone', missing: 'no skill that Claude Code offers has this name' },
      { kind: 'program', name: 'tally' },
      { kind: 'program', name: 'no-such-tally', missing: 'it is not on the PATH' },
    ],
    neighbors: [{ name: 'sum', shared: ['invoices', 'pdf'] }],
    ownWords: ['pays', 'files'],
  });
  expect(sum.needs).toEqual([{ kind: 'tool', name: 'AskUserQuestion' }]);
  const text = await runCli(['catalog', '--client', 'claude-code'], options);
  for (const line of [
    '    needs mcp__here__pay, sum, tally\n',
    '    lacks mcp__nowhere__deploy: no MCP configuration of the repository declares `nowhere`\n',
    '    shares with sum: invoices, pdf\n',
    '    has alone: pays, files\n',
  ])
    expect(text.stdout).toContain(line);
  expect(stdout + text.stdout).not.toContain(KEY);
});
