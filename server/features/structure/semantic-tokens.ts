/** Highlights text that has a special meaning for a model: paths, words that mean a file, names of skills and tools. */
import type { SemanticTokens } from 'vscode-languageserver-protocol';
import type { Range } from '../../../skill/index.ts';
import { placesOf, touches } from '../../rules/rule/rule.ts';
import type { Occurrence } from '../../targets/target.ts';
import type { Lines } from '../../workspace/lines.ts';
import type { Session } from '../session.ts';
import { type OpenDocument, openDocumentAt } from './document.ts';
import { MODIFIERS, TYPES } from './legend.ts';
import { toolNames } from './tool-names.ts';

export interface Token extends Range {
  /** `string`: a path; `variable`: words that name a file without its path; `class`: a skill; `function`: a tool. */
  readonly type: (typeof TYPES)[number];
  readonly modifiers: readonly (typeof MODIFIERS)[number][];
}

/** Returns encoded tokens; undefined if the path is not a document of a skill. `only`: the requested part. */
export function semanticTokens(
  session: Session,
  path: string,
  only?: (lines: Lines) => Range,
): SemanticTokens | undefined {
  const opened = openDocumentAt(session, path);
  if (opened === undefined) return undefined;
  const part = only?.(opened.lines);
  const tokens = tokensOf(session, path, opened).filter((token) => part === undefined || touches(token, part));
  return { data: encodeTokens(tokens, opened.lines) };
}

/** Returns tokens in document order, without overlap, each on one line. */
export function tokensOf(session: Session, path: string, opened: OpenDocument): readonly Token[] {
  const { document, result } = opened;
  const found = result.findings.filter(({ code }) => code.startsWith('reference.')).flatMap(placesOf);
  const reported = new Set(found.map(({ range }) => range.start));
  const all = [
    ...nameTokens(opened),
    ...session.targets.of(path).flatMap((occurrence) => tokenOf(occurrence, reported) ?? []),
  ];
  const tokens: Token[] = [];
  for (const token of all.sort((a, b) => a.start - b.start || b.end - a.end)) {
    if (token.start < (tokens.at(-1)?.end ?? 0)) continue;
    tokens.push(...byLine(document.text, token));
  }
  return tokens;
}

/** Returns the token of an occurrence; undefined for an uncertain reference, and for a missing path without a finding. */
function tokenOf({ form, kind, range, targets }: Occurrence, wrong: ReadonlySet<number>): Token | undefined {
  if (range.start === range.end) return undefined;
  const missing = wrong.has(range.start) ? (['missing'] as const) : [];
  if (form === 'name') return { ...range, type: 'class', modifiers: [] };
  if (form === 'mention') {
    return missing.length > 0 || targets.length > 0 ? { ...range, type: 'variable', modifiers: missing } : undefined;
  }
  if (kind === 'missing' || kind === 'guess' || kind === 'case')
    return missing.length > 0 ? { ...range, type: 'string', modifiers: missing } : undefined;
  return { ...range, type: 'string', modifiers: [] };
}

/** Returns tokens for the skill's name and the tools that it requests. */
function nameTokens({ document: { frontmatter, text }, isManifest }: OpenDocument): readonly Token[] {
  if (!isManifest || frontmatter.kind !== 'valid') return [];
  const name = frontmatter.fields.find(({ key }) => key === 'name');
  return [
    ...(name ? [{ ...name.valueRange, type: 'class', modifiers: ['declaration'] } as const] : []),
    ...toolNames(text, frontmatter.fields).map((range) => ({ ...range, type: 'function', modifiers: [] }) as const),
  ];
}

function byLine(text: string, { start, end, ...kind }: Token): readonly Token[] {
  const tokens: Token[] = [];
  for (let at = start; at < end; ) {
    const newline = text.slice(at, end).search(/[\r\n]/);
    const stop = newline < 0 ? end : at + newline;
    // The indentation of the next line is not part of the words.
    const from = at + (/^[ \t>]*/.exec(text.slice(at, stop))?.[0].length ?? 0);
    if (from < stop) tokens.push({ ...kind, start: from, end: stop });
    at = stop + 1;
  }
  return tokens;
}

/** Encodes five numbers per token: line and character relative to the previous one, length, type, modifiers. */
function encodeTokens(tokens: readonly Token[], lines: Lines): number[] {
  const data: number[] = [];
  let [line, character] = [0, 0];
  for (const { start, end, type, modifiers } of tokens) {
    const position = lines.position(start);
    if (position.line > line) character = 0;
    const bits = modifiers.reduce((sum, one) => sum | (1 << MODIFIERS.indexOf(one)), 0);
    data.push(position.line - line, position.character - character, end - start, TYPES.indexOf(type), bits);
    ({ line, character } = position);
  }
  return data;
}
