import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { createChance } from '../../../../runtime/random.ts';
import { readSkills } from '../../../../runtime/toolset/read-skills.ts';
import type { Skill } from '../../../../skill/index.ts';
import type { FuzzWorld } from './fuzz-run.ts';
import { randomTools } from './random-tools.ts';

/** Maximum number of files per skill; more would not increase the coverage. */
const MAX_FILES = 40;

/**
 * Creates a world in `folder` (absolute, empty): a skill of our own with all tools and with links that lead outside,
 * files next to it that must never leak, and the skills in `skillFolders` unchanged.
 */
export function makeWorld(folder: string, skillFolders: readonly string[]): FuzzWorld {
  const canary = `canary-${randomBytes(12).toString('hex')}`;
  const own = join(folder, 'own/chaos');
  const secret = join(folder, 'secret');
  for (const one of [join(own, 'references'), join(own, 'assets'), join(own, 'scripts'), secret])
    mkdirSync(one, { recursive: true });
  const names = randomTools(createChance(0)).map((tool) => tool.name);
  const tools = JSON.stringify([...names, 'nobody_has_this']);
  const head = `name: chaos\ndescription: Has tools.\nmetadata:\n  adk_additional_tools: ${tools}\n  adk_inject_state: true`;
  const files: Readonly<Record<string, string | Uint8Array>> = {
    [join(own, 'SKILL.md')]: `---\n${head}\n---\n\nSee the user guide and {key1}. Then run the setup script.\n`,
    [join(own, 'references/guide.md')]: 'The guide.\n',
    [join(own, 'references/a.md')]: 'A.\n',
    [join(own, 'assets/dot.png')]: Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 1, 2, 3]),
    [join(own, 'assets/empty.txt')]: '',
    [join(own, 'scripts/1.py')]: 'print(1)\n',
    [join(secret, 'key.txt')]: canary,
    [join(folder, 'own/outside.md')]: canary,
  };
  for (const [path, content] of Object.entries(files)) writeFileSync(path, content);
  try {
    symlinkSync(join(secret, 'key.txt'), join(own, 'references/link.md'));
    symlinkSync(secret, join(own, 'references/folder'));
  } catch {
    // Without support for links there is no such trap.
  }
  const skills = [join(folder, 'own'), ...skillFolders].flatMap((place) => {
    const read = readSkills([place]);
    return read.kind === 'failed' ? [] : read.skills;
  });
  mkdirSync(join(folder, 'runs'));
  const traps = ['references/link.md', 'references/folder/key.txt', '../outside.md', 'references/../../outside.md'];
  traps.push(
    'references/..%2f..%2foutside.md',
    'references\\..\\..\\outside.md',
    join(secret, 'key.txt'),
    `file://${secret}/key.txt`,
  );
  return {
    skills,
    files: new Map(skills.map((skill) => [skill.name, filesOf(skill)])),
    traps,
    canary,
    runs: join(folder, 'runs'),
  };
}

function filesOf(skill: Skill): readonly string[] {
  if (!existsSync(skill.root)) return [];
  return readdirSync(skill.root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .slice(0, MAX_FILES)
    .map((entry) => relative(skill.root, join(entry.parentPath, entry.name)).split(sep).join('/'));
}
