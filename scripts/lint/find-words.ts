import { AVOIDED_WORDS } from './words-to-avoid.ts';

/** An avoided word in a text. Line and column count from 1. */
export interface FoundWord {
  readonly line: number;
  readonly column: number;
  readonly text: string;
  readonly instead: string;
}

/** A regular expression literal, whose words are data. */
const REGEXP_LITERAL =
  /(?<=[([=,:|&!?{}\s])\/(?![*/\s])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n[])+\/[dgimsuvy]*(?=[\s),;.\]])/g;

/** A fenced code block or a code span. */
const MARKDOWN_CODE = /^```[\s\S]*?^```|`[^`\n]+`/gm;

/**
 * Returns the avoided words in a source file or page, in the order of the list. A line with `words-ok`, and the line
 * after a comment that has it, may contain any word.
 * @param isMarkdown in Markdown, code is not searched: it quotes names and output
 */
export function findAvoidedWords(text: string, isMarkdown = false): readonly FoundWord[] {
  const prose = text.replace(isMarkdown ? MARKDOWN_CODE : REGEXP_LITERAL, (code) => code.replace(/[^\n]/g, ' '));
  const lines = text.split('\n');
  return AVOIDED_WORDS.flatMap(({ pattern, instead }) =>
    [...prose.matchAll(pattern)].flatMap((match): FoundWord[] => {
      const before = prose.slice(0, match.index).split('\n');
      const line = before.length;
      if (/\bwords-ok\b/.test(`${lines[line - 2] ?? ''}\n${lines[line - 1] ?? ''}`)) return [];
      const found = match[0].replace(/\s+/g, ' ');
      return [{ line, column: (before.at(-1)?.length ?? 0) + 1, text: found, instead }];
    }),
  );
}
