/** Generates a SKILL.md of any length from sections of real skills, and a copy with only its first lines. */
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createChance } from '../../test/equipment/server/random-edits/chance.ts';

export interface LongDocument {
  /** Absolute path of the complete SKILL.md, in its own workspace. */
  readonly whole: string;
  /** The same with only the first lines and the same bundled files. */
  readonly head: string;
}

/**
 * Writes a document of `lines` lines and its first `short` lines into `folder`. Its sections are drawn from the skills in
 * `corpus`. The bundled files are those of the skills of the first sections, so some paths resolve and most do not, as in
 * a draft. The same `seed` gives the same text.
 */
export function layOutLongDocument(
  corpus: string,
  folder: string,
  lines: number,
  short: number,
  seed = 1,
): LongDocument {
  const chance = createChance(seed);
  const manifests = readdirSync(corpus, { recursive: true, encoding: 'utf8' })
    .filter((path) => /(?:^|\/)SKILL\.md$/.test(path))
    .sort();
  const out = [
    '---',
    'name: long',
    'description: Explains many topics. Use it for questions about any of them.',
    '---',
    '',
  ];
  const skillFolders = new Set<string>();
  while (out.length < lines) {
    const manifest = join(corpus, chance.pick(manifests));
    const sections = readFileSync(manifest, 'utf8')
      .replace(/^---\n[\s\S]*?\n---\n/, '')
      .split(/^(?=#{1,6} )/m);
    const section = chance.pick(sections).trimEnd();
    // An unclosed fence would contain the rest of the document.
    if ((section.match(/^[ \t>]*(?:```|~~~)/gm) ?? []).length % 2 === 1) continue;
    out.push(...section.split('\n'), '');
    if (skillFolders.size < 8) skillFolders.add(dirname(manifest));
  }
  const skill = (name: string, count: number): string => {
    const root = join(folder, name, 'skills', 'long');
    mkdirSync(root, { recursive: true });
    for (const one of skillFolders) cpSync(one, root, { recursive: true });
    const path = join(root, 'SKILL.md');
    writeFileSync(path, `${out.slice(0, count).join('\n')}\n`);
    return path;
  };
  return { whole: skill('whole', lines), head: skill('head', short) };
}
