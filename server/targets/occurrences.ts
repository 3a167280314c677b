/** Collects the occurrences of targets in one document. */
import {
  basename,
  basesOf,
  collectAnchors,
  defined,
  dirname,
  headingFor,
  join,
  type Range,
  type Reference,
  type Resolution,
  type ResolveContext,
  resolve,
  type SkillDocument,
} from '../../skill/index.ts';
import type { AnalyzedDocument } from '../rules/rule/analysis.ts';
import { furtherPaths } from './further-paths.ts';
import { mentionTargets } from './mention-targets.ts';
import { nameWords } from './skill-names.ts';
import type { Occurrence, OccurrenceForm, Target } from './target.ts';

/** Returns every occurrence in a document of `context.skill`, in order, without the headings of other files. */
export function occurrencesInDocument(
  document: SkillDocument,
  analysis: AnalyzedDocument,
  context: ResolveContext,
): readonly Occurrence[] {
  const explicit = explicitPaths(document, analysis, context);
  const isExplicit = new Set(explicit.map(({ range }) => range.start));
  const further = furtherOccurrences(document, context).filter(({ range }) => !isExplicit.has(range.start));
  const paths = [...explicit, ...further, ...anchorsOf(document)];
  const isPath = overlapPredicate(paths);
  return [...paths, ...mentionsOf(document, analysis, context, isPath), ...namesOf(document, context, isPath)].sort(
    (a, b) => a.range.start - b.range.start || a.range.end - b.range.end,
  );
}

const explicitPaths = (
  document: SkillDocument,
  { references }: AnalyzedDocument,
  context: ResolveContext,
): Occurrence[] =>
  references.flatMap(({ reference, resolution }) =>
    isFurtherPath(reference, resolution, document)
      ? []
      : (occurrenceOf(reference, reference.form, resolution, document, context) ?? []),
  );

/** Returns true if a path is among the further ones: in a hook, as all paths of the frontmatter, or after `@`. */
const isFurtherPath = ({ range: { start } }: Reference, { kind }: Resolution, { text, bodyStart }: SkillDocument) =>
  start < bodyStart || (kind === 'found' && text[start - 1] === '@');

/** Returns only existing paths: most text that looks like a path in these places is not one. */
const furtherOccurrences = (document: SkillDocument, context: ResolveContext): Occurrence[] =>
  furtherPaths(document).flatMap(({ form, reference }) => {
    const resolution = resolve(reference, document, context);
    return resolution.kind === 'found' ? (occurrenceOf(reference, form, resolution, document, context) ?? []) : [];
  });

const anchorsOf = (document: SkillDocument): Occurrence[] =>
  document.anchors.map((anchor) => {
    const heading = headingFor(document, anchor.name);
    const before = anchor.range.start - 1;
    return {
      document: document.path,
      range: { start: before, end: before },
      written: '',
      path: '',
      base: { kind: 'document' },
      form: 'anchor',
      kind: collectAnchors(document).has(anchor.name) ? 'path' : 'missing',
      targets: [{ kind: 'file', path: document.path }],
      fragment: defined({ ...anchor, heading }),
    };
  });

function mentionsOf(
  document: SkillDocument,
  { mentions }: AnalyzedDocument,
  context: ResolveContext,
  isPath: (range: Range) => boolean,
): Occurrence[] {
  return mentions.flatMap(({ mention, verdict }): Occurrence[] => {
    // A mentioned folder may also be a path.
    if (mention.passing || isPath(mention.range)) return [];
    const targets = mentionTargets(mention, verdict, context.skill);
    if (targets.length === 0 && verdict.kind === 'silent') return [];
    const { range, text } = mention;
    const place = { document: document.path, range, written: text, path: text, base: { kind: 'skill' } } as const;
    return [{ ...place, form: 'mention', kind: 'guess', targets, guesses: mention.guesses }];
  });
}

/** Returns the names of skills of the workspace, except within paths. */
function namesOf(document: SkillDocument, { skills }: ResolveContext, isPath: (range: Range) => boolean): Occurrence[] {
  return nameWords(document.text).flatMap(({ name, range, isSure: sure }): Occurrence[] => {
    const places = skills.named(name);
    if (places.length === 0 || isPath(range)) return [];
    const targets = places.map(({ root }): Target => ({ kind: 'skill', path: root }));
    const place = { document: document.path, range, written: name, path: name } as const;
    return [{ ...place, base: { kind: 'other-skill', name }, form: 'name', kind: sure ? 'name' : 'guess', targets }];
  });
}

