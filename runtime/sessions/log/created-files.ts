import type { Json } from '../../protocol/events.ts';
import { absolutePath, shellCommands } from './tool-uses.ts';
import { fieldsOf, textOf } from './values.ts';

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
