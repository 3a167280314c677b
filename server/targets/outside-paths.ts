/** Finds paths into skills in files outside of skills: agent instructions, a README, `.skillwright.json`. */
import {
  basename,
  defined,
  dirname,
  join,
  normalize,
  type Range,
  type Reference,
  type ResolveContext,
  readDocument,
  within,
} from '../../skill/index.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { furtherPaths } from './further-paths.ts';
import { outsideFiles, rootsAround } from './outside-files.ts';
import type { Occurrence, OccurrenceForm, Target, TargetQuery } from './target.ts';

/** A path in such a file, not resolved yet. */
export interface OutsidePath {
  readonly form: OccurrenceForm;
  readonly reference: Reference;
}

/** Returns every path into a skill that may match a query, file by file. */
export function outsideOccurrences(workspace: Workspace, query: TargetQuery): readonly Occurrence[] {
  const { path } = query;
  const entry =
    workspace.skillAt(path) ??
    workspace.skillOf(path) ??
    workspace.skills().find(({ root }) => within(path, root) !== undefined);
  const context = entry && workspace.contextOf(entry);
  if (entry === undefined || context === undefined) return [];
  const name = basename(path).toLowerCase();
  return outsideFiles(workspace, entry, context).flatMap((document) => {
    const text = workspace.text(document);
    if (text === undefined || !mayHave(text, name)) return [];
    return pathsOutside(document, text).flatMap((one) => resolveOutside(document, one, context) ?? []);
  });
}

/** Returns true if a text may contain a name; characters may be escaped or encoded. */
const mayHave = (text: string, name: string): boolean =>
  text.toLowerCase().includes(name) || !/^[\w.-]+$/.test(name) || /%[\da-f]{2}|\\[^\w\s]/i.test(text);

/** Returns the paths in a JSON or Markdown file outside of skills. */
export function pathsOutside(path: string, text: string): readonly OutsidePath[] {
  if (path.endsWith('.json')) return inJson(path, text);
  const document = readDocument(path, text);
  const own = document.references.filter(({ excuse }) => excuse === undefined);
  return [...own.map((reference) => ({ form: reference.form, reference })), ...furtherPaths(document)];
}

/** A JSON string on one line. */
const STRING = /"((?:[^"\\\r\n]|\\.)*)"/g;
const ESCAPED = /\\(?:u[\da-f]{4}|.)/gi;
/** A path, or the folder of a pattern. */
const PATH = /^[^\s*?{}[\]()|]*\/[^\s*?{}[\]()|]*/;

function inJson(path: string, text: string): readonly OutsidePath[] {
  return [...text.matchAll(STRING)].flatMap((match): readonly OutsidePath[] => {
    const start = match.index + 1;
    const value = match[1] ?? '';
    if (!value.includes('/')) return [];
    if (/[\s\\]/.test(value)) {
      // A prompt is Markdown; characters that JSON escapes are not part of a path.
      const words = value.replace(ESCAPED, (one) => ' '.repeat(one.length));
      return readDocument(path, words)
        .references.filter(({ excuse }) => excuse === undefined)
        .map((reference) => ({ form: reference.form, reference: shiftReference(reference, start) }));
    }
    const whole = PATH.exec(value)?.[0] ?? '';
    const written = whole === value ? whole : whole.slice(0, whole.lastIndexOf('/') + 1);
    const range = { start, end: start + written.length };
    const plain = normalize(written);
    if (plain === '' || written.startsWith('/') || /^[a-z][\w+.-]*:/i.test(written)) return [];
    const found = { kind: 'reference', form: 'bare', range, target: written, base: { kind: 'document' } } as const;
    return [{ form: 'bare', reference: { ...found, path: written.endsWith('/') ? `${plain}/` : plain } }];
  });
}

function shiftReference(reference: Reference, offset: number): Reference {
  const { anchor, range } = reference;
  const shift = ({ start, end }: Range): Range => ({ start: start + offset, end: end + offset });
  return {
    ...reference,
    range: shift(range),
    ...defined<Partial<Reference>>({ anchor: anchor ? { ...anchor, range: shift(anchor.range) } : undefined }),
  };
}

/**
 * Resolves a path relative to the file's folder or an enclosing root. A path with a folder may also be relative to the
 * skill's folder, if nothing else matches; if several skills have such a file, all of them are targets.
 */
function resolveOutside(
  document: string,
  { form, reference }: OutsidePath,
  context: ResolveContext,
): Occurrence | undefined {
  const { range, target: written, path, base, anchor } = reference;
  const place: Omit<Occurrence, 'kind' | 'targets'> = defined({
    document,
    range,
    written,
    path,
    form,
    base,
    fragment: anchor,
  });
  const { fs, skill, skills, pluginRoots } = context;
  const targetFrom = (from: string): Target | undefined => {
    const absolute = join(from, path);
    const kind = fs.kind(absolute);
    return kind && { kind, path: absolute };
  };
  const bases =
    base.kind === 'plugin' ? [pluginRoots?.[base.variable] ?? []].flat() : [dirname(document), ...rootsAround(context)];
  for (const from of base.kind === 'skill' || base.kind === 'installed' ? [] : bases) {
    const found = targetFrom(from);
    if (found) return { ...place, kind: 'path', from, targets: [found] };
  }
  const own = base.kind === 'plugin' || !normalize(path).includes('/') ? undefined : targetFrom(skill.root);
  if (!own || within(skill.root, own.path) === undefined) return undefined;
  const others = skills.holding(normalize(path)).filter(({ root }) => root !== skill.root);
  const targets = [own, ...others.flatMap(({ root }) => targetFrom(root) ?? [])];
  return { ...place, kind: 'path', from: skill.root, targets };
}
