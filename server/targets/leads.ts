/** The places of one document that lead somewhere. */
import {
  basename,
  basesOf,
  collectAnchors,
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
import type { AnalyzedDocument } from '../rules/analysis.ts';
import { furtherPaths } from './further-paths.ts';
import { mentioned } from './mentioned.ts';
import { nameWords } from './skill-names.ts';
import type { Lead, LeadForm, Target } from './target.ts';

/** Every place of a document of `context.skill` that leads somewhere, in order; without the headings of other files. */
export function leadsOf(document: SkillDocument, analysis: AnalyzedDocument, context: ResolveContext): readonly Lead[] {
  const paths = [...explicit(document, analysis, context), ...further(document, context), ...anchorsOf(document)];
  const isPath = overlapping(paths);
  return [...paths, ...mentionsOf(document, analysis, context, isPath), ...namesOf(document, context, isPath)].sort(
    (a, b) => a.range.start - b.range.start || a.range.end - b.range.end,
  );
}

const explicit = (document: SkillDocument, { references }: AnalyzedDocument, context: ResolveContext): Lead[] =>
  references.flatMap(
    ({ reference, resolution }) => leadOf(reference, reference.form, resolution, document, context) ?? [],
  );

/** Of the paths that no rule looks at only those that lead to something: most that looks like one there is none. */
const further = (document: SkillDocument, context: ResolveContext): Lead[] =>
  furtherPaths(document).flatMap(({ form, reference }) => {
    const resolution = resolve(reference, document, context);
    return resolution.kind === 'found' ? (leadOf(reference, form, resolution, document, context) ?? []) : [];
  });

const anchorsOf = (document: SkillDocument): Lead[] =>
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
      fragment: { ...anchor, ...(heading ? { heading } : {}) },
    };
  });

function mentionsOf(
  document: SkillDocument,
  { mentions }: AnalyzedDocument,
  context: ResolveContext,
  isPath: (range: Range) => boolean,
): Lead[] {
  return mentions.flatMap(({ mention, verdict }): Lead[] => {
    // A folder that is sent into is a path as well.
    if (mention.passing || isPath(mention.range)) return [];
    const targets = mentioned(mention, verdict, context.skill);
    if (targets.length === 0 && verdict.kind === 'silent') return [];
    const { range, text } = mention;
    const place = { document: document.path, range, written: text, path: text, base: { kind: 'skill' } } as const;
    return [{ ...place, form: 'mention', kind: 'guess', targets, guesses: mention.guesses }];
  });
}

/** Names of skills of the workspace, but where they are part of a path. */
function namesOf(document: SkillDocument, { skills }: ResolveContext, isPath: (range: Range) => boolean): Lead[] {
  return nameWords(document.text).flatMap(({ name, range, sure }): Lead[] => {
    const places = skills.named(name);
    if (places.length === 0 || isPath(range)) return [];
    const targets = places.map(({ root }): Target => ({ kind: 'skill', path: root }));
    const place = { document: document.path, range, written: name, path: name } as const;
    return [{ ...place, base: { kind: 'other-skill', name }, form: 'name', kind: sure ? 'name' : 'guess', targets }];
  });
}

/** Tells whether a range shares a character with a path; paths do not overlap each other. */
function overlapping(paths: readonly Lead[]): (range: Range) => boolean {
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

function leadOf(
  reference: Reference,
  form: LeadForm,
  resolution: Resolution,
  document: SkillDocument,
  context: ResolveContext,
): Lead | undefined {
  const { range, target: written, path, base, anchor } = reference;
  const place = { document: document.path, range, written, path, form, base, ...(anchor ? { fragment: anchor } : {}) };
  const { root } = context.skill;
  switch (resolution.kind) {
    case 'found': {
      const { target: kind, path: found } = resolution;
      return {
        ...place,
        kind: 'path',
        ...fromOf(reference, found, document, context),
        targets: [{ kind, path: found }],
      };
    }
    case 'case': {
      const kind = context.fs.kind(resolution.path) ?? 'file';
      const from = fromOf(reference, resolution.path, document, context);
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
      const whole = isEndOfAnother(path, resolution.because, document) ? endingIn(path, context) : undefined;
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

/** The folder from which a path leads to what was found. */
function fromOf(
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

/** Returns true if a text that contains a path, ignored for this reason, also contains a longer path that ends in it. */
export const isEndOfAnother = (path: string, because: string, { text }: SkillDocument): boolean =>
  because === 'resolved.told-in-full' || (BY_ITS_FOLDER.has(because) && text.includes(`/${path}`));

/** Clues that a path is not the skill's own, which depend on how the skill's folders are named. */
const BY_ITS_FOLDER: ReadonlySet<string> = new Set(['foreign.unknown-folder', 'foreign.shown-in-document']);

/** The one bundled file whose path ends in a path; relative to the skill. */
export function endingIn(path: string, { skill }: ResolveContext): string | undefined {
  const files = [...skill.bundle.files].filter((file) => file.endsWith(`/${path}`));
  return files.length === 1 ? files[0] : undefined;
}

/** What lies behind a path through the folder of a client's skills. */
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
