import { join, relative, resolve } from 'node:path';
import { appendCase, type Skill } from '../../skill/index.ts';
import { makeOutputFolder } from '../confined/output-folder.ts';
import { readFileText } from '../confined/read-file.ts';
import { replaceFile } from '../confined/write-file.ts';
import { messageOf } from '../errors.ts';
import { suggestCase } from '../evals/from-run/suggest-case.ts';
import { secretsOfEnvironment } from '../journal/secret-sources.ts';
import { keepHeapSmall } from '../small-heap.ts';
import { findSkillsIn } from '../stress/report.ts';
import { INVALID_USAGE } from './exit-codes.ts';
import type { Output } from './output.ts';
import { journalPath } from './read-run.ts';

export interface AddOptions {
  readonly skill?: string;
  readonly prompt: number;
  readonly promptText?: string;
  readonly workspace: string;
  readonly runs: string;
  readonly preview?: boolean;
}

/** Makes a case of a run, and returns the exit code. */
export async function addCase(argument: string, options: AddOptions, output: Output): Promise<number> {
  const fail = (message: string): number => {
    output.error(message);
    return INVALID_USAGE;
  };
  const file = journalPath(argument, resolve(options.runs));
  if (file === undefined)
    return fail(
      `Pass the id of a run in ${options.runs}, or the path of a journal or session: there is no run ${argument}.`,
    );
  const skill = findSkill(options.skill);
  if (typeof skill === 'string') return fail(skill);
  keepHeapSmall();
  const suggested = await suggestCase(
    { file, prompt: options.prompt, skill: skill.root, folders: [resolve(options.workspace)] },
    { secrets: secretsOfEnvironment(process.env) },
  );
  if (suggested.kind === 'failed') return fail(suggested.message);
  const [path] = suggested.absolutePaths;
  if (options.promptText === undefined && path !== undefined)
    return fail(`Pass the prompt without absolute paths with --prompt-text: it names ${path}.`);
  const target = join(skill.root, 'evals/evals.json');
  const text = readText(target);
  if (typeof text !== 'string') return fail(text.message);
  const { files, assertions, notes, prompts } = suggested;
  const added = appendCase(text, skill.name, { prompt: options.promptText ?? suggested.prompt, files, assertions });
  if (added.kind === 'failed') return fail(added.message);
  const { range, text: inserted } = added.edit;
  const after = text.slice(0, range.start) + inserted + text.slice(range.end);
  for (const note of notes) output.warn(note);
  if (prompts.length > 1) output.warn(`Prompt ${options.prompt} of ${prompts.length}: choose another with --prompt.`);
  if (options.preview !== true) {
    const problem = write(skill.root, target, after);
    if (problem !== undefined) return fail(problem);
  }
  output.line(after.slice(added.added.start, added.added.end));
  const shown = relative(process.cwd(), target);
  output.line(options.preview === true ? `\nNot written: ${shown}` : `\nAdded case ${added.id}: ${shown}`);
  return 0;
}

/** Returns the skill in a folder, or the problem with it. */
function findSkill(folder: string | undefined): Skill | string {
  const found = findSkillsIn([resolve(folder ?? '.')]);
  if (found.kind === 'failed')
    return folder === undefined ? 'Name the folder of the skill with --skill.' : found.message;
  const [skill, other] = found.skills;
  return skill === undefined || other !== undefined
    ? 'Name the folder of one skill with --skill: there are several.'
    : skill;
}

/** Returns the text of a file; empty if it does not exist. */
function readText(file: string): string | { readonly message: string } {
  const read = readFileText(file);
  if (read.kind === 'failed') return { message: `Make ${file} readable: ${read.message}` };
  return read.kind === 'text' ? read.text : '';
}

/** Writes the cases of a skill completely or not at all. Returns an error message. */
function write(skill: string, file: string, text: string): string | undefined {
  try {
    makeOutputFolder(skill, 'evals');
    replaceFile(file, [text]);
    return undefined;
  } catch (error) {
    return `Make ${file} writable: ${messageOf(error)}`;
  }
}
