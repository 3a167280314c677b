/** The outline of a document: the skill, its sections, and the bundled files that they reference. */
import type { DocumentSymbol, SymbolInformation } from 'vscode-languageserver-protocol';
import { SymbolKind } from 'vscode-languageserver-protocol';
import { defined, type Range, within } from '../../../skill/index.ts';
import type { Occurrence } from '../../targets/target.ts';
import { type Session, uriFor } from '../session.ts';
import { type OpenDocument, openDocumentAt } from './document.ts';
import { type SectionNode, sectionsOf } from './sections.ts';

/** Maximum length of a description; the rest is in the text. */
const MAX_DETAIL = 120;

/** Returns symbols in document order. `nested`: the client supports a hierarchy. */
export function documentSymbols(
  session: Session,
  path: string,
  nested: boolean,
): DocumentSymbol[] | SymbolInformation[] {
  const opened = openDocumentAt(session, path);
  if (opened === undefined) return [];
  const { document } = opened;
  const files = filesIn(session, path, opened);
  const sections = sectionsOf(document);
  const before = sections[0]?.start ?? document.text.length;
  const symbols = [
    ...skillSymbol(opened, filesBetween(files, 0, document.bodyStart)),
    ...fileSymbols(opened, filesBetween(files, document.bodyStart, before)),
    ...sections.map((section) => sectionSymbol(opened, section, files)),
  ];
  return nested ? symbols : flatten(symbols, uriFor(session, path), undefined);
}

interface File {
  readonly occurrence: Occurrence;
  /** Relative to the skill. */
  readonly file: string;
}

/** Returns the references to bundled files. */
function filesIn(session: Session, path: string, { skill }: OpenDocument): readonly File[] {
  return session.targets.of(path).flatMap((occurrence) => {
    const [target] = occurrence.targets;
    if (
      occurrence.kind === 'guess' ||
      occurrence.kind === 'name' ||
      occurrence.form === 'anchor' ||
      target?.kind !== 'file'
    )
      return [];
    const file = target.path === path ? undefined : within(skill.root, target.path);
    return file === undefined ? [] : [{ occurrence, file }];
  });
}

function skillSymbol(opened: OpenDocument, files: readonly File[]): readonly DocumentSymbol[] {
  const { document, skill, isManifest, lines } = opened;
  const { frontmatter, text } = document;
  if (!isManifest || frontmatter.kind !== 'valid') return [];
  const name = frontmatter.fields.find(({ key }) => key === 'name');
  const children = fileSymbols(opened, files);
  return [
    defined({
      name: skill.name,
      detail: skill.description.replace(/\s+/g, ' ').slice(0, MAX_DETAIL),
      kind: SymbolKind.Package,
      range: lines.range(frontmatter.range),
      selectionRange: lines.range(clampRange(name?.valueRange, frontmatter.range, text)),
      children: children.length > 0 ? children : undefined,
    }),
  ];
}

function sectionSymbol(
  opened: OpenDocument,
  { heading, start, end, children }: SectionNode,
  files: readonly File[],
): DocumentSymbol {
  const { lines } = opened;
  const inner = children[0]?.start ?? end;
  const own = filesBetween(files, start, inner);
  return {
    name: heading.text.trim() || '#',
    kind: SymbolKind.String,
    range: lines.range({ start, end }),
    selectionRange: lines.range(heading.range),
    children: [...fileSymbols(opened, own), ...children.map((child) => sectionSymbol(opened, child, files))],
  };
}

/** Returns the files that start between two offsets; they are sorted. */
function filesBetween(files: readonly File[], from: number, to: number): readonly File[] {
  const first = (offset: number): number => {
    let low = 0;
    let high = files.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((files[middle]?.occurrence.range.start ?? 0) < offset) low = middle + 1;
      else high = middle;
    }
    return low;
  };
  return files.slice(first(from), first(to));
}

/** Returns one symbol per file, at its first reference. */
function fileSymbols({ lines }: Pick<OpenDocument, 'lines'>, files: readonly File[]): DocumentSymbol[] {
  const first = new Map<string, Occurrence>();
  for (const { file, occurrence } of files) if (!first.has(file)) first.set(file, occurrence);
  return [...first].map(([name, occurrence]) => {
    const range = lines.range(occurrence.range);
    return { name, kind: SymbolKind.File, range, selectionRange: range };
  });
}

/** Returns a range within another one, as LSP requires; the start of the outer one if it is not. */
const clampRange = (range: Range | undefined, outer: Range, text: string): Range =>
  range && outer.start <= range.start && range.end <= outer.end && range.end <= text.length
    ? range
    : { start: outer.start, end: outer.start };

const flatten = (
  symbols: readonly DocumentSymbol[],
  uri: string,
  containerName: string | undefined,
): SymbolInformation[] =>
  symbols.flatMap(({ name, kind, range, children = [] }) => [
    defined({ name, kind, location: { uri, range }, containerName }),
    ...flatten(children, uri, name),
  ]);
