import { dirname, relative, sep } from 'node:path';
import { diskFiles } from '../../../skill/disk.ts';
import {
  claudeCaseMessage,
  type EvalCase,
  type EvalFile,
  type EvalProblem,
  isCanonicalName,
  isEvalPath,
  parseText,
  readEvalFileInTurns,
  type Skill,
} from '../../../skill/index.ts';
import { findUpwards } from '../../agents/find-upwards.ts';
import { globMatcher } from '../../clients/linear-regex.ts';
import { yieldToEventLoop } from '../../loop/interfaces/abort.ts';
import { resolveInside } from '../../skill-files/resource-files.ts';
import { fieldsOf, textOf } from '../../text/values.ts';

/** The cases of one or several files, and the problems in them. */
export interface LoadedCases {
  readonly cases: readonly EvalCase[];
  readonly problems: readonly EvalProblem[];
  /** True if the file is one of another tool, or anything else that is not meant to have cases. */
  readonly isForeign?: boolean;
}

/** Returns the absolute paths of the eval files of a skill, sorted. */
export function findEvalFiles(root: string): readonly string[] {
  const files = diskFiles();
  const inFolder = (folder: string, prefix: string): readonly string[] =>
    (files.list(folder) ?? []).flatMap(({ name, kind }) => (kind === 'file' ? [`${prefix}${name}`] : []));
  const names = [...inFolder(root, ''), ...inFolder(`${root}/evals`, 'evals/')];
  return (
    names
      .filter(isEvalPath)
      .sort()
      .map((name) => `${root}/${name}`)
      // Its prompts are sent to a model.
      .filter((file) => resolveInside(root, file) !== undefined)
  );
}

/** Returns the problems with cases of other tools that are folders rather than files of a skill. */
export function foreignCases(root: string): readonly EvalProblem[] {
  const files = diskFiles();
  const folders = (files.list(`${root}/evals`) ?? []).filter(({ kind, link }) => kind === 'folder' && !link);
  const prompts = folders.map(({ name }) => `evals/${name}/prompt.md`);
  return prompts
    .filter((prompt) => files.kind(`${root}/${prompt}`) === 'file')
    .slice(0, 1)
    .map((prompt) => problemAt(`${root}/${prompt}`, claudeCaseMessage(prompt)));
}

/**
 * Returns the files of the suite of waza for a skill that is kept apart from it: in the folder that `.waza.yaml` of the project
 * names, `evals` by default, under the name of the skill.
 */
export function wazaFilesApart(skill: Pick<Skill, 'root' | 'name'>): readonly string[] {
  const config = findUpwards(skill.root, '.waza.yaml');
  const read = config === undefined ? undefined : diskFiles().read(config.replaceAll('\\', '/'));
  if (config === undefined || read?.kind !== 'text') return [];
  const project = dirname(config).replaceAll('\\', '/');
  const names = new Set([skill.name, skill.root.slice(skill.root.lastIndexOf('/') + 1)]);
  return [...names].flatMap((name) => {
    const folder = `${project}/${wazaFolder(read.text)}/${name}`;
    const found = (diskFiles().list(folder) ?? []).filter(({ kind }) => kind === 'file').map((entry) => entry.name);
    return (
      found
        .filter((file) => isEvalPath(`evals/${file}`))
        .sort()
        .map((file) => `${folder}/${file}`)
        // Its prompts are sent to a model.
        .filter((file) => resolveInside(project, file) !== undefined)
    );
  });
}

/** Returns the folder of suites in a `.waza.yaml`, relative to it. */
function wazaFolder(text: string): string {
  const source = parseText('.waza.yaml', text);
  const paths = 'kind' in source ? fieldsOf(fieldsOf(source.value).paths) : undefined;
  const folder = textOf(paths?.evals) ?? 'evals';
  return folder.replace(/^\.\//, '').replace(/\/$/, '') || 'evals';
}

/**
 * Reads the cases of a file, and those of the task files that it names.
 * @param file an absolute path with `/`
 */
export async function loadCases(file: string): Promise<LoadedCases> {
  const read = await readFile(file);
  if (read.kind === 'declined') {
    const { reason, problem } = read;
    const isForeign =
      reason === 'other-format' || reason === 'other-tool' || (reason === 'no-cases' && !isCanonicalName(file));
    return { cases: [], problems: [problem], isForeign };
  }
  if (read.format !== 'waza-suite') return read;
  const folder = file.slice(0, file.lastIndexOf('/'));
  const cases: EvalCase[] = [];
  const problems = [...read.problems];
  for (const pattern of read.taskFiles ?? []) {
    const tasks = matchingFiles(folder, pattern);
    if (tasks.length === 0)
      problems.push(problemAt(file, `Correct the pattern of tasks '${pattern}': no file matches.`));
    for (const task of tasks) {
      const loaded = await readFile(task);
      if (loaded.kind === 'declined') problems.push(loaded.problem);
      else {
        problems.push(...loaded.problems);
        cases.push(...loaded.cases.map((one) => withSuite(one, read)));
      }
    }
  }
  return { cases, problems };
}

/** Adds the skill and the shared graders of a suite to a case. */
function withSuite(one: EvalCase, { skill, sharedChecks = [] }: Extract<EvalFile, { kind: 'read' }>): EvalCase {
  const named = skill === undefined ? one : { ...one, skill };
  return named.kind === 'task' ? { ...named, checks: [...named.checks, ...sharedChecks] } : named;
}

async function readFile(file: string): Promise<EvalFile> {
  const read = diskFiles().read(file);
  if (read.kind === 'text') return readEvalFileInTurns(file, read.text, yieldToEventLoop);
  const reason = read.kind === 'missing' ? 'it does not exist' : read.kind === 'unreadable' ? read.message : read.kind;
  return {
    kind: 'declined',
    reason: 'unreadable',
    problem: problemAt(file, `Choose a JSON or YAML file: this one cannot be read, ${reason}.`),
  };
}

const problemAt = (file: string, message: string): EvalProblem => ({ file, line: 1, column: 1, message });

/** Returns the files below a folder that match a glob pattern, which must not lead out of the folder; sorted. */
function matchingFiles(folder: string, pattern: string): readonly string[] {
  const matches = globMatcher(pattern.replace(/^\.\//, ''), false);
  const files = diskFiles();
  const found: string[] = [];
  // Tasks are a few levels deep at most.
  const visit = (path: string, levels: number): void => {
    for (const { name, kind, link } of files.list(path) ?? []) {
      const inner = `${path}/${name}`;
      // A link may lead out of the folder, for example to the whole disk.
      if (link) continue;
      if (kind === 'folder' && levels > 0 && !name.startsWith('.') && name !== 'node_modules') visit(inner, levels - 1);
      else if (kind === 'file' && matches(relative(folder, inner).split(sep).join('/'))) found.push(inner);
    }
  };
  visit(folder, 4);
  return found.sort();
}
