import { defined, formatCount, type Mention, type SkillDocument } from '../../../skill/index.ts';
import { writePathTitle } from '../../protocol.ts';
import { fitMessage, listSome } from '../rule/message.ts';
import { ticksBefore } from '../rule/prose.ts';
import type { Fix, Problem, Rule } from '../rule/rule.ts';
import { list } from '../rule/writing.ts';

/** Reports prose that names a bundled file without its path, so that a model guesses one and misses. */
export const referenceGuessable: Rule = {
  code: 'reference.guessable',
  title: 'Prose that makes a model guess a path',
  severity: 'warning',
  fixedLevel: true,
  *check({ document, analysis }): Iterable<Problem> {
    for (const { mention, verdict, judge } of analysis.mentions) {
      if (verdict.kind !== 'provokes') continue;
      const { guesses, meant } = verdict;
      yield defined({
        range: mention.range,
        target: mention.text,
        judge,
        suggestions: meant,
        message: messageFor(mention, guesses[0] ?? '', meant),
        fixes: writeFixes(document, mention, meant),
      });
    }
  },
};

/** Builds the message with as many of the meant files as fit. `guess`: the path that a model would request. */
function messageFor({ text, what }: Mention, guess: string, meant: readonly string[]): string {
  const lacks = what === 'folder' ? 'names a folder but none of its files' : 'names no path';
  const fact = `“${text}” ${lacks}, so a model guesses \`${guess}\`.`;
  if (meant.length === 0) return `${fact} Add the file with its path, or remove the sentence.`;
  return fitMessage(
    meant,
    (shown) => `${fact} Write ${what === 'folder' ? listSome(meant.length, shown) : list(shown)}.`,
  );
}

function writeFixes({ text }: SkillDocument, mention: Mention, meant: readonly string[]): readonly Fix[] {
  const { start, end } = mention.range;
  const code = insideCode(text, end);
  const at = code ? text.indexOf('`', end) + 1 : afterMarks(text, end);
  const add = (title: string, paths: readonly string[], preferred: boolean): Fix => {
    const edit = { range: { start: at, end: at }, text: ` (${paths.map((path) => `\`${path}\``).join(', ')})` };
    return { kind: 'edit', title, preferred, edits: [edit] };
  };
  // To a model, `data-preparation.md` in code already is a path: correct it instead of adding another.
  const isPath = code && /\.\w+$/.test(text.slice(start, end));
  const all = mention.what === 'folder' && meant.length > 1;
  const single = meant.map((path, index): Fix => {
    const title = writePathTitle(path);
    const preferred = index === 0 && !all;
    return isPath
      ? { kind: 'edit', title, preferred, edits: [{ range: { start, end }, text: path }] }
      : add(title, [path], preferred);
  });
  return all ? [add(`Write the paths of all ${formatCount(meant.length, 'file')}`, meant, true), ...single] : single;
}

/** Returns the offset after any closing emphasis, quotation mark, or link text and target, so that none of them breaks. */
function afterMarks(text: string, end: number): number {
  const rest = text.slice(end, end + 400);
  return (
    end +
    (/^(?:\*{1,3}|_{1,3}|~~|["”’»])*(?:\](?:\([^()\n]*\)|\[[^[\]\n]*\])?(?:\*{1,3}|_{1,3})?)?/.exec(rest)?.[0].length ??
      0)
  );
}

/** The previous line: mentions come in order, and thousands may be on one line. */
let last = { text: '', start: 0, end: -1, count: ticksBefore('') };

/** Counts the backticks before an offset on its line. */
function ticksOnLine(text: string, offset: number): number {
  if (last.text !== text || offset < last.start || offset > last.end) {
    const start = text.lastIndexOf('\n', offset - 1) + 1;
    const newline = text.indexOf('\n', offset);
    const end = newline < 0 ? text.length : newline;
    last = { text, start, end, count: ticksBefore(text.slice(start, end)) };
  }
  return last.count(offset - last.start);
}

/** Returns true if an offset is in a code span: an odd number of backticks precedes it on its line. */
function insideCode(text: string, offset: number): boolean {
  if (ticksOnLine(text, offset) % 2 === 0) return false;
  // The rest of the line, up to a plausible length.
  const [rest = ''] = text.slice(offset, offset + 2_000).split('\n', 1);
  return rest.includes('`');
}
