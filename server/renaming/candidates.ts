/** The ways in which a place can be written anew, the best first. */
import type { Range } from '../../skill/index.ts';
import type { Lead } from '../targets/target.ts';
import type { Moves } from './moves.ts';
import { namesAfter, type Standpoint } from './names.ts';
import { takeApart, writeAnew } from './written.ts';

export interface Replacement {
  readonly range: Range;
  readonly text: string;
}

/** A place that must change. */
export interface Candidate {
  readonly lead: Lead;
  /** What it leads to now; absolute. */
  readonly target: string;
  /** What may be written; the first that leads to the target afterwards is taken. */
  readonly writings: readonly [Replacement, ...Replacement[]];
  /** Why nobody can be sure that the place means the target. */
  readonly doubt?: string;
  /** Names of skills lead there by what is in the file system, not by a path. */
  readonly isName?: true;
}

/** Of so many files of a name the user is asked whether one of them is meant. */
const MOST_MEANT = 3;

/** How a lead of a document is to be written anew; undefined where it stays as it is, or cannot be written. */
export function candidatesFor(
  lead: Lead,
  text: string,
  moves: Moves,
  before: Standpoint,
  after: Standpoint,
  names: ReadonlyMap<string, string>,
): Candidate | undefined {
  if (lead.form === 'name') return nameAnew(lead, names);
  const moved = lead.targets.find(({ path }) => moves.isMoved(path)) ?? lead.targets[0];
  if (lead.form === 'anchor' || lead.form === 'mention') return undefined;
  if (moved === undefined || lead.kind === 'missing' || lead.kind === 'guess') return undefined;
  const { start } = lead.range;
  const form = lead.form === 'frontmatter' || lead.form === 'import' ? 'bare' : lead.form;
  const written = takeApart(lead.written, form, isBracketed(text, start));
  const to = namesAfter(lead, written, moved.path, moves, before, after);
  if (to === undefined || to.from.length !== written.segments.length) return undefined;
  if (to.from.length === to.to.length && to.from.every((name, index) => name === to.to[index])) return undefined;
  const plain = inPlace(lead, text, writeAnew(written, to.from, to.to));
  if (plain.text === lead.written) return undefined;
  const encoded = { range: lead.range, text: writeAnew(written, to.from, to.to, 'encoded') };
  // A name that many files have means each of them as little as the others.
  if (lead.targets.length > MOST_MEANT) return undefined;
  const several = lead.targets.length > 1 ? `\`${lead.written}\` may mean another file of that name` : undefined;
  return {
    lead,
    target: moved.path,
    writings: encoded.text === plain.text ? [plain] : [plain, encoded],
    ...(several ? { doubt: several } : {}),
  };
}

/** Whether a link's target stands in `<…>`, with a prefix for the skill's folder before it or without. */
const isBracketed = (text: string, start: number): boolean =>
  /<(?:[$\w{}]{1,60}\/)?$/.test(text.slice(Math.max(0, start - 64), start));

/** What a shell takes apart. */
const NEEDS_QUOTES = /[\s|;&()<>`'"*?#~!]/;

/** A path in the place of another one; in a command in quotes where it needs them and has none, with what belongs to its word. */
function inPlace({ form, range, written }: Lead, text: string, path: string): Replacement {
  const isCommand = form === 'fence-command' || form === 'code-command';
  if (!isCommand || !NEEDS_QUOTES.test(path) || NEEDS_QUOTES.test(written) || /["']/.test(text[range.start - 1] ?? ''))
    return { range, text: path };
  // eslint-disable-next-line regexp/no-super-linear-move -- reads at most 200 units
  const head = /[^\s"'|;&()<>=,`]*$/.exec(text.slice(Math.max(0, range.start - 200), range.start))?.[0] ?? '';
  if (text[range.start - head.length - 1] === '"') return { range, text: path };
  const quoted = `"${head}${path.replace(/["`\\]/g, '\\$&')}"`;
  return { range: { start: range.start - head.length, end: range.end }, text: quoted };
}

/** A skill's name in prose, in a list, as a tool. */
function nameAnew(lead: Lead, names: ReadonlyMap<string, string>): Candidate | undefined {
  const [target] = lead.targets;
  const name = names.get(target?.path ?? '');
  if (target === undefined || name === undefined || lead.written === name) return undefined;
  const sure = lead.kind === 'name' && lead.targets.length === 1;
  return {
    lead,
    target: target.path,
    writings: [{ range: lead.range, text: name }],
    isName: true,
    ...(sure ? {} : { doubt: `\`${lead.written}\` may not mean this skill` }),
  };
}
