/** Measures the processor time of the language server and `check` for an input. */

import { formatJson } from '../../../../server/check/json.ts';
import { runCheck } from '../../../../server/check/run.ts';
import { codeActions } from '../../../../server/features/actions/code-actions.ts';
import type { Session } from '../../../../server/features/session.ts';
import type { Settings } from '../../../../server/settings.ts';
import { Targets } from '../../../../server/targets/targets.ts';
import { Buffers } from '../../../../server/workspace/buffers.ts';
import { Lines } from '../../../../server/workspace/lines.ts';
import type { SkillEntry } from '../../../../server/workspace/skill-entry.ts';
import { uriOf } from '../../../../server/workspace/uris.ts';
import { Workspace } from '../../../../server/workspace/workspace.ts';
import { clearDocumentCache, type MemoryFile, memoryFiles, overlay } from '../../../../skill/index.ts';
import { documentResponses, placeResponses, skillResponses } from '../features/every-feature.ts';
import type { Input } from './input.ts';

const FOLDER = '/work';
const SETTINGS: Settings = { clients: 'auto', levels: new Map(), inlayTokens: true };
const EDITS = { documentChanges: true, create: true };
const EVERYTHING = { start: { line: 0, character: 0 }, end: { line: 1e6, character: 0 } };

/** Returns the processor time of this thread, in milliseconds; other work on the machine does not count. */
export function processorTime(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}

function filesOf({ files }: Input): Readonly<Record<string, MemoryFile>> {
  return Object.fromEntries(
    Object.entries(files).map(([path, file]): [string, MemoryFile] => [
      path,
      file instanceof Uint8Array ? { kind: 'binary' } : file,
    ]),
  );
}

/** Returns cursor offsets: in the middle, at the first and last path, after both, at the last heading, in the skill's name. */
function cursors({ targets }: Session, path: string, { text }: Lines, entry: SkillEntry): readonly number[] {
  const occurrences = targets.of(path);
  const ends = [occurrences[0], occurrences.at(-1)].flatMap((occurrence) =>
    occurrence ? [occurrence.range.start, occurrence.range.end] : [],
  );
  const document = entry.document(path);
  const heading = 'unreadable' in document ? undefined : document.headings.at(-1);
  const name = path === entry.manifest ? targets.nameOf(path) : undefined;
  return [...new Set([text.length >> 1, ...ends, heading?.range.start ?? 0, name?.start ?? 0])];
}

/** Measures every request about every document of the input. */
export function timeInEditor(input: Input): number {
  const fs = memoryFiles(filesOf(input));
  clearDocumentCache();
  const startTime = processorTime();
  const buffers = new Buffers();
  const fileSystem = overlay(fs, buffers.texts);
  const workspace = new Workspace(fileSystem, (code, document, error) => {
    throw new Error(`rule ${code} threw on ${document}`, { cause: error });
  });
  const targets = new Targets(workspace);
  const session: Session = { workspace, targets, buffers, rulePages: '/pages', reportedByEditor: new Set() };
  workspace.setFolders([FOLDER]);
  workspace.setSettings(SETTINGS);
  for (const entry of workspace.skills()) {
    for (const path of entry.documents()) {
      const read = fs.read(path);
      const text = read.kind === 'text' ? read.text : '';
      if (read.kind === 'text') buffers.open(uriOf(path), 'markdown', 1, text);
      const lines = new Lines(text);
      const document = { session, fs: fileSystem, path, lines };
      documentResponses(document);
      // Without `resolve`, so that every edit is computed.
      codeActions(session, path, { range: EVERYTHING, context: { diagnostics: [] } }, EDITS);
      for (const offset of cursors(session, path, lines, entry))
        placeResponses({ ...document, position: lines.position(offset) });
    }
    skillResponses(session, entry);
  }
  return processorTime() - startTime;
}

/** Measures a run of `check` with JSON output. */
export async function timeInCheck(input: Input): Promise<number> {
  const fs = memoryFiles(filesOf(input));
  clearDocumentCache();
  const startTime = processorTime();
  const result = await runCheck({
    fs,
    settings: SETTINGS,
    cwd: FOLDER,
    paths: ['.'],
    onRuleError: (code, document, error) => {
      throw new Error(`rule ${code} threw on ${document}`, { cause: error });
    },
  });
  if (result.kind !== 'unreadable') formatJson(result.report);
  return processorTime() - startTime;
}

export interface Growth {
  /** Milliseconds for the longer input, and for the shorter one if it was measured. */
  readonly long: number;
  readonly short?: number;
  readonly ratio: number;
}

/**
 * Returns the ratio of the times for two lengths of a text, one twice the other. If the longer one takes less than `floor`
 * milliseconds, the ratio is 1. A ratio above `maxRatio` is measured again, up to twice, using the minimum of all times, since
 * noise only adds time.
 */
export async function growthOf(
  time: (length: number) => number | Promise<number>,
  length: number,
  { maxRatio, floor }: { readonly maxRatio: number; readonly floor: number },
): Promise<Growth> {
  let short = Number.POSITIVE_INFINITY;
  let long = Number.POSITIVE_INFINITY;
  for (let attempt = 0; attempt < 3; attempt++) {
    long = Math.min(long, await time(2 * length));
    if (long < floor) return { long, ratio: 1 };
    short = Math.min(short, await time(length));
    if (long <= maxRatio * short) break;
  }
  return { short, long, ratio: long / short };
}
