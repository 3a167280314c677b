/** A git repository inside of the workspace, with a skill whose file was renamed. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inWorkspace } from './skills.ts';

export interface RenamedFile {
  /** The folder of the repository. */
  readonly folder: string;
  /** The SKILL.md, with the path of the file before it was renamed. */
  readonly manifest: string;
  remove(): void;
}

/** Creates the skill `skills/taxes`: `references/tax.md` became `references/levies.md`, and `references/taxes.md` is similar. */
export function createRenamedFile(): RenamedFile {
  const folder = inWorkspace('skills/taxes');
  const git = (...args: readonly string[]): void => {
    const settings = ['-c', 'user.name=A', '-c', 'user.email=a@example.com', '-c', 'commit.gpgSign=false'];
    execFileSync('git', [...settings, '-C', folder, ...args]);
  };
  mkdirSync(join(folder, 'references'), { recursive: true });
  const manifest = join(folder, 'SKILL.md');
  writeFileSync(
    manifest,
    '---\nname: taxes\ndescription: Computes taxes. Use it for taxes.\n---\n\n# Taxes\n\nRead `references/tax.md` first.\n',
  );
  writeFileSync(join(folder, 'references/tax.md'), '# Levies\n');
  writeFileSync(join(folder, 'references/taxes.md'), '# Taxes\n');
  git('init', '--quiet', '.');
  git('add', '--all');
  git('commit', '--quiet', '--message', 'Add');
  git('mv', 'references/tax.md', 'references/levies.md');
  git('commit', '--quiet', '--message', 'Rename');
  return { folder, manifest, remove: () => rmSync(folder, { recursive: true, force: true }) };
}
