/** Finds a skill under test by another name or in another place, where a baseline would find it. */
import { isUtf8 } from 'node:buffer';
import { createHash } from 'node:crypto';
import { diskFiles } from '../../../skill/disk.ts';
import { findSkills, readSkill, type Skill } from '../../../skill/index.ts';
import { copyProblem, MAX_COPY_BYTES, readSkillFiles } from '../../skill-files/skill-files.ts';
import { modeOf } from '../trials/content-hash.ts';

/** Shorter instructions are not searched for: they can occur in any text. */
const MIN_CHARACTERS = 40;

/** A skill under test by another name or in another place, where a baseline would find it. */
export interface Twin {
  /** Absolute, or relative to the folder that was searched. */
  readonly path: string;
  /** True if it is a SKILL.md with the same name; otherwise it contains the same instructions. */
  readonly hasName: boolean;
}

/** A folder without the skills under test, or what must be solved first. */
export type TwinSearch =
  /** `hash` covers all paths and contents, and which files are executable. */
  | { readonly kind: 'none'; readonly hash: string }
  | { readonly kind: 'twin'; readonly twin: Twin; readonly skill: Skill }
  | { readonly kind: 'failed'; readonly message: string };

/**
 * Searches a workspace for skills under test: at any depth, in hidden and linked folders, by their names, and in every file that a
 * run would copy, by their instructions.
 */
export async function findTwins(folder: string, skills: readonly Skill[], signal: AbortSignal): Promise<TwinSearch> {
  const wanted = skills.map((skill) => ({ skill, instructions: instructionsOf(skill) }));
  const files = diskFiles();
  for (const manifest of findSkills(files, folder.replaceAll('\\', '/'))) {
    const read = readSkill(files, manifest);
    if (read.kind === 'unreadable') continue;
    const found = wanted.find(({ skill, instructions }) => isTwin(read.skill, skill, instructions));
    if (found === undefined) continue;
    const twin = { path: manifest, hasName: read.skill.name === found.skill.name };
    return { kind: 'twin', twin, skill: found.skill };
  }
  const executable: string[] = [];
  let twin: { readonly path: string; readonly skill: Skill } | undefined;
  const read = await readSkillFiles(folder, MAX_COPY_BYTES, signal, (path, bytes, isExecutable) => {
    if (modeOf(path, isExecutable) !== '') executable.push(path);
    const skill = twin === undefined ? wanted.find((one) => contains(bytes, one.instructions))?.skill : undefined;
    if (skill !== undefined) twin = { path, skill };
  });
  if (read.kind === 'failed' || read.truncated)
    return {
      kind: 'failed',
      message: copyProblem(folder, 'workspace') ?? `Choose a smaller workspace: ${folder} has too many files.`,
    };
  return twin === undefined
    ? { kind: 'none', hash: withModes(read.hash, executable) }
    : { kind: 'twin', twin: { path: twin.path, hasName: false }, skill: twin.skill };
}

/** Returns the hash of a workspace with its executable files. */
function withModes(hash: string, executable: readonly string[]): string {
  if (executable.length === 0) return hash;
  return createHash('sha256')
    .update(JSON.stringify([hash, executable.toSorted()]))
    .digest('hex');
}

/** Returns true if a skill has the name or the instructions of another one. */
export function isSameSkill(one: Skill, skill: Skill): boolean {
  return isTwin(one, skill, instructionsOf(skill));
}

function isTwin(one: Skill, skill: Skill, instructions: string): boolean {
  return one.name === skill.name || contains(Buffer.from(one.manifest.text), instructions);
}

function contains(bytes: Buffer, instructions: string): boolean {
  if (instructions.length < MIN_CHARACTERS) return false;
  if (bytes.includes(instructions)) return true;
  return isUtf8(bytes) && bytes.includes('\r\n') && withPlainLines(bytes.toString('utf8')).includes(instructions);
}

/** Returns a text with the line endings of Unix: git and editors convert them. */
function withPlainLines(text: string): string {
  return text.replaceAll('\r\n', '\n');
}

/** Returns the text of a SKILL.md without its frontmatter. */
function instructionsOf({ manifest: { text, bodyStart } }: Skill): string {
  return withPlainLines(text.slice(bodyStart)).trim();
}
