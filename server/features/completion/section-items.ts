/** Completes new sections that introduce an unreferenced bundled file. */
import { type CompletionItem, CompletionItemKind, InsertTextFormat } from 'vscode-languageserver-protocol';
import { defined, dirname, extension, isMarkdown, stem } from '../../../skill/index.ts';
import type { EditedDocument } from './candidate.ts';
import { candidatesFor } from './candidates.ts';
import { describeFile } from './describe-file.ts';
import type { CompletionResult } from './item.ts';
import type { PathPlace, Place } from './place.ts';
import type { CompletionSupport } from './support.ts';

type LinePlace = Extract<Place, { kind: 'line' }>;

/** Maximum number of sections. */
const MAX_SECTIONS = 10;
const SCRIPT = /^\.(?:py|sh|bash|js|mjs|cjs|ts|mts|ps1|rb|pl)$/;

/** Returns a section for each unreferenced file; plain text if the client does not support snippets. */
export function sectionItems(
  { range }: LinePlace,
  edited: EditedDocument,
  support: CompletionSupport,
): CompletionResult {
  const { document, context } = edited;
  const depth = /^[ \t]*(#+)/.exec(document.text.slice(range.start, range.end))?.[1] ?? '##';
  const eol = document.text.includes('\r\n') ? '\r\n' : '\n';
  const place: PathPlace = {
    kind: 'path',
    form: 'code',
    range,
    typed: '',
    base: { kind: 'document' },
    under: '',
    angled: false,
    mayBeSkill: false,
  };
  const files = candidatesFor(place, '', edited).filter(({ where }) => where === 'unreferenced');
  const items = files.slice(0, MAX_SECTIONS).map(({ text, path }, index): CompletionItem => {
    const title = titleOf(path, describeFile(path, context.fs.read(path)).detail);
    const verb = SCRIPT.test(extension(path)) ? 'Run' : 'Read';
    const lines = (heading: string, when: string, path: string) =>
      [`${depth} ${heading}`, '', `${verb} \`${path}\` ${when}.`].join(eol);
    // biome-ignore lint/suspicious/noTemplateCurlyInString: a tab stop of a snippet
    const snippet = `${lines(`\${1:${escapeSnippet(title)}}`, '${2:when …}', escapeSnippet(text))}$0`;
    return defined({
      label: `Section: ${text}`,
      kind: CompletionItemKind.Snippet,
      detail: `${depth} ${title}`,
      sortText: `z${String(index).padStart(3, '0')}`,
      filterText: `${depth} Section: ${text}`,
      insertText: support.snippets ? snippet : lines(title, 'when it is needed', text),
      insertTextFormat: support.snippets ? InsertTextFormat.Snippet : undefined,
    });
  });
  return { items, range };
}

/** Returns a heading for a file: its own first heading, or else words from its name. */
function titleOf(path: string, detail: string): string {
  const own = isMarkdown(path) ? / \([^()]*tokens?\)$/.exec(detail) : null;
  if (own && own.index > 0) return detail.slice(0, own.index);
  const words = stem(path).replaceAll(/[-_]+/g, ' ').trim() || dirname(path);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Escapes text in a snippet. */
const escapeSnippet = (text: string): string => text.replaceAll(/[\\$}]/g, '\\$&');
