/** The outline of a document: the skill, its sections, and the bundled files that they lead to. */
import type { DocumentSymbol, SymbolInformation } from 'vscode-languageserver-protocol';
import { SymbolKind } from 'vscode-languageserver-protocol';
import { type Range, within } from '../../../skill/index.ts';
import type { Lead } from '../../targets/target.ts';
import { type Session, uriFor } from '../session.ts';
import { type Opened, openedAt } from './document.ts';
import { type SectionNode, sectionsOf } from './sections.ts';

/** More of a description is read in the text. */
const LONGEST_DETAIL = 120;

/** In order. `nested`: whether the client shows symbols within others. */
export function documentSymbols(
  session: Session,
  path: string,
  nested: boolean,
): DocumentSymbol[] | SymbolInformation[] {
  const opened = openedAt(session, path);
  if (opened === undefined) return [];
  const { document } = opened;
  const files = filesIn(session, path, opened);
  const sections = sectionsOf(document);
  const before = sections[0]?.start ?? document.text.length;
  const symbols = [
    ...skillSymbol(opened, between(files, 0, document.bodyStart)),
    ...fileSymbols(opened, between(files, document.bodyStart, before)),
    ...sections.map((section) => sectionSymbol(opened, section, files)),
  ];
  return nested ? symbols : flat(symbols, uriFor(session, path), undefined);
}

interface File {
  readonly lead: Lead;
  /** Relative to the skill. */
  readonly file: string;
}

/** The places that lead to bundled files. */
function filesIn(session: Session, path: string, { skill }: Opened): readonly File[] {
  return session.targets.of(path).flatMap((lead) => {
    const [target] = lead.targets;
    if (lead.kind === 'guess' || lead.kind === 'name' || lead.form === 'anchor' || target?.kind !== 'file') return [];
    const file = target.path === path ? undefined : within(skill.root, target.path);
    return file === undefined ? [] : [{ lead, file }];
  });
}

function skillSymbol(opened: Opened, files: readonly File[]): readonly DocumentSymbol[] {
  const { document, skill, isManifest, lines } = opened;
  const { frontmatter, text } = document;
  if (!isManifest || frontmatter.kind !== 'valid') return [];
  const name = frontmatter.fields.find(({ key }) => key === 'name');
  const children = fileSymbols(opened, files);
  return [
    {
      name: skill.name,
      detail: skill.description.replace(/\s+/g, ' ').slice(0, LONGEST_DETAIL),
      kind: SymbolKind.Package,
      range: lines.range(frontmatter.range),
      selectionRange: lines.range(inside(name?.valueRange, frontmatter.range, text)),
      ...(children.length > 0 ? { children } : {}),
    },
  ];
}

function sectionSymbol(
  opened: Opened,
  { heading, start, end, children }: SectionNode,
  files: readonly File[],
): DocumentSymbol {
  const { lines } = opened;
  const inner = children[0]?.start ?? end;
  const own = between(files, start, inner);
  return {
    name: heading.text.trim() || '#',
    kind: SymbolKind.String,
    range: lines.range({ start, end }),
    selectionRange: lines.range(heading.range),
    children: [...fileSymbols(opened, own), ...children.map((child) => sectionSymbol(opened, child, files))],
  };
}

/** Those that begin from one offset on, before another; they are in order. */
function between(files: readonly File[], from: number, to: number): readonly File[] {
  const first = (offset: number): number => {
    let low = 0;
    let high = files.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((files[middle]?.lead.range.start ?? 0) < offset) low = middle + 1;
      else high = middle;
    }
    return low;
  };
  return files.slice(first(from), first(to));
}

/** One for each file, at the first place that leads to it. */
function fileSymbols({ lines }: Pick<Opened, 'lines'>, files: readonly File[]): DocumentSymbol[] {
  const first = new Map<string, Lead>();
  for (const { file, lead } of files) if (!first.has(file)) first.set(file, lead);
  return [...first].map(([name, lead]) => {
    const range = lines.range(lead.range);
    return { name, kind: SymbolKind.File, range, selectionRange: range };
  });
}

/** A range that lies in another one, as LSP demands; the start of that where it does not. */
const inside = (range: Range | undefined, outer: Range, text: string): Range =>
  range && outer.start <= range.start && range.end <= outer.end && range.end <= text.length
    ? range
    : { start: outer.start, end: outer.start };

const flat = (
  symbols: readonly DocumentSymbol[],
  uri: string,
  containerName: string | undefined,
): SymbolInformation[] =>
  symbols.flatMap(({ name, kind, range, children = [] }) => [
    { name, kind, location: { uri, range }, ...(containerName === undefined ? {} : { containerName }) },
    ...flat(children, uri, name),
  ]);
