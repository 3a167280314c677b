/** Locates the frontmatter of a document without a parser, which a process that only compares texts need not load. */

const OPENING = /^\uFEFF?---(?!-)([^\r\n]*)\r?\n/;
const CLOSING = /^---[ \t]*(?:\r?\n|$)/gm;

/** The positions of the `---` lines. What is between them has not been parsed. */
type FrontmatterLines =
  | { readonly kind: 'none'; readonly start: number; readonly bodyStart: number }
  /** There is no closing line. */
  | { readonly kind: 'open'; readonly start: number; readonly bodyStart: number }
  | {
      readonly kind: 'closed';
      readonly start: number;
      readonly bodyStart: number;
      /** Offsets at which the YAML and its closing line begin. */
      readonly inner: number;
      readonly end: number;
      readonly language: string;
    };

/** Locates the frontmatter of a document. */
export function splitFrontmatter(text: string): FrontmatterLines {
  const start = text.startsWith('\uFEFF') ? 1 : 0;
  const opening = OPENING.exec(text);
  if (!opening) return { kind: 'none', start, bodyStart: start };
  const inner = opening[0].length;
  CLOSING.lastIndex = inner;
  const closing = CLOSING.exec(text);
  if (!closing) {
    // A document may just begin with a thematic break; if the next line looks like a field, the closing line is
    // missing.
    const open = /^[\w-]+:/.test(text.slice(inner, inner + 80));
    if (!open) return { kind: 'none', start, bodyStart: start };
    return { kind: 'open', start, bodyStart: inner };
  }
  const bodyStart = closing.index + closing[0].length;
  return { kind: 'closed', start, inner, end: closing.index, bodyStart, language: (opening[1] ?? '').trim() };
}
