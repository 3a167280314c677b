/** Hover content in parts, formatted as Markdown or plain text. Texts of skills are data: they never become markup. */

/** Our own words, with interspersed texts that are shown as code or escaped. */
export type Words = readonly (string | { readonly code: string } | { readonly plain: string })[];

export type Part =
  | { readonly kind: 'words'; readonly words: Words }
  | { readonly kind: 'list'; readonly items: readonly Words[] }
  /** Lines of a file, unchanged. */
  | { readonly kind: 'lines'; readonly lines: readonly string[]; readonly language: string }
  /** A picture by its URI; `width` in pixels if the client supports one. */
  | { readonly kind: 'picture'; readonly uri: string; readonly width?: number }
  /** Our own or already escaped Markdown. */
  | { readonly kind: 'markdown'; readonly value: string };

export const code = (text: string): { readonly code: string } => ({ code: text });
/** Text by a skill's author. */
export const plain = (text: string): { readonly plain: string } => ({ plain: text });

/** Escapes all Markdown in a text. */
export const escapeMarkdown = (text: string): string => text.replace(/[\\`*_{}[\]<>()#+!|~&.-]/g, '\\$&');

export function asMarkdown(parts: readonly Part[]): string {
  return parts.map(toMarkdown).join('\n\n');
}

export function asPlainText(parts: readonly Part[]): string {
  return parts.flatMap((part) => toPlainText(part) ?? []).join('\n\n');
}

function toMarkdown(part: Part): string {
  switch (part.kind) {
    case 'words':
      return wordsInMarkdown(part.words);
    case 'list':
      return part.items.map((words) => `- ${wordsInMarkdown(words)}`).join('\n');
    case 'lines': {
      const text = part.lines.join('\n');
      // Longer than any fence in the text, so that nothing in it ends the block.
      const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
      const fence = '`'.repeat(longest + 1);
      return `${fence}${part.language.replace(/[^\w+-]/g, '')}\n${text}\n${fence}`;
    }
    case 'picture':
      return `![](${part.uri.replace(/[()<>|\s]/g, (char) => `%${char.charCodeAt(0).toString(16)}`)}${part.width === undefined ? '' : `|width=${part.width}`})`;
    case 'markdown':
      return part.value;
  }
}

function toPlainText(part: Part): string | undefined {
  switch (part.kind) {
    case 'words':
      return wordsInPlainText(part.words);
    case 'list':
      return part.items.map((words) => `- ${wordsInPlainText(words)}`).join('\n');
    case 'lines':
      return part.lines.join('\n');
    case 'picture':
      return undefined;
    case 'markdown':
      return part.value
        .replace(/\[([^[\]\\]{1,200})\]\([^()]{0,400}\)/g, '$1')
        .replace(/(?<!\\)`/g, '')
        .replace(/\\([^\w\s])/g, '$1');
  }
}

const wordsInMarkdown = (words: Words): string =>
  words
    .map((word) =>
      typeof word === 'string' ? word : 'code' in word ? codeSpan(word.code) : escapeMarkdown(oneLine(word.plain)),
    )
    .join('');

const wordsInPlainText = (words: Words): string =>
  words.map((word) => (typeof word === 'string' ? word : oneLine('code' in word ? word.code : word.plain))).join('');

/** Returns a code span with enough backticks, whatever the text contains. */
function codeSpan(text: string): string {
  const line = oneLine(text);
  const longest = Math.max(0, ...[...line.matchAll(/`+/g)].map(([run]) => run.length));
  const marks = '`'.repeat(longest + 1);
  const space = line.startsWith('`') || line.endsWith('`') ? ' ' : '';
  return `${marks}${space}${line}${space}${marks}`;
}

const oneLine = (text: string): string => text.replace(/[\r\n\u2028\u2029]+/g, ' ');
