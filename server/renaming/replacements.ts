/** Generates the possible replacements of an occurrence, best first. */
import { defined, type Range } from '../../skill/index.ts';
import type { Occurrence } from '../targets/target.ts';
import type { Moves } from './moves.ts';
import { type DocumentLocation, namesAfter } from './names.ts';
import { parsePath, rewritePath } from './parsed-path.ts';

export interface Replacement {
  readonly range: Range;
  readonly text: string;
}

/** An occurrence that must change. */
export interface Candidate {
  readonly occurrence: Occurrence;
  /** Its current target; absolute. */
  readonly target: string;
  /** Possible texts; the first one that resolves to the target afterwards is used. */
  readonly replacements: readonly [Replacement, ...Replacement[]];
  /** The reason why the occurrence may not mean the target. */
  readonly doubt?: string;
  /** The occurrence is a skill's name, which is resolved by the file system, not by a path. */
  readonly isName?: true;
}

/** Maximum number of files with the same name for which the user is asked whether one is meant. */
const MAX_SAME_NAME = 3;

/** Returns the replacements of an occurrence; undefined if it stays unchanged or cannot be changed. */
export function candidateFor(
  occurrence: Occurrence,
  text: string,
  moves: Moves,
  before: DocumentLocation,
  after: DocumentLocation,
  names: ReadonlyMap<string, string>,
): Candidate | undefined {
  if (occurrence.form === 'name') return replaceName(occurrence, names);
  const moved = occurrence.targets.find(({ path }) => moves.isMoved(path)) ?? occurrence.targets[0];
  if (occurrence.form === 'anchor' || occurrence.form === 'mention') return undefined;
  if (moved === undefined || occurrence.kind === 'missing' || occurrence.kind === 'guess') return undefined;
  const { start } = occurrence.range;
  const form = occurrence.form === 'frontmatter' || occurrence.form === 'import' ? 'bare' : occurrence.form;
  const written = parsePath(occurrence.written, form, isBracketed(text, start));
  const to = namesAfter(occurrence, written, moved.path, moves, before, after);
  if (to === undefined || to.from.length !== written.segments.length) return undefined;
  if (to.from.length === to.to.length && to.from.every((name, index) => name === to.to[index])) return undefined;
  const plain = replacePath(occurrence, text, rewritePath(written, to.from, to.to));
  if (plain.text === occurrence.written) return undefined;
  const encoded = { range: occurrence.range, text: rewritePath(written, to.from, to.to, 'encoded') };
  // If too many files have this name, it hardly means one of them.
  if (occurrence.targets.length > MAX_SAME_NAME) return undefined;
  const ambiguity =
    occurrence.targets.length > 1 ? `\`${occurrence.written}\` may mean another file with this name` : undefined;
  return defined({
    occurrence,
    target: moved.path,
    replacements: encoded.text === plain.text ? [plain] : [plain, encoded],
    doubt: ambiguity || undefined,
  });
}

/** Returns true if a link's target is in `<…>`, with or without a prefix for the skill's folder. */
const isBracketed = (text: string, start: number): boolean =>
  /<(?:[$\w{}]{1,60}\/)?$/.test(text.slice(Math.max(0, start - 64), start));

/** Characters that a shell interprets. */
const NEEDS_QUOTES = /[\s|;&()<>`'"*?#~!]/;

/** Replaces a path; in a command, quotes the word that contains it if necessary. */
function replacePath({ form, range, written }: Occurrence, text: string, path: string): Replacement {
  const isCommand = form === 'fence-command' || form === 'code-command';
  if (!isCommand || !NEEDS_QUOTES.test(path) || NEEDS_QUOTES.test(written) || /["']/.test(text[range.start - 1] ?? ''))
    return { range, text: path };
  // eslint-disable-next-line regexp/no-super-linear-move -- reads at most 200 units
  const head = /[^\s"'|;&()<>=,`]*$/.exec(text.slice(Math.max(0, range.start - 200), range.start))?.[0] ?? '';
  if (text[range.start - head.length - 1] === '"') return { range, text: path };
  const quoted = `"${head}${path.replace(/["`\\]/g, '\\$&')}"`;
  return { range: { start: range.start - head.length, end: range.end }, text: quoted };
}

/** Replaces a skill's name in prose, in a list, or as a tool. */
function replaceName(occurrence: Occurrence, names: ReadonlyMap<string, string>): Candidate | undefined {
  const [target] = occurrence.targets;
  const name = names.get(target?.path ?? '');
  if (target === undefined || name === undefined || occurrence.written === name) return undefined;
  const sure = occurrence.kind === 'name' && occurrence.targets.length === 1;
  return defined({
    occurrence,
    target: target.path,
    replacements: [{ range: occurrence.range, text: name }],
    isName: true,
    doubt: sure ? undefined : `\`${occurrence.written}\` may not mean this skill`,
  });
}
