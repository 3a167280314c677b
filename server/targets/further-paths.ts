/** Finds paths that rules ignore, since few of them are intended as such: in the frontmatter, and after `@`. */
import { defined, type Reference, readDocument, type SkillDocument } from '../../skill/index.ts';

export interface FurtherPath {
  readonly form: 'frontmatter' | 'import';
  readonly reference: Reference;
}

/** `@references/x.md`, on a separate line, in a sentence or in code. An email address or a package's scope has text before it. */
const IMPORT = /(?<![\w@/.\\])@((?:\.{1,2}\/)*[\w-][\w./%-]{0,300})/g;
/** Maximum number of frontmatter lines; longer frontmatter is data. */
const MAX_LINES = 400;

/** Returns the paths in order. Their targets may not exist. */
export function furtherPaths(document: SkillDocument): readonly FurtherPath[] {
  return [...inFrontmatter(document), ...imports(document)];
}

function* inFrontmatter({ path, text, frontmatter }: SkillDocument): Iterable<FurtherPath> {
  if (frontmatter.kind !== 'valid') return;
  const { start, end } = frontmatter.range;
  let at = start;
  for (const line of text.slice(start, end).split('\n').slice(0, MAX_LINES)) {
    // Parse each line separately and without indentation: YAML is not Markdown.
    const indent = /^[ \t]*(?:- +)?/.exec(line)?.[0].length ?? 0;
    const words = line.slice(indent);
    if (/[/.]\w/.test(words) && !words.startsWith('#')) {
      for (const reference of readDocument(path, words).references)
        yield { form: 'frontmatter', reference: shiftReference(reference, at + indent) };
    }
    at += line.length + 1;
  }
}

function* imports({ path, text, bodyStart }: SkillDocument): Iterable<FurtherPath> {
  if (!text.includes('@', bodyStart)) return;
  for (const match of text.slice(bodyStart).matchAll(IMPORT)) {
    const [reference] = readDocument(path, match[1] ?? '').references;
    if (reference?.range.start === 0)
      yield { form: 'import', reference: shiftReference(reference, bodyStart + match.index + 1) };
  }
}

function shiftReference(reference: Reference, offset: number): Reference {
  const { anchor } = reference;
  const shift = ({ start, end }: Reference['range']) => ({ start: start + offset, end: end + offset });
  return {
    ...reference,
    range: shift(reference.range),
    ...defined<Partial<Reference>>({ anchor: anchor ? { ...anchor, range: shift(anchor.range) } : undefined }),
  };
}
