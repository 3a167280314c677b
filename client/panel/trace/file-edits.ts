/** The changes of files that calls of clients' tools ask for, as lines removed and inserted. */

import { EDIT_TOOLS } from '../../../runtime/protocol/client-tool-names.ts';
import type { Json } from '../../../runtime/protocol/events.ts';
import { align, Numbering } from '../../../runtime/text/align.ts';
import { own } from '../../../runtime/text/objects.ts';
import type { DiffLine, FileEdit } from '../../timeline/payload.ts';
import { isObject, type Loose } from './read.ts';
import type { LineCounts } from './types.ts';

/** The parameters of clients' tools: the file, the text before and after, and the entire text of a new file. */
const PATHS = ['file_path', 'filePath', 'path', 'absolute_path', 'target_file'];
const BEFORE = ['old_string', 'oldString', 'old_str', 'oldText', 'old_text'];
const AFTER = ['new_string', 'newString', 'new_str', 'newText', 'new_text'];
const WHOLE = ['content', 'file_text', 'insert_text', 'code'];
const PATCHES = ['input', 'patch', 'patchText', 'patch_text'];

/** Maximum number of lines of one change, and of changes of one call. */
const MAX_LINES = 1000;
const MAX_EDITS = 50;
/** Unchanged lines around a change; more are left out. */
const CONTEXT = 3;
/** Maximum effort of a comparison, see `align`. */
const MAX_CELLS = 1_000_000;

/** Returns the changes that a call asks for; none if its tool does not write files, or has other parameters. */
export function fileEdits(tool: string, args: Json | undefined): readonly FileEdit[] {
  if (!EDIT_TOOLS.test(tool.toLowerCase())) return [];
  if (typeof args === 'string') return patchEdits(args);
  if (!isObject(args)) return [];
  const patch = textOf(args, PATCHES);
  if (patch !== undefined) return patchEdits(patch);
  const path = textOf(args, PATHS) ?? '';
  const parts = Array.isArray(args.edits) ? args.edits.slice(0, MAX_EDITS).filter(isObject) : [args];
  const changes = parts.map(changeOf).filter((lines) => lines !== undefined);
  if (changes.length === 0) return [];
  const lines = changes.flatMap((change, index) => (index === 0 ? change : [GAP, ...change]));
  return [editOf(path, lines)];
}

/** Returns the numbers of lines that changes add and remove; undefined if there are no changes. */
export function countLines(edits: readonly FileEdit[]): LineCounts | undefined {
  if (edits.length === 0) return undefined;
  let added = 0;
  let removed = 0;
  for (const { lines, more } of edits) {
    added += more;
    for (const { kind } of lines) {
      if (kind === 'inserted') added++;
      else if (kind === 'removed') removed++;
    }
  }
  return { added, removed };
}

const GAP: DiffLine = { kind: 'gap', text: '' };

/** Returns the first of these fields that is a text. */
function textOf(fields: Loose, names: readonly string[]): string | undefined {
  return names.map((name) => own(fields, name)).find((value) => typeof value === 'string');
}

function changeOf(part: Loose): readonly DiffLine[] | undefined {
  const before = textOf(part, BEFORE);
  const after = textOf(part, AFTER);
  if (before !== undefined && after !== undefined) return diffLines(before, after);
  const whole = textOf(part, WHOLE) ?? after;
  return whole === undefined ? undefined : linesOf(whole).map((text) => ({ kind: 'inserted', text }));
}

function linesOf(text: string): readonly string[] {
  const lines = text.split('\n');
  // The line break at the end starts no line.
  return lines.length > 1 && lines.at(-1) === '' ? lines.slice(0, -1) : lines;
}

function editOf(path: string, lines: readonly DiffLine[]): FileEdit {
  return { path, lines: lines.slice(0, MAX_LINES), more: Math.max(0, lines.length - MAX_LINES) };
}

/** Returns the lines of two texts, with those removed before those inserted, and few unchanged ones. */
export function diffLines(before: string, after: string): readonly DiffLine[] {
  const [old, now] = [linesOf(before), linesOf(after)];
  const ids = new Numbering();
  const lines: DiffLine[] = [];
  let inserted: DiffLine[] = [];
  for (const [a, b] of align([ids.number(old)], [ids.number(now)], [0], MAX_CELLS)) {
    if (a === null) inserted.push({ kind: 'inserted', text: now[b ?? 0] ?? '' });
    else if (b === null) lines.push({ kind: 'removed', text: old[a] ?? '' });
    else {
      lines.push(...inserted, { kind: 'same', text: old[a] ?? '' });
      inserted = [];
    }
  }
  return withoutFarLines([...lines, ...inserted]);
}

/** Replaces unchanged lines that are far from a change by gaps. */
function withoutFarLines(lines: readonly DiffLine[]): readonly DiffLine[] {
  const isNear = new Uint8Array(lines.length);
  for (const [index, { kind }] of lines.entries())
    if (kind !== 'same') isNear.fill(1, Math.max(0, index - CONTEXT), index + CONTEXT + 1);
  return lines.flatMap((line, index) => {
    if (isNear[index] === 1) return [line];
    return index > 0 && isNear[index - 1] === 1 && isNear.indexOf(1, index) > 0 ? [GAP] : [];
  });
}

const PATCH_FILE = /^\*\*\* (?:Add|Update|Delete) File: (.*)$/;
const PATCH_KINDS: { readonly [sign: string]: DiffLine['kind'] } = { '+': 'inserted', '-': 'removed', ' ': 'same' };

/** Reads a patch of the form of `apply_patch`. */
function patchEdits(patch: string): readonly FileEdit[] {
  const files: { readonly path: string; readonly lines: DiffLine[] }[] = [];
  for (const line of patch.split('\n')) {
    const path = PATCH_FILE.exec(line)?.[1];
    const file = files.at(-1);
    if (path !== undefined) files.push({ path: path.trim(), lines: [] });
    else if (file === undefined || line.startsWith('*** ')) continue;
    else if (line.startsWith('@@')) file.lines.push({ kind: 'gap', text: line.slice(2).trim() });
    else {
      const kind = own(PATCH_KINDS, line.slice(0, 1));
      if (kind !== undefined) file.lines.push({ kind, text: line.slice(1) });
    }
  }
  return files.slice(0, MAX_EDITS).map(({ path, lines }) => editOf(path, lines));
}
