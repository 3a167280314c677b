/** `check` has the same findings, levels and baseline whatever part of the history a checkout has, and does not start git. */
import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createRepository, Repository, temporaryFolder, writeFiles } from '../equipment/server/repository.ts';

const CLI = join(import.meta.dirname, '../../dist/cli.mjs');
const TEXT =
  '---\nname: notes\ndescription: Sorts notes. Use it for notes.\n---\n\nRead `references/tax.md` first, then `references/vat.md`.\n';

it.skipIf(process.platform === 'win32')('a full, a shallow and no history give the same report and baseline', () => {
  const repository = createRepository();
  const references = { 'notes/references/tax.md': '# Levies\n', 'notes/references/vat.md': '# VAT\n' };
  repository.commit({ 'notes/SKILL.md': TEXT, 'notes/references/taxes.md': '# Taxes\n', ...references });
  repository.move('notes/references/tax.md', 'notes/references/levies.md');
  repository.commit({ 'notes/references/vat.md': null });
  const folder = temporaryFolder();
  const clone = (name: string, ...options: readonly string[]): Repository => {
    repository.git('clone', '--quiet', ...options, `file://${repository.root}`, join(folder, name));
    return new Repository(join(folder, name));
  };
  const [full, shallow, none] = [clone('full'), clone('shallow', '--depth=1'), clone('none')];
  for (const name of ['objects', 'refs']) rmSync(join(none.root, '.git', name), { recursive: true });

  const programs = temporaryFolder();
  const record = join(folder, 'record');
  writeFiles(programs, { git: `#!/bin/sh\necho "$@" >> ${record}\n` });
  chmodSync(join(programs, 'git'), 0o755);
  const reports = [full, shallow, none].map(({ root }) => {
    const check = (...options: readonly string[]) => {
      const environment = {
        ...process.env,
        PATH: `${programs}:${process.env.PATH}`,
        XDG_CACHE_HOME: temporaryFolder(),
      };
      const args = [CLI, 'check', 'notes', ...options];
      const { status, stdout } = spawnSync(process.execPath, args, { cwd: root, env: environment, encoding: 'utf8' });
      return { status, stdout };
    };
    const found = check('--format', 'json', '--explain');
    check('--baseline', 'known.json', '--update-baseline');
    return {
      found,
      baseline: readFileSync(join(root, 'known.json'), 'utf8'),
      known: check('--baseline', 'known.json'),
    };
  });
  expect(reports[0]?.found.stdout).toContain('references/tax.md');
  expect(reports[0]?.known.status).toBe(0);
  expect(reports[1]).toEqual(reports[0]);
  expect(reports[2]).toEqual(reports[0]);
  expect(existsSync(record)).toBe(false);
});
