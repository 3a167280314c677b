/** The files that a call changed in the copy of a workspace, which are kept with its result. */
import { join } from 'node:path';
import { defined } from '../../skill/index.ts';
import type { ConfinedFiles } from '../confined/confined-files.ts';
import { FileSteps } from '../confined/file-work.ts';
import type { Tool, ToolOutcome } from '../loop/interfaces/tools.ts';
import type { SavedFile } from '../protocol/events.ts';
import { readText } from '../workspace-copy/read-text.ts';
import { hashOfText } from '../workspace-copy/restore-files.ts';
import { walkFiles } from '../workspace-copy/walk-files.ts';

/** Maximum number of files that are kept for one call, and of bytes of their texts together. */
const MAX_FILES = 200;
const MAX_TEXTS = 1024 * 1024;
/** Time to look for changed files after a call, in milliseconds. */
const WALK_MS = 2_000;

/** A copy, and the absolute path of the workspace in it. */
interface WorkspaceFiles {
  readonly files: ConfinedFiles;
  readonly workspace: string;
  /** Its files before the first command, if they are known. */
  readonly firstState?: ReadonlyMap<string, Stamp> | undefined;
}

/** Identifies the content of a file without reading it. */
interface Stamp {
  readonly size: number;
  readonly ctimeMs: number;
  readonly ino: number;
}

/** Wraps the tool that runs commands, so that its results have the files that the command changed in the copy of the workspace. */
export function saveFiles(tool: Tool, { files, workspace, firstState }: WorkspaceFiles): Tool {
  let known: Promise<ReadonlyMap<string, Stamp> | undefined> | undefined =
    firstState === undefined ? undefined : Promise.resolve(firstState);
  return {
    ...tool,
    async execute(args, context): Promise<ToolOutcome> {
      // Not before the first command: most runs of a client only read.
      known ??= readStamps(files, workspace);
      const before = await known;
      const outcome = await tool.execute(args, context);
      if (outcome.kind !== 'result') return outcome;
      // Whether the command reads only is a guess from its words, unless there are too many files to look at.
      if (outcome.changes === false && before === undefined) return outcome;
      const after = readStamps(files, workspace);
      known = after;
      const changed = await changedFiles(files, workspace, before, await after);
      return changed.length === 0 ? outcome : { ...outcome, changes: true, files: changed };
    },
  };
}

/** Returns the stamps of all files; undefined if there are too many to look at. */
async function readStamps(files: ConfinedFiles, workspace: string): Promise<ReadonlyMap<string, Stamp> | undefined> {
  const stamps = new Map<string, Stamp>();
  const add = (path: string, { size, ctimeMs, ino }: Stamp): void => void stamps.set(path, { size, ctimeMs, ino });
  return (await walkFiles(files, workspace, performance.now() + WALK_MS, add)) ? stamps : undefined;
}

async function changedFiles(
  copy: ConfinedFiles,
  workspace: string,
  before: ReadonlyMap<string, Stamp> | undefined,
  after: ReadonlyMap<string, Stamp> | undefined,
): Promise<readonly SavedFile[]> {
  if (before === undefined || after === undefined) return [{ path: '.', omitted: 'large' }];
  const deleted = [...before.keys()].filter((path) => !after.has(path));
  const changed = [...after].filter(([path, stamp]) => !isSame(before.get(path), stamp));
  let budget = MAX_TEXTS;
  const toSaved = ([path, stamp]: readonly [string, Stamp], index: number): SavedFile => {
    // Before the file is read: there may be thousands of large ones.
    if (index >= MAX_FILES || stamp.size > budget) return { path, omitted: 'large' };
    const read = readText(copy, join(workspace, path));
    if (read.kind !== 'text') return { path, omitted: read.kind };
    const size = Buffer.byteLength(read.text);
    if (size > budget) return { path, omitted: 'large' };
    budget -= size;
    return defined({
      path,
      content: read.text,
      hash: hashOfText(read.text),
      executable: read.isExecutable || undefined,
    });
  };
  const files: SavedFile[] = [];
  const steps = new FileSteps();
  for (const [index, entry] of changed.entries()) {
    if (steps.isTurnDue) await steps.giveTurn();
    files.push(toSaved(entry, index));
  }
  const all = [...deleted.map((path): SavedFile => ({ path, deleted: true })), ...files];
  return all.toSorted((a, b) => (a.path < b.path ? -1 : 1)).slice(0, MAX_FILES * 5);
}

function isSame(before: Stamp | undefined, { size, ctimeMs, ino }: Stamp): boolean {
  return before?.size === size && before.ctimeMs === ctimeMs && before.ino === ino;
}
