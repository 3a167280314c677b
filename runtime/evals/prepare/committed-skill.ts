import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Skill } from '../../../skill/index.ts';
import { removeFolderNow } from '../../disk/remove-folder.ts';
import { messageOf } from '../../errors.ts';
import { type GitResult, git, gitError, MAX_GIT_FILES, readGitEntries } from '../../git/git.ts';
import { yieldToEventLoop } from '../../loop/interfaces/abort.ts';
import { MAX_COPY_BYTES } from '../../skill-files/skill-files.ts';
import { createTemporaryFolder } from '../../temporary/temporary-folder.ts';
import { readSkills } from '../../toolset/read-skills.ts';
import { contentHash } from '../trials/content-hash.ts';

/** Milliseconds of writing files after which the event loop gets a turn. */
const YIELD_AFTER_MS = 20;

/** A skill as it was at a git revision, in a temporary folder. */
interface CommittedSkill {
  readonly kind: 'skill';
  readonly skill: Skill;
  /** Deletes the folder. */
  remove(): void;
}

type Failure = { readonly kind: 'failed'; readonly message: string };

/**
 * Reads the text that a skill had at a git revision, for a comparison with its present one.
 * @param revision a branch, tag or commit
 */
export async function readCommittedSkill(
  skill: Skill,
  revision: string,
  signal: AbortSignal,
): Promise<CommittedSkill | Failure> {
  const fail = (message: string): Failure => ({ kind: 'failed', message });
  const none = (result: GitResult): Failure =>
    fail(`Choose another baseline, or commit the skill: ${revision} has no ${skill.name}. ${gitError(result)}`.trim());
  if (revision.trim() === '' || revision.startsWith('-')) return fail('Name a branch, tag or commit as the baseline.');
  const prefix = await git(skill.root, ['rev-parse', '--show-prefix']);
  if (prefix.code !== 0)
    return fail(`Choose another baseline: ${skill.root} is not in a git repository. ${gitError(prefix)}`.trim());
  const inner = prefix.output.toString('utf8').trim().replace(/\/$/, '');
  const tree = await git(skill.root, ['rev-parse', '--verify', '--quiet', '--end-of-options', `${revision}:${inner}`]);
  const id = tree.output.toString('utf8').trim();
  if (tree.code !== 0 || !/^[0-9a-f]{40,64}$/.test(id)) return none(tree);
  let top: string | undefined;
  const remove = (): void => {
    if (top !== undefined) removeFolderNow(top);
  };
  const refuse = (failure: Failure): Failure => {
    remove();
    return failure;
  };
  try {
    top = createTemporaryFolder('baseline');
    // Clients name an installed skill after its folder.
    const folder = join(top, basename(skill.root));
    const problem = await extractTree(skill.root, id, folder);
    if (problem !== undefined) return refuse(fail(`Choose another baseline: ${problem}`));
    const read = readSkills([folder], { client: null });
    const [earlier] = read.kind === 'failed' ? [] : read.skills;
    if (earlier === undefined) return refuse(none(tree));
    const [before, now] = [await contentHash(earlier.root, signal), await contentHash(skill.root, signal)];
    if (before.kind === 'hash' && now.kind === 'hash' && before.hash === now.hash)
      return refuse(
        fail(`Edit the skill first, or choose another baseline: ${skill.name} has not changed since ${revision}.`),
      );
    return { kind: 'skill', skill: earlier, remove };
  } catch (error) {
    return refuse(fail(`The text at ${revision} cannot be read: ${messageOf(error)}`));
  }
}

interface TreeEntry {
  readonly mode: string;
  readonly id: string;
  readonly size: number;
  readonly path: string;
}

/** Writes the files of a tree to a new folder. Returns an error message; throws if it cannot be written. */
async function extractTree(repository: string, tree: string, folder: string): Promise<string | undefined> {
  const entries: TreeEntry[] = [];
  let lines = 0;
  let total = 0;
  const listed = await readGitEntries(repository, ['ls-tree', '-r', '-z', '-l', '--full-tree', tree], (line) => {
    const entry = readEntry(line);
    if (entry !== undefined) entries.push(entry);
    lines++;
    total += entry?.size ?? 0;
    return lines <= MAX_GIT_FILES && total <= MAX_COPY_BYTES;
  });
  if (listed.isStopped) return 'the skill has too many or too large files.';
  if (listed.code !== 0) return gitError(listed);
  const unsafe = entries.find(({ path }) => !path.split('/').every(isName));
  if (unsafe !== undefined) return `its path ${JSON.stringify(unsafe.path)} is not allowed.`;
  const read = await git(repository, ['cat-file', '--batch'], entries.map(({ id }) => `${id}\n`).join(''));
  const contents = read.code === 0 ? readContents(read.output, entries) : undefined;
  if (contents === undefined) return `its files cannot be read. ${gitError(read)}`.trim();
  await writeEntries(folder, entries, contents);
  return undefined;
}

/** Reads a line such as `100755 blob ID SIZE<tab>PATH`; undefined for a submodule, which has no files. */
function readEntry(line: string): TreeEntry | undefined {
  const match = /^(\d+) blob ([0-9a-f]+) +(\d+)\t([\s\S]+)$/.exec(line);
  if (match === null) return undefined;
  const [, mode = '', id = '', size = '', path = ''] = match;
  return { mode, id, size: Number(size), path };
}

/** Reads the contents that `git cat-file --batch` printed, in the order of the entries; undefined if one is missing. */
function readContents(output: Buffer, entries: readonly TreeEntry[]): readonly Buffer[] | undefined {
  const contents: Buffer[] = [];
  let offset = 0;
  for (const { id, size } of entries) {
    const head = `${id} blob ${size}\n`;
    if (output.toString('latin1', offset, offset + head.length) !== head) return undefined;
    const start = offset + head.length;
    contents.push(output.subarray(start, start + size));
    offset = start + size + 1;
  }
  return contents;
}

/** Links last, so that nothing is written through one. Those that lead out of the skill are left out when it is copied. */
async function writeEntries(folder: string, entries: readonly TreeEntry[], contents: readonly Buffer[]): Promise<void> {
  let nextYield = performance.now() + YIELD_AFTER_MS;
  for (const isLink of [false, true])
    for (const [index, { mode, path }] of entries.entries()) {
      const content = contents[index] ?? Buffer.alloc(0);
      if ((mode === '120000') !== isLink) continue;
      if (performance.now() > nextYield) {
        await yieldToEventLoop();
        nextYield = performance.now() + YIELD_AFTER_MS;
      }
      const target = join(folder, path);
      mkdirSync(dirname(target), { recursive: true });
      if (isLink) symlinkSync(content.toString('utf8'), target);
      else writeFileSync(target, content, { mode: mode === '100755' ? 0o755 : 0o644, flag: 'wx' });
    }
}

/** True for a name that leads nowhere else on any file system. */
function isName(name: string): boolean {
  return name !== '' && name !== '.' && name !== '..' && !/[\\:\0]/.test(name);
}
