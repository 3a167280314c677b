import type { SkillDocument } from '../../skill/model.ts';
import type { Fix, Rule } from './rule.ts';
import { list } from './writing.ts';

/** Prose that names a bundled thing without its path, so that a model guesses one and misses. */
export const referenceGuessable: Rule = {
  code: 'reference.guessable',
  title: 'Prose that makes a model guess a path',
  severity: 'warning',
  *check({ document, analysis }) {
    for (const { mention, verdict } of analysis.mentions) {
      if (verdict.kind !== 'provokes') continue;
      const { asked, meant } = verdict;
      yield {
        range: mention.range,
        target: mention.text,
        suggestions: meant,
        message: `“${mention.text}” names a file without its path. A model sees no list of the skill's files, so it guesses: it asks for ${list(asked.slice(0, 2))}, and misses. ${
          meant.length > 0
            ? `Write the path: ${list(meant)}?`
            : 'Nothing like it is bundled: add the file with its path, or take the sentence out.'
        }`,
        fixes: writeFixes(document, mention.range.start, mention.range.end, meant),
      };
    }
  },
};

function writeFixes(document: SkillDocument, start: number, end: number, meant: readonly string[]): readonly Fix[] {
  const code = insideCode(document.text, end);
  return meant.map((path, index) => {
    // `data-preparation.md` in code is itself a path as a model sees it: correct it rather than add another.
    const replace = code && /\.\w+$/.test(document.text.slice(start, end));
    const at = code ? document.text.indexOf('`', end) + 1 : afterMarks(document.text, end);
    return {
      kind: 'edit',
      title: `Write the path of ${path}`,
      preferred: index === 0,
      edits: [
        replace ? { range: { start, end }, text: path } : { range: { start: at, end: at }, text: ` (\`${path}\`)` },
      ],
    };
  });
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

/** Whether an offset lies in a code span: an odd number of backticks stands before it in its line. */
function insideCode(text: string, offset: number): boolean {
  const line = text.lastIndexOf('\n', offset - 1) + 1;
  const before = text.slice(line, offset).split('`').length - 1;
  const next = text.indexOf('`', offset);
  const eol = text.indexOf('\n', offset);
  return before % 2 === 1 && next >= 0 && (eol < 0 || next < eol);
}
