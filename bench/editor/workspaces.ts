/** Workspaces for typing benchmarks: the longest skill of the corpus among any number of others. */
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export interface BenchWorkspace {
  readonly folder: string;
  /** Absolute path of the SKILL.md to type in. */
  readonly manifest: string;
  readonly skills: number;
}

/** Returns the folder of the corpus skill with the longest SKILL.md; undefined if there is no corpus. */
export function longestSkill(corpus: string): string | undefined {
  const manifests = readdirSync(corpus, { recursive: true, encoding: 'utf8' })
    .filter((path) => /(?:^|\/)SKILL\.md$/.test(path))
    .map((path) => ({ path, length: readFileSync(join(corpus, path), 'utf8').length }));
  const longest = manifests.sort((a, b) => b.length - a.length)[0];
  return longest && join(corpus, longest.path, '..');
}

/**
 * Creates a workspace with `skills` skills: a copy of the folder `longest`, and generated ones. Each of these has a
 * guide, and every tenth has a finding.
 */
export function createWorkspace(folder: string, longest: string, skills: number): BenchWorkspace {
  // In the same folder as the others, so that scans of that folder include them.
  const skill = join(folder, 'many', 'longest');
  cpSync(longest, skill, { recursive: true });
  for (let index = 1; index < skills; index++) {
    const other = join(folder, 'many', `skill-${index}`);
    mkdirSync(join(other, 'references'), { recursive: true });
    const head = `---\nname: skill-${index}\ndescription: Does ${index}. Use it for ${index}.\n---\n`;
    const prose = `The ${index}th of many steps is done by hand.\n`.repeat(60);
    const path = index % 10 === 0 ? 'references/gide.md' : 'references/guide.md';
    writeFileSync(join(other, 'SKILL.md'), `${head}\n# Skill ${index}\n\nRead \`${path}\`.\n\n${prose}`);
    writeFileSync(join(other, 'references/guide.md'), `# Guide\n\n${prose}`);
  }
  return { folder, manifest: join(skill, 'SKILL.md'), skills };
}
