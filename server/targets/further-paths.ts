/** Paths that no rule looks at, because few of them are meant as such: in the frontmatter, and behind `@`. */
import { type Reference, readDocument, type SkillDocument } from '../../skill/index.ts';

export interface FurtherPath {
  readonly form: 'frontmatter' | 'import';
  readonly reference: Reference;
}

/** `@references/x.md`, as a line of its own, in a sentence or in code; an address of e-mail or a package's scope goes on before it. */
const IMPORT = /(?<![\w@/.\\])@((?:\.{1,2}\/)*[\w-][\w./%-]{0,300})/g;
/** Longer frontmatter is data. */
const MOST_LINES = 400;

/** In order of their places. They may well lead nowhere. */
export function furtherPaths(document: SkillDocument): readonly FurtherPath[] {
  return [...inFrontmatter(document), ...imports(document)];
}

function* inFrontmatter({ path, text, frontmatter }: SkillDocument): Iterable<FurtherPath> {
  if (frontmatter.kind !== 'valid') return;
  const { start, end } = frontmatter.range;
  let at = start;
  for (const line of text.slice(start, end).split('\n').slice(0, MOST_LINES)) {
    // Each by itself and without its indent: nothing of YAML's is Markdown.
    const indent = /^[ \t]*(?:- +)?/.exec(line)?.[0].length ?? 0;
    const words = line.slice(indent);
    if (/[/.]\w/.test(words) && !words.startsWith('#')) {
      for (const reference of readDocument(path, words).references)
        yield { form: 'frontmatter', reference: moved(reference, at + indent) };
    }
    at += line.length + 1;
  }
}

function* imports({ path, text, bodyStart }: SkillDocument): Iterable<FurtherPath> {
  if (!text.includes('@', bodyStart)) return;
  for (const match of text.slice(bodyStart).matchAll(IMPORT)) {
    const [reference] = readDocument(path, match[1] ?? '').references;
    if (reference?.range.start === 0)
      yield { form: 'import', reference: moved(reference, bodyStart + match.index + 1) };
  }
}

function moved(reference: Reference, by: number): Reference {
  const { anchor } = reference;
  const at = ({ start, end }: Reference['range']) => ({ start: start + by, end: end + by });
  return {
    ...reference,
    range: at(reference.range),
    ...(anchor ? { anchor: { ...anchor, range: at(anchor.range) } } : {}),
  };
}
