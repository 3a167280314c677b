/** How long the language server and `check` take for an input, in processor time of this thread. */

import { clearDocumentCache, type MemoryFile, memoryFiles, overlay } from '../../skill/index.ts';
import { formatJson } from '../check/json.ts';
import { runCheck } from '../check/run.ts';
import { codeActions } from '../features/actions/code-actions.ts';
import type { Session } from '../features/session.ts';
import { askDocument, askPlace, askSkill } from '../features/testing/every-feature.ts';
import type { Settings } from '../settings.ts';
import { Targets } from '../targets/targets.ts';
import { Buffers } from '../workspace/buffers.ts';
import type { SkillEntry } from '../workspace/entry.ts';
import { Lines } from '../workspace/lines.ts';
import { uriOf } from '../workspace/uris.ts';
import { Workspace } from '../workspace/workspace.ts';
import type { Input } from './input.ts';

const FOLDER = '/work';
const SETTINGS: Settings = { profile: 'auto', levels: new Map(), inlayTokens: true };
const EDITS = { documentChanges: true, create: true };
const EVERYTHING = { start: { line: 0, character: 0 }, end: { line: 1e6, character: 0 } };

/** Milliseconds that this thread has computed: other work on the machine does not count. */
export function clock(): number {
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

/** Where a cursor stands: in the middle, at the first and last path, behind both, at the last heading, in the skill's name. */
function cursors({ targets }: Session, path: string, { text }: Lines, entry: SkillEntry): readonly number[] {
  const leads = targets.of(path);
  const ends = [leads[0], leads.at(-1)].flatMap((lead) => (lead ? [lead.range.start, lead.range.end] : []));
  const document = entry.document(path);
  const heading = 'unreadable' in document ? undefined : document.headings.at(-1);
  const name = path === entry.manifest ? targets.nameOf(path) : undefined;
  return [...new Set([text.length >> 1, ...ends, heading?.range.start ?? 0, name?.start ?? 0])];
}

/** For every request about every document of the input. */
export function timeInEditor(input: Input): number {
  const fs = memoryFiles(filesOf(input));
  clearDocumentCache();
  const began = clock();
  const buffers = new Buffers();
  const overlaid = overlay(fs, buffers.texts);
  const workspace = new Workspace(overlaid, (code, document, error) => {
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
      const document = { session, fs: overlaid, path, lines };
      askDocument(document);
      // Without `resolve`, so that every edit is worked out.
      codeActions(session, path, { range: EVERYTHING, context: { diagnostics: [] } }, EDITS);
      for (const offset of cursors(session, path, lines, entry))
        askPlace({ ...document, position: lines.position(offset) });
    }
    askSkill(session, entry);
  }
  return clock() - began;
}

/** For a run of `check` with its report as JSON. */
export async function timeInCheck(input: Input): Promise<number> {
  const fs = memoryFiles(filesOf(input));
  clearDocumentCache();
  const began = clock();
  const result = await runCheck({
    ...{ fs, settings: SETTINGS, cwd: FOLDER, paths: ['.'] },
    onRuleError: (code, document, error) => {
      throw new Error(`rule ${code} threw on ${document}`, { cause: error });
    },
  });
  if (result.kind !== 'unreadable') formatJson(result.report);
  return clock() - began;
}

export interface Growth {
  /** Milliseconds for the longer input, and for the shorter one where that was measured. */
  readonly long: number;
  readonly short?: number;
  readonly ratio: number;
}

/**
 * How much longer twice the text takes. Of what takes less than `floor` milliseconds nothing is said (the ratio is 1). A ratio above
 * `most` is measured again, up to twice, the least of all times counting: noise adds time, and never takes any away.
 */
export async function growthOf(
  time: (length: number) => number | Promise<number>,
  length: number,
  { most, floor }: { readonly most: number; readonly floor: number },
): Promise<Growth> {
  let short = Number.POSITIVE_INFINITY;
  let long = Number.POSITIVE_INFINITY;
  for (let attempt = 0; attempt < 3; attempt++) {
    long = Math.min(long, await time(2 * length));
    if (long < floor) return { long, ratio: 1 };
    short = Math.min(short, await time(length));
    if (long <= most * short) break;
  }
  return { short, long, ratio: long / short };
}