/** Returns a predicate that is true if a range overlaps a path. Paths do not overlap each other. */
function overlapPredicate(paths: readonly Occurrence[]): (range: Range) => boolean {
  const ranges = paths.map(({ range }) => range).sort((a, b) => a.start - b.start);
  return ({ start, end }) => {
    let low = 0;
    let high = ranges.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((ranges[middle]?.end ?? 0) <= start) low = middle + 1;
      else high = middle;
    }
    return (ranges[low]?.start ?? Number.POSITIVE_INFINITY) < end;
  };
}

function occurrenceOf(
  reference: Reference,
  form: OccurrenceForm,
  resolution: Resolution,
  document: SkillDocument,
  context: ResolveContext,
): Occurrence | undefined {
  const { range, target: written, path, base, anchor } = reference;
  const place: Omit<Occurrence, 'kind' | 'targets'> = defined({
    document: document.path,
    range,
    written,
    path,
    form,
    base,
    fragment: anchor,
  });
  const { root } = context.skill;
  switch (resolution.kind) {
    case 'found': {
      const { target: kind, path: found } = resolution;
      return {
        ...place,
        kind: 'path',
        ...baseFolder(reference, found, document, context),
        targets: [{ kind, path: found }],
      };
    }
    case 'case': {
      const kind = context.fs.kind(resolution.path) ?? 'file';
      const from = baseFolder(reference, resolution.path, document, context);
      return { ...place, kind: 'case', ...from, targets: [{ kind, path: resolution.path }] };
    }
    case 'bare':
      return {
        ...place,
        kind: 'bare',
        targets: resolution.files.map((file) => ({ kind: 'file', path: join(root, file) })),
      };
    case 'other-skill': {
      const targets = resolution.skills.map((one) => targetAt(join(one.root, resolution.path), context));
      return { ...place, kind: 'guess', targets: targets.flatMap((one) => one ?? []) };
    }
    case 'ignored': {
      const installed = resolution.because === 'resolved.installed' ? installedAt(path, context) : undefined;
      if (installed) return { ...place, kind: 'installed', targets: [installed] };
      const whole = isSuffixOfAnother(path, resolution.because, document) ? fileEndingWith(path, context) : undefined;
      return whole === undefined
        ? undefined
        : { ...place, kind: 'bare', targets: [{ kind: 'file', path: join(root, whole) }] };
    }
    case 'missing':
    case 'other-skill-lacks': {
      const from = path.startsWith('../') ? dirname(document.path) : root;
      return { ...place, kind: 'missing', from, targets: [{ kind: 'missing', path: join(from, path) }] };
    }
    case 'escapes':
      return undefined;
  }
}

/** Returns the folder that a resolved path is relative to. */
function baseFolder(
  reference: Reference,
  found: string,
  document: SkillDocument,
  context: ResolveContext,
): { readonly from?: string } {
  const from = basesOf(reference, document, context).find(
    (base) => join(base, reference.path).toLowerCase() === found.toLowerCase(),
  );
  return from === undefined ? {} : { from };
}

/** Returns true if the text contains a longer path that ends with a path ignored for this reason. */
export const isSuffixOfAnother = (path: string, because: string, { text }: SkillDocument): boolean =>
  because === 'resolved.told-in-full' || (BY_ITS_FOLDER.has(because) && text.includes(`/${path}`));

/** Clues that a path is not the skill's own, which depend on how the skill's folders are named. */
const BY_ITS_FOLDER: ReadonlySet<string> = new Set(['foreign.unknown-folder', 'foreign.shown-in-document']);

/** Returns the only bundled file whose path ends with a path; relative to the skill. */
export function fileEndingWith(path: string, { skill }: ResolveContext): string | undefined {
  const files = [...skill.bundle.files].filter((file) => file.endsWith(`/${path}`));
  return files.length === 1 ? files[0] : undefined;
}

/** Returns the target of a path through a client's skill folder. */
function installedAt(path: string, context: ResolveContext): Target | undefined {
  const { skill, skills } = context;
  const parts = path.split('/');
  for (let index = parts.length - 2; index >= 0; index--) {
    const name = parts[index]?.toLowerCase() ?? '';
    const rest = parts.slice(index + 1).join('/');
    const own = name === skill.name.toLowerCase() || name === basename(skill.root).toLowerCase();
    const roots = own ? [skill.root] : skills.named(name).map(({ root }) => root);
    for (const root of roots) {
      const target = rest === '' ? undefined : targetAt(join(root, rest), context);
      if (target) return target;
    }
  }
  return undefined;
}

function targetAt(path: string, { fs }: ResolveContext): Target | undefined {
  const kind = fs.kind(path);
  return kind && { kind, path };
}
