import type { FileSystem } from '../files/files.ts';

/** True for a Markdown file that begins with frontmatter about a skill. */
export function isSkillText(fs: FileSystem, file: string): boolean {
  const read = fs.read(file);
  return read.kind === 'text' && /^---\r?\n(?:.*\r?\n){0,20}?description:/.test(read.text.slice(0, 4096));
}
