import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { CallView } from '../loop/interfaces/hooks.ts';
import type { Json } from '../protocol/events.ts';
import { textsIn } from '../text/json-texts.ts';
import { shellCommands, toolUses } from '../tool-calls/tool-uses.ts';

/** Number of most recently read files that are remembered, and of lines of each. */
const MAX_FILES = 500;
const MAX_LINES = 20_000;
/** Maximum number of characters of a result that is compared. */
const MAX_CHARACTERS = 400_000;
/** Number of lines at the start and at the end of a result that may be its tool's own words. */
const EDGE = 2;
/** Number of other lines that must have been shown before such words can be recognized. */
const MIN_KNOWN = 3;

/** Programs that print a file, or a part of it. */
const PRINTING = /^(?:cat|bat|head|tail|sed|nl|less|more|type|gc|get-content)$/i;

/** The lines of a file that results have shown. */
interface Shown {
  /** The last change before they were shown. */
  readonly since: number;
  /** Keys of lines. */
  readonly lines: Set<string>;
  /** Keys of lines at the start or the end of a result, without their numbers. */
  readonly edges: Set<string>;
}

/** Remembers the lines of files that reading calls have shown, so that a read without any new line is recognized. */
export class ShownLines {
  private readonly files = new LRUCache<string, Shown>({ max: MAX_FILES });

  /**
   * True if a call reads a file, and its result has no line that earlier reads of this file have not shown since the last
   * change: another window of the same lines, or the same lines with a counter below. Remembers the lines.
   * @param since the last change before the call; what was shown before that is forgotten
   */
  hasNothingNew(call: Pick<CallView, 'tool' | 'args' | 'broken'>, value: Json, since: number): boolean {
    const file = call.broken === undefined ? fileReadBy(call) : undefined;
    if (file === undefined) return false;
    const text = textsIn(value).join('\n');
    if (text.length > MAX_CHARACTERS) return false;
    const lines = text.split('\n').flatMap((line) => (line.trim() === '' ? [] : [line.trimEnd()]));
    const known = this.files.get(file);
    const shown = known?.since === since ? known : { since, lines: new Set<string>(), edges: new Set<string>() };
    const isKnown = shown === known && lines.length > 0 && isShown(lines, shown);
    for (const line of lines) if (shown.lines.size < MAX_LINES) shown.lines.add(keyOf(line));
    for (const line of edgesOf(lines)) shown.edges.add(keyOf(withoutNumbers(line)));
    this.files.set(file, shown);
    return isKnown;
  }
}

/** Returns a key of a line that holds no text: a part of a result would keep all of it in memory. */
const keyOf = (line: string): string => hash('sha1', line, 'base64');

function isShown(lines: readonly string[], { lines: shown, edges }: Shown): boolean {
  // Where lines repeat, as in data, equal lines can be others.
  if (new Set(lines).size < lines.length / 2) return false;
  const isUnknown = lines.map((line) => !shown.has(keyOf(line)));
  const unknown = lines.filter((_, index) => isUnknown[index]);
  if (unknown.length === 0) return true;
  if (unknown.length > EDGE || lines.length - unknown.length < MIN_KNOWN) return false;
  // A field that changes is surrounded by others; what a tool says is before or after the lines.
  const above = isUnknown.indexOf(false);
  const below = isUnknown.length - 1 - isUnknown.lastIndexOf(false);
  if (above + below !== unknown.length) return false;
  return unknown.every((line) => {
    const mask = withoutNumbers(line);
    // A line that was added to a log looks like the lines above it, which stay.
    return edges.has(keyOf(mask)) && lines.filter((other) => withoutNumbers(other) === mask).length === 1;
  });
}

function edgesOf(lines: readonly string[]): readonly string[] {
  return [...lines.slice(0, EDGE), ...lines.slice(-EDGE)];
}

function withoutNumbers(line: string): string {
  return line.replace(/\d+/g, '0');
}

/** Returns the only file that a call reads; undefined for searches, and for everything else. */
function fileReadBy({ tool, args }: Pick<CallView, 'tool' | 'args'>): string | undefined {
  const uses = toolUses(tool, args, '/');
  const [use, ...others] = uses.filter(({ kind }) => kind !== 'search');
  if (use?.kind !== 'resource' || others.length > 0) return undefined;
  if (use.by === 'read') return use.asked === undefined ? undefined : use.path;
  const programs = shellCommands(tool, args, '/').flatMap(({ command }) => programsOf(command));
  return programs.length > 0 && programs.every((name) => PRINTING.test(name)) ? use.path : undefined;
}

/** Returns the programs of a command line, without changes of the folder. */
function programsOf(command: string): readonly string[] {
  const parts = command.split(/&&|;|\n|\|/).map((part) => part.trim().split(/\s+/)[0] ?? '');
  return parts.filter((name) => name !== '' && name !== 'cd');
}
