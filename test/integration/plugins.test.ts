/** The plugins for agent clients, from the folders that their users install. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HOOK_PLACES } from '../../runtime/hooks/places.ts';
import { ownFolders } from '../../scripts/lib/own-folders.ts';
import { folderOf, HOOK_PROGRAM, MCP_PROGRAM, PLUGIN_LAYOUTS } from '../../scripts/release/plugin-layouts.ts';
import { writePlugins } from '../../scripts/release/plugins.ts';
import { manifest, temporaryFolder, writeFiles } from '../equipment/runtime/folders.ts';
import { runCli } from './run-support.ts';

const ADVICE = 'references/menus.md`, at';
let folder: string;

beforeAll(async () => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'sw-plugins-')));
  await writePlugins(folder);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('have no finding themselves', async () => {
  const { code, stdout } = await runCli(['check', '--no-cache', '.'], { cwd: folder });
  expect({ code, stdout }).toEqual({ code: 0, stdout: '3 skills: no problems.\n' });
});

describe.each(PLUGIN_LAYOUTS)('the plugin of $client', (layout) => {
  const { client } = layout;
  const plugin = () => join(folder, client, 'skillwright');
  const workspace = (): string => {
    const site = join(realpathSync(temporaryFolder()), 'site');
    const files = {
      'SKILL.md': manifest('brew', 'Read `references/menu.md` first.\n'),
      'references/menus.md': 'Teas.\n',
    };
    // Where each of the clients looks.
    for (const place of ['.claude/skills', '.agents/skills', '.gemini/skills'])
      writeFiles(join(site, place, 'brew'), files);
    mkdirSync(join(site, '.git'));
    // Otherwise Gemini CLI offers no skill of a folder that is not trusted.
    writeFiles(join(site, 'home'), {
      '.gemini/settings.json': JSON.stringify({ security: { folderTrust: { enabled: false } } }),
    });
    return site;
  };

  it('has the skill without its expected answers, and the licenses', () => {
    const skill = join(plugin(), 'skills/write-agent-skills');
    expect(readFileSync(join(skill, 'SKILL.md'), 'utf8')).toContain('name: write-agent-skills');
    expect(existsSync(join(skill, 'evals'))).toBe(false);
    expect(existsSync(join(plugin(), 'LICENSE'))).toBe(true);
  });

  it('has an MCP server that needs no other file', async () => {
    const site = workspace();
    const transport = new StdioClientTransport({
      command: process.execPath,
      args: [join(plugin(), MCP_PROGRAM)],
      cwd: site,
    });
    const connection = new Client({ name: 'test', version: '1' }, { capabilities: {} });
    await connection.connect(transport);
    const args = { path: '.claude/skills/brew' };
    const { structuredContent } = await connection.callTool({ name: 'check_skills', arguments: args });
    expect(structuredContent).toMatchObject({ root: site, skills: 1 });
    await connection.close();
  });

  it.skipIf(process.platform === 'win32')(
    'has the hooks that `hook install` writes, whose command says where a file is and never fails',
    () => {
      const { hooks } = JSON.parse(readFileSync(join(plugin(), 'hooks/hooks.json'), 'utf8')) as {
        hooks: Record<string, { matcher?: string; hooks: { command: string }[] }[]>;
      };
      const events = HOOK_PLACES.find(({ clients }) => clients.includes(client))?.events ?? {};
      expect(Object.fromEntries(Object.entries(hooks).map(([event, [entry]]) => [event, entry?.matcher]))).toEqual(
        events,
      );

      const site = workspace();
      const event = Object.keys(events).find((one) => /^After|Post/.test(one)) ?? '';
      const place = { 'claude-code': '.claude', codex: '.agents' }[client] ?? '.gemini';
      const file = join(site, place, 'skills/brew/references/menu.md');
      const input = JSON.stringify({
        session_id: 's',
        cwd: site,
        hook_event_name: event,
        tool_name: { 'claude-code': 'Read', codex: 'Bash' }[client] ?? 'read_file',
        tool_input: { file_path: file, command: `cat ${file}` },
        tool_response: client === 'codex' ? 'No such file' : { llmContent: '', error: { message: 'File not found' } },
        tool_use_id: 't',
      });
      const command = hooks[event]?.[0]?.hooks[0]?.command ?? '';
      const run = (path: string) =>
        spawnSync('/bin/sh', ['-c', command.replaceAll(folderOf(layout), plugin())], {
          input,
          encoding: 'utf8',
          env: { ...ownFolders(join(site, 'home')), PATH: path },
        });
      const told = run(`${join(process.execPath, '..')}:/usr/bin:/bin`);
      expect({ status: told.status, text: told.stdout }).toEqual({ status: 0, text: expect.stringContaining(ADVICE) });
      expect(run('/nowhere')).toMatchObject({ status: 0, stdout: '' });
      rmSync(join(plugin(), HOOK_PROGRAM));
      expect(run(`${join(process.execPath, '..')}`)).toMatchObject({ status: 0, stdout: '' });
    },
  );
});
