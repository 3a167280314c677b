/** The files that calls create: a request for one of them before missed nothing of a skill. */
import type { FileMiss, Json, LaterMiss } from '../protocol/events.ts';
import { fieldsOf, textOf } from '../text/values.ts';
import { absolutePath, shellCommands } from './tool-uses.ts';

const WRITE_TOOLS =
  /^(?:write|write_file|create|create_file|edit|multiedit|replace|str_replace_based_edit_tool|apply_patch)$/i;
/** The files that a patch adds, and those that a command redirects its output to. */
const ADDED = /^\*\*\* Add File: (.{1,500})$/gm;
const REDIRECTED =
  /(?:(?<![0-9&<>])>{1,2}|\btee (?:-a )?)\s*(?:'([^'\n]{1,500})'|"([^"\n]{1,500})"|([^\s'"|;&<>()]{1,500}))/g;
/** Maximum length of an argument that is searched, in characters, and number of files of one call. */
const MAX_TEXT = 100_000;
const MAX_FILES = 100;

/** Returns the files that a successful call creates or writes, absolute, as far as its arguments say so. */
export function createdFiles(tool: string, args: Json, directory: string): readonly string[] {
  const fields = fieldsOf(args);
  const patch = textOf(args) ?? textOf(fields.input) ?? textOf(fields.patch) ?? textOf(fields.patchText) ?? '';
  const found: string[] = [];
  if (WRITE_TOOLS.test(tool)) {
    const path = textOf(fields.file_path) ?? textOf(fields.filePath) ?? textOf(fields.path);
    if (path !== undefined) found.push(absolutePath(path, directory));
  }
  for (const [, path = ''] of patch.slice(0, MAX_TEXT).matchAll(ADDED))
    found.push(absolutePath(path.trim(), directory));
  for (const { command, directory: from } of shellCommands(tool, args, directory))
    for (const [, single, double, bare] of command.slice(0, MAX_TEXT).matchAll(REDIRECTED))
      found.push(absolutePath(single ?? double ?? bare ?? '', from));
  return found.slice(0, MAX_FILES);
}

/** A miss that is withdrawn if a later call creates the file. */
export interface OpenMiss {
  readonly miss: FileMiss;
  /** The absolute path, or the name that was asked for. */
  readonly at: string;
  /** `seq` of its result; undefined until that is written. */
  readonly result: number | undefined;
}

/** Removes the misses of files that a call has created from a list. Returns them as the result of the call has them. */
export function takeCreated(misses: OpenMiss[], created: readonly string[]): readonly LaterMiss[] {
  const taken = misses.filter(({ at }) => created.includes(at));
  for (const one of taken) misses.splice(misses.indexOf(one), 1);
  return taken.flatMap(({ miss: { skill, path, kind }, result }) =>
    result === undefined ? [] : [{ result, skill, path, kind, created: true as const }],
  );
}
