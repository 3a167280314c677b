/** Skills that are links to nothing, on a disk: `check` reports each once, and the catalog names them with their reason. */
import { mkdirSync, rmSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { ownFolders } from '../../scripts/lib/own-folders.ts';
import { temporaryFolder, writeFiles } from '../equipment/runtime/folders.ts';
import { runCli } from './run-support.ts';

const LINKS = {
  '.claude/skills/gone': '../../nowhere',
  '.claude/skills/empty/SKILL.md': 'nowhere.md',
  // None of these may be meant as a skill.
  '.claude/skills/notes.txt': 'nowhere',
  '.claude/skills/.cache': 'nowhere',
  '.claude/skills/good/assets': 'nowhere',
  'lib/gone': 'nowhere',
};

function create(): { readonly folder: string; readonly options: object } {
  const home = temporaryFolder();
  const folder = writeFiles(join(home, 'site'), {
    '.git/HEAD': '',
    '.claude/skills/good/SKILL.md': '---\nname: good\ndescription: Does good. Use it for good.\n---\n\nDo it.\n',
  });
  for (const [path, target] of Object.entries(LINKS)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    symlinkSync(target, join(folder, path));
  }
  return { folder, options: { cwd: folder, env: ownFolders(home) } };
}

test.skipIf(process.platform === 'win32')(
  'check reports links to nothing where a skill should be, and only those',
  async () => {
    const { folder, options } = create();
    const report = async () => {
      const { stdout } = await runCli(['check', '--format', 'json'], options);
      const { diagnostics } = JSON.parse(stdout) as {
        diagnostics: { file: string; code: string; severity: string; message: string }[];
      };
      return diagnostics.map(({ file, code, severity, message }) => `${file} ${severity} ${code}: ${message}`);
    };
    expect(await report()).toEqual([
      '.claude/skills/empty/SKILL.md warning skill.not-offered: The link `empty/SKILL.md` leads to nothing, so no client offers the skill. Correct or remove it.',
      '.claude/skills/gone/SKILL.md warning skill.not-offered: The link `skills/gone` leads to nothing, so no client offers the skill. Correct or remove it.',
    ]);
    // A result that was stored must not hide that the target has come into being.
    writeFiles(folder, { 'nowhere/SKILL.md': '---\nname: gone\ndescription: Is here. Use it here.\n---\n\nDo it.\n' });
    rmSync(join(folder, '.claude/skills/empty'), { recursive: true });
    expect((await report()).filter((one) => one.includes('not-offered'))).toEqual([]);
  },
);

test.skipIf(process.platform === 'win32')('the catalog names links to nothing with their reason', async () => {
  const { options } = create();
  const { stdout } = await runCli(['catalog', '--client', 'claude-code', '--json'], options);
  const [claude] = (
    JSON.parse(stdout) as { clients: { notOffered: { file: string; reason: string; says: string }[] }[] }
  ).clients;
  expect(claude?.notOffered).toEqual([
    {
      file: '~/site/.claude/skills/empty/SKILL.md',
      reason: 'link',
      says: 'It is a link to a file that does not exist.',
      fix: 'Correct the link, or put the file there.',
    },
    {
      file: '~/site/.claude/skills/gone',
      reason: 'link',
      says: 'It is a link to a folder that does not exist.',
      fix: 'Correct the link, or remove it.',
    },
  ]);
});
