import { realpathSync, statSync } from 'node:fs';
import { isAbsolute, join, normalize, relative, sep } from 'node:path';
import { diskFiles } from '../../../skill/disk.ts';
import { readRegularFile } from '../../confined/read-file.ts';
import { messageOf } from '../../errors.ts';
import { megabytes } from '../../skill-files/skill-files.ts';
import type { EvalCase, EvalProblem } from '../cases/eval-case.ts';
import { hashBytes, modeOf } from './content-hash.ts';

/** A file to write into the workspace of a trial. */
export interface WorkspaceFile {
  /** Relative to the workspace, with `/`. */
  readonly path: string;
  readonly bytes: Buffer;
  readonly isExecutable: boolean;
}

/** Maximum total size of the files of a case, in bytes: they are kept in memory, and copied for each trial. */
export const MAX_CASE_BYTES = 64 * 1024 * 1024;
/** Maximum number of files of a case. */
const MAX_CASE_FILES = 5_000;

/**
 * Resolves the files of a case: relative to the skill, to the eval file, or to the fixtures next to it. Files that
 * belong to the skill itself, except its eval files, are left out, because the baseline must not have them; links to
 * them are problems.
 */
export function resolveCaseFiles(
  one: EvalCase,
  root: string,
): { readonly files: readonly WorkspaceFile[]; readonly problems: readonly EvalProblem[] } {
  const problems: EvalProblem[] = [];
  const folder = one.file.slice(0, one.file.lastIndexOf('/'));
  const bases = [root, folder, `${folder}/fixtures`, `${folder}/../fixtures`];
  const collected = new CaseFiles(root, bases);
  for (const { path, content } of one.kind === 'task' ? one.files : []) {
    const report = (message: string): void =>
      void problems.push({ file: one.file, ...one.position, message: `${message} (case ${one.id})` });
    const target = normalize(path).split(sep).join('/');
    if (isAbsolute(path) || /^[a-z]:/i.test(path) || target.startsWith('../')) {
      report(`Write a path inside the skill instead of ${path}.`);
      continue;
    }
    if (path.includes('\0')) {
      report(`Remove the NUL character from the path ${JSON.stringify(path)}: no file can have it.`);
      continue;
    }
    if (content !== undefined && (target === '.' || target.endsWith('/'))) {
      report(`Write the path of a file instead of ${path}: the case has a text for it.`);
      continue;
    }
    // Such as .env or .ssh: an eval file may come from anywhere, and the files of its cases are sent to a model.
    if (isHidden(target)) {
      report(`Copy ${path} to a path without a leading dot: hidden files are not provided.`);
      continue;
    }
    if (content !== undefined) {
      const problem = collected.push({ path: target, bytes: Buffer.from(content), isExecutable: false });
      if (problem !== undefined) report(problem);
      continue;
    }
    const source = bases.map((base) => join(base, target)).find((file) => diskFiles().kind(file) !== undefined);
    if (source === undefined) {
      report(`Add the file ${path}: it does not exist.`);
      continue;
    }
    const inside = relative(root, source).split(sep).join('/');
    if (isOwnFile(inside)) continue;
    const problem = collected.add(source, target);
    if (problem !== undefined) report(problem);
  }
  return { files: collected.files, problems };
}

/** True for the path of a file of the skill, relative to it, that is not one of its cases. */
function isOwnFile(path: string): boolean {
  return !path.startsWith('../') && !path.startsWith('evals/') && !path.startsWith('fixtures/');
}

/** The files of a case, within limits. */
class CaseFiles {
  readonly files: WorkspaceFile[] = [];
  private readonly root: string;
  private readonly bases: readonly string[];
  private total = 0;

  constructor(root: string, bases: readonly string[]) {
    this.root = root;
    this.bases = bases;
  }

  /** Adds a file, or all files of a folder. Returns an error message if one cannot be provided. */
  add(source: string, target: string): string | undefined {
    if (diskFiles().kind(source) === 'folder') {
      for (const { name, kind, link } of diskFiles().list(source)) {
        // A link to a folder may lead back to this one.
        if (isHidden(name) || (link && kind === 'folder')) continue;
        const problem = this.add(join(source, name), `${target}/${name}`);
        if (problem !== undefined) return problem;
      }
      return undefined;
    }
    try {
      const real = realpathSync(source);
      // A link in a repository must not send a file of the user to a model.
      if (!this.bases.some((base) => isInside(base, real)))
        return `Copy the file ${target} into the skill: it is a link to outside, or to a hidden file.`;
      const own = relative(realpathSync(this.root), real).split(sep).join('/');
      if (!isAbsolute(own) && isOwnFile(own))
        return `Copy ${own} to ${target}, or leave it out: it belongs to the skill, which the baseline must not have.`;
      const { size, mode } = statSync(real);
      const problem = this.limit(size, target);
      if (problem !== undefined) return problem;
      const bytes = readRegularFile(real);
      if (Buffer.isBuffer(bytes)) return this.push({ path: target, bytes, isExecutable: (mode & 0o111) !== 0 });
      return `Make the file ${target} readable: ${bytes.kind === 'refused' ? bytes.why : bytes.message}.`;
    } catch (error) {
      return `Make the file ${target} readable: ${messageOf(error)}.`;
    }
  }

  /** Adds a file with its content. Returns an error message if there are too many or too large ones. */
  push(file: WorkspaceFile): string | undefined {
    const problem = this.limit(file.bytes.length, file.path);
    if (problem !== undefined) return problem;
    this.total += file.bytes.length;
    this.files.push(file);
    return undefined;
  }

  private limit(size: number, path: string): string | undefined {
    if (this.files.length >= MAX_CASE_FILES)
      return `Remove files: a case can have ${MAX_CASE_FILES} files, and ${path} exceeds that.`;
    if (this.total + size > MAX_CASE_BYTES)
      return `Use smaller files: those of a case can have ${megabytes(MAX_CASE_BYTES)}, and ${path} exceeds that.`;
    return undefined;
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
  const lines = files.map(
    ({ path, bytes, isExecutable }) => `${path} ${hashBytes(bytes)}${modeOf(path, isExecutable)}`,
  );
  return hashBytes(lines.sort().join('\n'));
}
