import { structuredPatch } from 'diff';
import type pc from 'picocolors';
import { own } from '../../skill/index.ts';
import type { FileChange, WorkspaceChanges } from '../protocol/events.ts';
import { formatCount } from '../text/count.ts';
import { exactLine, exactText } from './plain-text.ts';

type Colors = ReturnType<typeof pc.createColors>;

/** Maximum number of lines of all diffs, and of the diff of one file. */
const MAX_LINES = 200;
const MAX_LINES_OF_FILE = 60;
/** Limits of the comparison, which takes quadratic time for texts without common lines. */
const LIMITS = { context: 3, timeout: 200, maxEditLength: 4_000 } as const;

const REASONS: { readonly [reason in NonNullable<FileChange['omitted']>]: string } = {
  binary: 'binary',
  large: 'too large to show',
  link: 'a link',
  unknown: 'cannot be compared',
};

/** Formats the files that a run changed in the copy of its workspace, each with a bounded unified diff. */
export function prettyChanges({ changes, more = 0, incomplete }: WorkspaceChanges, color: Colors): string {
  if (incomplete === true)
    return color.dim('The copy of the workspace was too large to be compared: its changes are unknown.');
  const count = changes.length + more;
  const lines = [color.bold(`${formatCount(count, 'file')} changed in the copy of the workspace`)];
  let room = MAX_LINES;
  for (const change of changes) {
    const reason = change.omitted === undefined ? '' : color.dim(` (${own(REASONS, change.omitted) ?? ''})`);
    lines.push(`  ${change.kind} ${exactLine(change.path)}${reason}`);
    const diff = diffOf(change);
    const limit = Math.min(room, MAX_LINES_OF_FILE);
    lines.push(...diff.slice(0, limit).map((line) => `    ${paint(line, color)}`));
    if (diff.length > limit) lines.push(color.dim(`    … ${formatCount(diff.length - limit, 'more line')}`));
    room -= Math.min(diff.length, limit);
  }
  if (more > 0) lines.push(color.dim(`  … ${formatCount(more, 'more file')}`));
  return lines.join('\n');
}

function diffOf({ before = '', after = '', omitted }: FileChange): readonly string[] {
  // Texts in separate files have been read by now.
  if (omitted !== undefined || typeof before !== 'string' || typeof after !== 'string') return [];
  const patch = structuredPatch('', '', before, after, undefined, undefined, LIMITS);
  if (patch === undefined) return ['the texts differ too much for a diff'];
  return patch.hunks.flatMap(({ oldStart, oldLines, newStart, newLines, lines }) => [
    `@@ -${rangeOf(oldStart, oldLines)} +${rangeOf(newStart, newLines)} @@`,
    ...lines,
  ]);
}

/** Formats a range of a unified diff: an empty one starts after the line before it. */
function rangeOf(start: number, lines: number): string {
  return `${lines === 0 ? start - 1 : start},${lines}`;
}

function paint(line: string, color: Colors): string {
  const shown = exactText(line.length > 400 ? `${line.slice(0, 400)}…` : line);
  if (line.startsWith('@@')) return color.cyan(shown);
  if (line.startsWith('+')) return color.green(shown);
  return line.startsWith('-') ? color.red(shown) : shown;
}
