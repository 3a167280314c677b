/** The needs of a skill, and the commands that `allowed-tools` does not cover, over LSP. */
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { SkillDetails } from '../../server/protocol.ts';
import { writeFiles } from '../equipment/runtime/folders.ts';
import { Editor, uriOf } from './language-server-client.ts';

let folder: string;
let editor: Editor | undefined;
const TEXT = [
  '---\nname: notes\ndescription: Sorts notes. Use it for notes.\nallowed-tools: Bash(git *) Read\n---\n\n',
  'State: !`node state.mjs`\n\n1. Run `npm test`.\n2. Call `mcp__nowhere__deploy` and `mcp__here__x`.\n3. Run `git status`.\n',
].join('');

beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'sw-needs-')));
  writeFiles(folder, {
    '.git/HEAD': '',
    '.mcp.json': '{"mcpServers": {"here": {}}}',
    '.claude/skills/notes/SKILL.md': TEXT,
    'bin/npm': '',
  });
});
afterEach(() => {
  editor?.child.kill('SIGKILL');
  editor = undefined;
  rmSync(folder, { recursive: true, force: true });
});

it('reports commands that allowed-tools does not cover, and adds the entry', async () => {
  const path = join(folder, '.claude/skills/notes/SKILL.md');
  editor = await Editor.start({ folders: [folder], settings: { clients: ['claude-code'] } });
  await editor.open(path, TEXT);
  const report = await editor.pull(path);
  const found = (report.kind === 'full' ? report.items : []).filter(({ code }) => code === 'tools.uncovered');
  expect(found.map(({ severity, message }) => `${severity} ${message}`)).toEqual([
    '2 Claude Code does not load the skill without permission for `node state.mjs`. Add `Bash(node state.mjs *)` to `allowed-tools`.',
    '3 Claude Code asks before it runs `npm test`. Add `Bash(npm test *)` to `allowed-tools`.',
  ]);
  const range = found[1]?.range;
  if (range === undefined) throw new Error('no finding');
  const actions = await editor.actions(path, range);
  const fix = actions.find(({ title }) => title === 'Add Bash(npm test *) to allowed-tools');
  await editor.apply(fix?.edit);
  expect(editor.text(path)).toContain('allowed-tools: Bash(git *) Read Bash(npm test *)\n');
});

it.each([
  [true, { program: 'git', missing: 'it is not on the PATH' }],
  [false, { program: 'git', missing: undefined }],
])('lists what a skill needs, programs only if the workspace is trusted: %s', async (trusted, { missing }) => {
  editor = await Editor.start({
    folders: [folder],
    initializationOptions: { trusted },
    env: { PATH: join(folder, 'bin') },
  });
  const root = join(folder, '.claude/skills/notes');
  const details = await editor.request<SkillDetails | null>('skillwright/skillDetails', { root });
  expect(details?.needs.map((one) => [one.kind, one.name, one.missing, one.at.line])).toEqual([
    ['mcp-tool', 'mcp__nowhere__deploy', 'no MCP configuration of the repository declares `nowhere`', 9],
    ['mcp-tool', 'mcp__here__x', undefined, 9],
    ['program', 'node', missing, 6],
    ['program', 'npm', undefined, 8],
    ['program', 'git', missing, 10],
  ]);
  const position = { line: 1, character: 1 };
  const hover = await editor.request('textDocument/hover', {
    textDocument: { uri: uriOf(join(root, 'SKILL.md')) },
    position,
  });
  expect(JSON.stringify(hover)).toContain('mcp__nowhere__deploy: no MCP configuration');
});
