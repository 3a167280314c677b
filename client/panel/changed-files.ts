/** Reads the files that a run changed in the copy of its workspace. Journals are untrusted: every field is checked. */
import type { FileChange } from '../../runtime/protocol/events.ts';
import { defined } from '../../runtime/text/objects.ts';
import { journalFile, readBlob, readNew } from './journal-file.ts';
import { blobOf, isObject, type Loose, oneLine, text } from './trace/read.ts';

/** A changed file with its texts; without them if they cannot be shown. */
export interface ChangedFile {
  /** Relative to the workspace. */
  readonly path: string;
  readonly kind: FileChange['kind'];
  readonly texts?: { readonly before: string; readonly after: string };
}

const KINDS: readonly FileChange['kind'][] = ['added', 'changed', 'deleted'];
const MARK = Buffer.from('"type":"workspace_changes"');
const MAX_FILES = 500;

/** Returns the changed files of the last prompt of a run; none if the journal at this absolute path cannot be read. */
export async function readChangedFiles(path: string): Promise<readonly ChangedFile[]> {
  const journal = journalFile(path);
  let last: readonly Loose[] = [];
  const handle = (event: unknown): void => {
    if (!isObject(event) || event.type !== 'workspace_changes') return;
    last = Array.isArray(event.changes) ? event.changes.slice(0, MAX_FILES).filter(isObject) : [];
  };
  await readNew(journal, handle, undefined, (line) => line.includes(MARK));
  const textOf = async (value: unknown): Promise<string | undefined> => {
    const blob = blobOf(value);
    const read = blob === undefined ? value : await readBlob(journal, blob);
    return typeof read === 'string' ? read : undefined;
  };
  const files: ChangedFile[] = [];
  for (const change of last) {
    const kind = KINDS.find((one) => one === change.kind);
    const name = oneLine(text(change, 'path'), 1_000);
    if (kind === undefined || name === '') continue;
    const before = kind === 'added' ? '' : await textOf(change.before);
    const after = kind === 'deleted' ? '' : await textOf(change.after);
    const isShown = change.omitted === undefined && before !== undefined && after !== undefined;
    files.push(defined({ path: name, kind, texts: isShown ? { before, after } : undefined }));
  }
  return files;
}
