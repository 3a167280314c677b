/** Custom requests beyond LSP: all skills, one of them, and the notation of paths. */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { SkillCatalogue, SkillDetails, WrittenPaths } from '../../server/protocol.ts';
import { Editor, uriOf } from './language-server-client.ts';

let folder: string;
let editor: Editor | undefined;
const own = join(homedir(), '.claude/skills');

beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'sw-lsp-')));
});
afterEach(() => {
  editor?.child.kill('SIGKILL');
  editor = undefined;
  rmSync(folder, { recursive: true, force: true });
  rmSync(own, { recursive: true, force: true });
});

function write(path: string, text: string): string {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  return path;
}

const skill = (name: string, body: string): string =>
  `---\nname: ${name}\ndescription: Does one thing. Use it for that.\n---\n\n${body}\n`;

it('lists all skills including those of the user, describes the content of each, and notifies about changes', async () => {
  const manifest = write(join(folder, 'notes/SKILL.md'), skill('notes', 'Read `references/a.md`.'));
  write(join(folder, 'notes/references/a.md'), 'See `b.md`.');
  write(join(folder, 'notes/references/b.md'), 'Words.');
  write(join(own, 'mail/SKILL.md'), skill('mail', 'Kindly.'));
  editor = await Editor.start({ folders: [folder] });
  const notifications: unknown[] = [];
  editor.connection.onNotification('skillwright/skillsChanged', (params: unknown) => void notifications.push(params));
  const { skills, userFolders } = await editor.request<SkillCatalogue>('skillwright/skillCatalogue');
  expect(skills.map(({ name, scope }) => `${scope} ${name}`)).toEqual(['workspace notes', 'user mail']);
  expect(userFolders.map(({ path }) => path)).toEqual([own]);
  expect(userFolders[0]?.clients).toContain('Claude Code');
  const root = join(folder, 'notes');
  const details = await editor.request<SkillDetails>('skillwright/skillDetails', { root });
  const [a] = details.manifest.leadsTo;
  expect([a?.path, a?.leadsTo.map(({ path }) => path)]).toEqual(['references/a.md', ['references/b.md']]);
  expect(await editor.request('skillwright/skillDetails', { root: folder })).toBeNull();
  await editor.open(manifest, skill('notes', 'Read `references/a.md`.'));
  await editor.type(manifest, 'name: notes', 'name: words');
  await vi.waitFor(() =>
    expect(notifications).toContainEqual({ skills: [expect.objectContaining({ name: 'words', root })] }),
  );
});

it('returns paths for dropped files, only in documents of skills', async () => {
  const text = skill('notes', 'Read .');
  const manifest = write(join(folder, 'notes/SKILL.md'), text);
  const guide = write(join(folder, 'notes/references/a.md'), '# A\n');
  const data = write(join(folder, 'data.csv'), '');
  const plain = write(join(folder, 'plain.md'), 'Read .\n');
  const server = await Editor.start({ folders: [folder] });
  editor = server;
  const ask = (path: string, line: number, ...files: readonly string[]) =>
    server.request<WrittenPaths | null>('skillwright/writePaths', {
      textDocument: { uri: uriOf(path) },
      position: { line, character: 5 },
      files: files.map((file) => ({ name: file.slice(file.lastIndexOf('/') + 1), uri: uriOf(file) })),
    });
  expect(await ask(manifest, 5, guide)).toEqual({ text: '`references/a.md`', copies: [] });
  expect(await ask(manifest, 5, data)).toEqual({
    text: '`assets/data.csv`',
    copies: [{ file: 0, to: uriOf(join(folder, 'notes/assets/data.csv')) }],
  });
  expect(await ask(plain, 0, guide)).toBeNull();
});
