import type { Mention, SkillDocument } from '../../skill/index.ts';
import { ticksBefore } from './prose.ts';
import type { Fix, Rule } from './rule.ts';
import { list } from './writing.ts';

/** Prose that names a bundled thing without its path, so that a model guesses one and misses. */
export const referenceGuessable: Rule = {
  code: 'reference.guessable',
  title: 'Prose that makes a model guess a path',
  severity: 'warning',
  fixedLevel: true,
  *check({ document, analysis }) {
    for (const { mention, verdict, judge } of analysis.mentions) {
      if (verdict.kind !== 'provokes') continue;
      const { asked, meant } = verdict;
      yield {
        range: mention.range,
        target: mention.text,
        ...(judge ? { judge } : {}),
        suggestions: meant,
        message: `“${mention.text}” ${mention.what === 'folder' ? 'sends a model into a folder and names none of its files' : 'names a file without its path'}. A model sees no list of the skill's files, so it guesses: it asks for ${list(asked.slice(0, 2))}, and misses. ${
          meant.length > 0
            ? `Write the ${meant.length > 1 && mention.what === 'folder' ? 'paths' : 'path'}: ${list(meant)}?`
            : 'Nothing like it is bundled: add the file with its path, or take the sentence out.'
        }`,
        fixes: writeFixes(document, mention, meant),
      };
    }
  },
};

function writeFixes({ text }: SkillDocument, mention: Mention, meant: readonly string[]): readonly Fix[] {
  const { start, end } = mention.range;
  const code = insideCode(text, end);
  const at = code ? text.indexOf('`', end) + 1 : afterMarks(text, end);
  const add = (title: string, paths: readonly string[], preferred: boolean): Fix => {
    const edit = { range: { start: at, end: at }, text: ` (${paths.map((path) => `\`${path}\``).join(', ')})` };
    return { kind: 'edit', title, preferred, edits: [edit] };
  };
  // `data-preparation.md` in code is itself a path as a model sees it: correct it rather than add another.
  const isPath = code && /\.\w+$/.test(text.slice(start, end));
  const all = mention.what === 'folder' && meant.length > 1;
  const single = meant.map((path, index): Fix => {
    const title = `Write the path of ${path}`;
    const preferred = index === 0 && !all;
    return isPath
      ? { kind: 'edit', title, preferred, edits: [{ range: { start, end }, text: path }] }
      : add(title, [path], preferred);
  });
  return all ? [add(`Write the paths of all ${meant.length} files`, meant, true), ...single] : single;
}

/** Past what closes emphasis, a quotation or a link's text and target around the words, so that none of them breaks. */
function afterMarks(text: string, end: number): number {
  const rest = text.slice(end, end + 400);
  return (
    end +
    (/^(?:\*{1,3}|_{1,3}|~~|["”’»])*(?:\](?:\([^()\n]*\)|\[[^[\]\n]*\])?(?:\*{1,3}|_{1,3})?)?/.exec(rest)?.[0].length ??
      0)
  );
}

/** The line that was asked for last: mentions come in order, and thousands may stand on one. */
let last = { text: '', start: 0, end: -1, count: ticksBefore('') };

/** How many backticks stand before an offset on its line. */
function ticksOnLine(text: string, offset: number): number {
  if (last.text !== text || offset < last.start || offset > last.end) {
    const start = text.lastIndexOf('\n', offset - 1) + 1;
    const newline = text.indexOf('\n', offset);
    const end = newline < 0 ? text.length : newline;
    last = { text, start, end, count: ticksBefore(text.slice(start, end)) };
  }
  return last.count(offset - last.start);
}

/** Whether an offset lies in a code span: an odd number of backticks stands before it in its line. */
function insideCode(text: string, offset: number): boolean {
  if (ticksOnLine(text, offset) % 2 === 0) return false;
  // The rest of its line, if that is a line that somebody writes.
  const [rest = ''] = text.slice(offset, offset + 2_000).split('\n', 1);
  return rest.includes('`');
}
