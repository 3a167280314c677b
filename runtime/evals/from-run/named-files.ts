import type { FileSystem, Skill } from '../../../skill/index.ts';
import type { Json } from '../../protocol/events.ts';
import { redactLikelySecrets } from '../../secrets/likely-secrets.ts';

/** Maximum length of a file that is written into a case, in UTF-16 units; others have to be copied. */
const MAX_CONTENT = 20_000;
/** Maximum number of files of a prompt. */
const MAX_FILES = 20;

const NAMED = /(?<![\w/:@.-])[\w@-][\w@.-]*(?:\/[\w@-][\w@.-]*)*\.[A-Za-z0-9]{1,8}\b(?!\/)/g;

/**
 * Returns the files that a prompt names: files for evals of the skill by their path, and text files of the folders with their
 * content, so that the case does not depend on them. Files of the skill itself are not provided to any case, and hidden files
 * and links to elsewhere are left out.
 */
export function namedFiles(
  prompt: string,
  skill: Skill,
  folders: readonly string[],
  disk: FileSystem,
): { readonly files: readonly Json[]; readonly notes: readonly string[] } {
  const files: Json[] = [];
  const notes: string[] = [];
  for (const path of [...new Set(prompt.match(NAMED) ?? [])].slice(0, MAX_FILES)) {
    const { files: own } = skill.bundle;
    const isForEvals = /^(?:evals|fixtures)\//.test(path) && own.has(path);
    if (isForEvals || [`evals/${path}`, `evals/fixtures/${path}`, `fixtures/${path}`].some((one) => own.has(one))) {
      files.push(path);
      continue;
    }
    if (own.has(path)) continue;
    const source = folders.map((folder) => readInside(folder, path, skill.root, disk)).find((one) => one !== undefined);
    if (source === undefined) continue;
    if (source.text === undefined || source.text.length > MAX_CONTENT)
      notes.push(`Copy ${path} to evals/fixtures/${path} and add it to \`files\`: it is too large or not text.`);
    else files.push({ path, content: redactLikelySecrets(source.text) });
  }
  return { files, notes };
}

/** Reads a file in a folder; undefined if there is none, or if it belongs to the skill or is outside of the folder. */
function readInside(folder: string, path: string, skillRoot: string, disk: FileSystem) {
  const root = disk.realPath(folder.replaceAll('\\', '/'));
  const real = root === undefined ? undefined : disk.realPath(`${root}/${path}`);
  if (root === undefined || real === undefined || disk.kind(real) !== 'file') return undefined;
  if (!real.startsWith(`${root}/`) || real.startsWith(`${disk.realPath(skillRoot) ?? skillRoot}/`)) return undefined;
  const read = disk.read(real);
  return { text: read.kind === 'text' ? read.text : undefined };
}
