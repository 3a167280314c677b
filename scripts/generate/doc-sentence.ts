/** The first sentence of doc comments and READMEs. */

/**
 * Returns the first sentence about a source file, without the period, or undefined if the source has none. It is that of the
 * comment at the start of the file, or else of an exported declaration: the one with the file's name, the first function or
 * class, or the first of any kind.
 */
export function sentenceOfSource(text: string, file: string): string | undefined {
  const atStart = /^(?:#!.*\n|\/\/.*\n|\s)*\/\*\*((?:(?!\*\/).)*)\*\/(?!\nexport)/s.exec(text);
  const comments = [...text.matchAll(/^\/\*\*((?:(?!\*\/).)*)\*\/\n((?:export|declare)\b[^\n]*)/gms)];
  const wanted = nameOf(file);
  const named = comments.find(([, , code = '']) => declaredName(code) === wanted);
  const main = comments.find(([, , code = '']) =>
    /^export (?:default |async |abstract )*(?:function|class)\b/.test(code),
  );
  return [atStart?.[1], named?.[1], main?.[1], ...comments.map(([, comment]) => comment)]
    .map((comment) => (comment === undefined ? undefined : firstSentence(withoutStars(comment))))
    .find((sentence) => sentence !== undefined);
}

/** Returns the first sentence below the title of a README, without the period, or undefined if it has none. */
export function sentenceOfReadme(text: string): string | undefined {
  const [, body = ''] = /^# [^\n]*\n+(.*)/s.exec(text) ?? [];
  return /^[#|<]/.test(body) ? undefined : firstSentence(body);
}

function firstSentence(text: string): string | undefined {
  const [paragraph = ''] = text.trim().split(/\n\s*(?:\n|@|[-*|<] )/);
  if (paragraph === '' || paragraph.startsWith('@')) return undefined;
  const line = paragraph.replace(/\{@link (?:code )?([^}]+)\}/g, '`$1`').replace(/\s+/g, ' ');
  // Periods in code, and those of abbreviations, end no sentence.
  const end = /^(?:`[^`]*`|(?:e\.g\.|i\.e\.|etc\.)(?= )|[^`])*?(?=\.(?:\s|$)|[:?!](?:\s*$))/.exec(line);
  return end === null ? line : end[0];
}

/** Removes the asterisks at the start of the lines of a comment. */
const withoutStars = (comment: string): string => comment.replace(/^[ \t]*\*? ?/gm, '');

/** Returns the name that a file is called after, in lower case without hyphens. */
const nameOf = (file: string): string =>
  (file.split('/').at(-1) ?? '')
    .replace(/\.\w+$/, '')
    .replaceAll('-', '')
    .toLowerCase();

const declaredName = (code: string): string | undefined =>
  /(?:function\*?|class|const|let|interface|type|enum)\s+(\w+)/.exec(code)?.[1]?.toLowerCase();
