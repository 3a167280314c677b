import { createHash } from 'node:crypto';
import { readFileSync, realpathSync } from 'node:fs';
import { isAbsolute, join, normalize, relative, sep } from 'node:path';
import { diskFiles } from '../../../skill/disk.ts';
import { messageOf } from '../../errors.ts';
import type { EvalCase, EvalProblem } from '../cases/eval-case.ts';

/** A file to write into the workspace of a trial. */
export interface WorkspaceFile {
  /** Relative to the workspace, with `/`. */
  readonly path: string;
  readonly bytes: Buffer;
}

/**
 * Resolves the files of a case: relative to the skill, to the eval file, or to the fixtures next to it. Files that
 * belong to the skill itself, except its eval files, are left out, because the baseline must not have them.
 */
export function resolveCaseFiles(
  one: EvalCase,
  root: string,
): { readonly files: readonly WorkspaceFile[]; readonly problems: readonly EvalProblem[] } {
  const files: WorkspaceFile[] = [];
  const problems: EvalProblem[] = [];
  const folder = one.file.slice(0, one.file.lastIndexOf('/'));
  for (const { path, content } of one.kind === 'task' ? one.files : []) {
    const report = (message: string): void =>
      void problems.push({ file: one.file, ...one.position, message: `${message} (case ${one.id})` });
    const target = normalize(path).split(sep).join('/');
    if (isAbsolute(path) || /^[a-z]:/i.test(path) || target.startsWith('../')) {
      report(`Write a path inside the skill instead of ${path}.`);
      continue;
    }
    // Such as .env or .ssh: an eval file may come from anywhere, and the files of its cases are sent to a model.
    if (isHidden(target)) {
      report(`Copy ${path} to a path without a leading dot: hidden files are not provided.`);
      continue;
    }
    if (content !== undefined) {
      files.push({ path: target, bytes: Buffer.from(content) });
      continue;
    }
    const bases = [root, folder, `${folder}/fixtures`, `${folder}/../fixtures`];
    const source = bases.map((base) => join(base, target)).find((file) => diskFiles().kind(file) !== undefined);
    if (source === undefined) {
      report(`Add the file ${path}: it does not exist.`);
      continue;
    }
    const inside = relative(root, source).split(sep).join('/');
    if (!inside.startsWith('../') && !inside.startsWith('evals/') && !inside.startsWith('fixtures/')) continue;
    const problem = addFile(files, source, target, bases);
    if (problem !== undefined) report(problem);
  }
  return { files, problems };
}

/** Adds a file, or all files of a folder. Returns an error message if one cannot be read. */
function addFile(files: WorkspaceFile[], source: string, target: string, bases: readonly string[]): string | undefined {
  if (diskFiles().kind(source) === 'folder') {
    for (const { name, kind, link } of diskFiles().list(source)) {
      // A link to a folder may lead back to this one.
      if (isHidden(name) || (link && kind === 'folder')) continue;
      const problem = addFile(files, join(source, name), `${target}/${name}`, bases);
      if (problem !== undefined) return problem;
    }
    return undefined;
  }
  try {
    const real = realpathSync(source);
    // A link in a repository must not send a file of the user to a model.
    if (!bases.some((base) => isInside(base, real)))
      return `Copy the file ${target} into the skill: it is a link to outside, or to a hidden file.`;
    files.push({ path: target, bytes: readFileSync(real) });
    return undefined;
  } catch (error) {
    return `Make the file ${target} readable: ${messageOf(error)}.`;
  }
}

/** True if a segment of the path starts with a dot. */
function isHidden(path: string): boolean {
  return path.split('/').some((segment) => segment.startsWith('.') && segment !== '.');
}

/** True for a file below a folder that is not hidden there. */
function isInside(base: string, real: string): boolean {
  try {
    const path = relative(realpathSync(base), real).split(sep).join('/');
    return !isHidden(path) && !isAbsolute(path);
  } catch {
    return false;
  }
}

/** Returns the hash of the files of a case. */
export function hashFiles(files: readonly WorkspaceFile[]): string {
  const lines = files.map(({ path, bytes }) => `${path} ${createHash('sha256').update(bytes).digest('hex')}`);
  return createHash('sha256').update(lines.sort().join('\n')).digest('hex');
}
