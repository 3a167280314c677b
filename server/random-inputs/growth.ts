/** How long the language server and `check` take for an input, in processor time of this thread. */

import { forgetDocuments, type MemoryFile, memoryFiles, overlay } from '../../skill/index.ts';
import { formatJson } from '../check/json.ts';
import { runCheck } from '../check/run.ts';
import { codeActions } from '../features/actions/code-actions.ts';
import { codeLenses } from '../features/code-lenses.ts';
import { definition } from '../features/definition.ts';
import { documentLinks } from '../features/document-links.ts';
import { hover } from '../features/hover/hover.ts';
import { pullDocument } from '../features/pull.ts';
import { highlights, references } from '../features/references.ts';
import type { Session } from '../features/session.ts';
import { documentSymbols } from '../features/structure/document-symbols.ts';
import { foldingRanges } from '../features/structure/folding.ts';
import { inlayHints } from '../features/structure/inlay-hints.ts';
import { selectionRanges } from '../features/structure/selection.ts';
import { semanticTokens } from '../features/structure/semantic-tokens.ts';
import type { Settings } from '../settings.ts';
import { Targets } from '../targets/targets.ts';
import { Buffers } from '../workspace/buffers.ts';
import { Lines } from '../workspace/lines.ts';
import { uriOf } from '../workspace/uris.ts';
import { Workspace } from '../workspace/workspace.ts';
import type { Input } from './input.ts';

const FOLDER = '/work';
const SETTINGS: Settings = { profile: 'auto', levels: new Map(), inlayTokens: true };
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

/** Asks what an editor asks where a cursor stands: in the middle of the text, and at its first and last lead. */
function followed(session: Session, path: string, text: string): void {
  const lines = new Lines(text);
  const leads = session.targets.of(path);
  for (const offset of [text.length >> 1, leads[0]?.range.start ?? 0, leads.at(-1)?.range.start ?? 0]) {
    const position = lines.position(offset);
    hover(session, path, position, { markdown: true, widths: true });
    definition(session, path, position, true);
    references(session, path, position, true);
    highlights(session, path, position);
  }
}

/** What an editor asks to show what a document is made of. */
function outlined(session: Session, path: string, text: string): void {
  const end = new Lines(text).position(text.length);
  documentSymbols(session, path, true);
  foldingRanges(session, path);
  selectionRanges(session, path, [end]);
  semanticTokens(session, path);
  inlayHints(session, path, () => ({ start: 0, end: text.length }));
}

/** For all that an editor asks of every document of the input: diagnostics, fixes, lenses, links. */
export function timeInEditor(input: Input): number {
  const fs = memoryFiles(filesOf(input));
  forgetDocuments();
  const began = clock();
  const buffers = new Buffers();
  const workspace = new Workspace(overlay(fs, buffers.texts), (code, document, error) => {
    throw new Error(`rule ${code} threw on ${document}`, { cause: error });
  });
  const targets = new Targets(workspace);
  const session: Session = { workspace, targets, buffers, rulePages: '/pages', reportedByEditor: new Set() };
  workspace.setFolders([FOLDER]);
  workspace.setSettings(SETTINGS);
  for (const entry of workspace.skills()) {
    for (const path of entry.documents()) {
      const read = fs.read(path);
      if (read.kind === 'text') buffers.open(uriOf(path), 'markdown', 1, read.text);
      pullDocument(session, path, undefined);
      codeActions(
        session,
        path,
        { range: EVERYTHING, context: { diagnostics: [] } },
        { documentChanges: true, create: true },
      );
      codeLenses(session, path);
      documentLinks(session, path);
      followed(session, path, read.kind === 'text' ? read.text : '');
      outlined(session, path, read.kind === 'text' ? read.text : '');
    }
  }
  return clock() - began;
}

/** For a run of `check` with its report as JSON. */
export async function timeInCheck(input: Input): Promise<number> {
  const fs = memoryFiles(filesOf(input));
  forgetDocuments();
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
