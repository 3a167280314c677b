import { join } from 'node:path';
import { defined } from '../../skill/index.ts';
import { ConfinedFiles } from '../confined/confined-files.ts';
import { FileSteps } from '../confined/file-work.ts';
import type { FileChange } from '../protocol/events.ts';
import type { FoundChanges } from '../protocol/file-changes.ts';
import { type BaselineFile, type CopiedFolders, originalOf, readBaseline } from './baseline.ts';
import { readText } from './read-text.ts';
import { walkFiles } from './walk-files.ts';

/** Maximum number of files that are listed. */
const MAX_FILES = 500;
/** Maximum bytes of all texts together. */
const MAX_TEXTS = 1024 * 1024;

type Text = { readonly kind: 'text'; readonly text: string } | { readonly kind: FileChange['omitted'] };

/**
 * Compares the copy of a workspace with its state before the run. Undefined if that state is not known, or if there is more
 * to compare than `milliseconds` allow. Never rejects.
 * @param files the copy
 * @param baseline absolute path of the record of that state
 * @param copied the folders that were copied: the record does not name any, because others may have changed it
 */
export async function findChanges(
  files: ConfinedFiles,
  workspace: string,
  baseline: string,
  copied: CopiedFolders,
  milliseconds: number,
): Promise<FoundChanges | undefined> {
  const originals = new Originals(copied);
  try {
    return await compare(files, workspace, baseline, originals, milliseconds);
  } catch {
    return undefined;
  } finally {
    originals.close();
  }
}

async function compare(
  files: ConfinedFiles,
  workspace: string,
  baseline: string,
  originals: Originals,
  milliseconds: number,
): Promise<FoundChanges | undefined> {
  const before = readBaseline(baseline);
  if (before === undefined) return undefined;
  const deadline = performance.now() + milliseconds;
  const candidates: [path: string, kind: FileChange['kind']][] = [];
  const existing = new Set<string>();
  const isComplete = await walkFiles(files, workspace, deadline, (path, { size, ctimeMs, ino }) => {
    existing.add(path);
    const file = before.get(path);
    if (file === undefined) candidates.push([path, 'added']);
    else if (file.size !== size || file.ctimeMs !== ctimeMs || file.ino !== ino) candidates.push([path, 'changed']);
  });
  if (!isComplete) return undefined;
  for (const path of before.keys()) if (!existing.has(path)) candidates.push([path, 'deleted']);
  candidates.sort(([a], [b]) => (a < b ? -1 : 1));
  const changes: FileChange[] = [];
  let more = 0;
  let budget = MAX_TEXTS;
  const steps = new FileSteps();
  for (const [path, kind] of candidates) {
    if (steps.isTurnDue) await steps.giveTurn();
    if (changes.length >= MAX_FILES || performance.now() > deadline) {
      more++;
      continue;
    }
    const file = before.get(path);
    const old: Text = file === undefined ? { kind: 'text', text: '' } : originals.textOf(path, file);
    const now: Text = kind === 'deleted' ? { kind: 'text', text: '' } : readText(files, join(workspace, path));
    const change = changeOf(path, kind, old, now, budget);
    if (change === undefined) continue;
    changes.push(change);
    budget -= sizeOf(change.before) + sizeOf(change.after);
  }
  return { changes, more };
}

/** Describes a change. Undefined if only the times or the mode of the file changed. */
function changeOf(
  path: string,
  kind: FileChange['kind'],
  old: Text,
  now: Text,
  budget: number,
): FileChange | undefined {
  if (old.kind !== 'text') return defined({ path, kind, omitted: old.kind || undefined });
  if (now.kind !== 'text') return defined({ path, kind, omitted: now.kind || undefined });
  if (kind === 'changed' && old.text === now.text) return undefined;
  if (sizeOf(old.text) + sizeOf(now.text) > budget) return { path, kind, omitted: 'large' };
  return defined({
    path,
    kind,
    before: kind === 'added' ? undefined : old.text,
    after: kind === 'deleted' ? undefined : now.text,
  });
}

/** Reads the originals of files, each below the folder that was copied. */
class Originals {
  private readonly copied: CopiedFolders;
  private readonly folders = new Map<string, ConfinedFiles | undefined>();

  constructor(copied: CopiedFolders) {
    this.copied = copied;
  }

  /** Returns the text of the original of a file, if it is still as it was copied. */
  textOf(file: string, { originalMtimeMs, size }: BaselineFile): Text {
    const original = originalOf(this.copied, file);
    if (original === undefined) return { kind: 'unknown' };
    const { folder, path } = original;
    if (!this.folders.has(folder)) this.folders.set(folder, ConfinedFiles.hold(folder));
    const files = this.folders.get(folder);
    const located = files?.locateEntry(path);
    if (files === undefined || located?.kind !== 'found') return { kind: 'unknown' };
    if (located.stats.mtimeMs !== originalMtimeMs || located.stats.size !== size) return { kind: 'unknown' };
    return readText(files, path);
  }

  close(): void {
    for (const files of this.folders.values()) files?.close();
  }
}

function sizeOf(text: FileChange['before']): number {
  return typeof text === 'string' ? text.length : 0;
}
