/** What a path in a skill's text leads to. */

import { isElsewhere } from './elsewhere.ts';
import { entryOf } from './entries.ts';
import { isSlip, isTold, outweighs, teaches } from './evidence.ts';
import type { FileSystem } from './files.ts';
import type { Excuse, Reference, Skill, SkillDocument } from './model.ts';
import { isNamedNear } from './named-near.ts';
import { isForPeople, isSkillsOwn } from './ownership.ts';
import { basename, dirname, join, normalize, relative, within } from './paths.ts';
import { placesOf } from './places-of.ts';
import { isForOthers } from './reach.ts';
import { sameWriting } from './same-writing.ts';
import type { SkillLookup, SkillPlace } from './skills.ts';
import { suggest } from './suggest.ts';
import { BUNDLE_FOLDERS, hasFileExtension, SPEC_FOLDERS } from './target.ts';

/** What lies around the skill. */
export interface ResolveContext {
  readonly fs: FileSystem;
  readonly skill: Skill;
  readonly skills: SkillLookup;
  /** Absolute; paths from it are accepted, paths out of it escape. */
  readonly repositoryRoot?: string;
  /** Absolute; taken where there is no repository. */
  readonly workspaceRoot?: string;
  /** What `${CLAUDE_PLUGIN_ROOT}` stands for. */
  readonly pluginRoot?: string;
}

/** Absolute paths, with `/`; `suggestions` and `files` are relative to the skill's folder. */
export type Resolution =
  | {
      readonly kind: 'found';
      readonly where: 'bundle' | 'outside-skill' | 'other-skill';
      readonly path: string;
      readonly target: 'file' | 'folder';
    }
  /** It exists in another letter case only. `actual`: what to write instead of the reference's target. */
  | { readonly kind: 'case'; readonly path: string; readonly actual: string }
  | { readonly kind: 'missing'; readonly suggestions: readonly string[] }
  /** Only other skills have it, under the same path from their root or by the name it ends in. */
  | { readonly kind: 'other-skill'; readonly path: string; readonly skills: readonly SkillPlace[] }
  /** The prose or the path names another skill of the workspace, and that one lacks it. */
  | { readonly kind: 'other-skill-lacks'; readonly name: string; readonly suggestions: readonly string[] }
  /** It leads out of the repository (or workspace), or is absolute. Nothing was looked up there. */
  | { readonly kind: 'escapes' }
  /** A bare file name that no folder answers to, but bundled files have it. */
  | { readonly kind: 'bare'; readonly files: readonly string[] }
  /** Not the skill's to provide, or nobody can tell. */
  | { readonly kind: 'ignored'; readonly excuse: Excuse | 'unknown' };

/** Resolves a reference of `document`, which belongs to `context.skill`. Never throws; looks up nothing outside the roots of `context`. */
export function resolve(reference: Reference, document: SkillDocument, context: ResolveContext): Resolution {
  const { fs, skill, skills } = context;
  const { path } = reference;
  if (reference.excuse === 'pseudo-link' || reference.excuse === 'glob') return ignored(reference.excuse);
  if (path.startsWith('/') || /^[A-Za-z]:/.test(path)) return { kind: 'escapes' };
  const boundary = context.repositoryRoot ?? context.workspaceRoot;

  let escapes = false;
  let wrongCase: Extract<Resolution, { kind: 'case' }> | undefined;
  for (const base of basesOf(reference, document, context)) {
    const full = join(base, path);
    const inner = within(skill.root, full);
    if (inner === undefined && (boundary === undefined || within(boundary, full) === undefined)) {
      escapes ||= path.startsWith('../');
      continue;
    }
    const found = inner !== undefined ? inBundle(skill, inner) : undefined;
    if (found) return { kind: 'found', where: 'bundle', path: full, target: found };
    const exact = exactKind(fs, boundary ?? skill.root, full);
    if (typeof exact === 'string') {
      // The user's project has a `package.json`, and so does the repository that the skill lies in by chance.
      if (inner === undefined && reference.excuse) return ignored(reference.excuse);
      if (inner === undefined && !path.includes('/') && reference.form !== 'link') return ignored('user-file');
      return {
        kind: 'found',
        where: inner !== undefined ? 'bundle' : whereOf(full, skills),
        path: full,
        target: exact,
      };
    }
    if (exact && !wrongCase)
      wrongCase = { kind: 'case', path: exact.path, actual: sameWriting(reference.target, exact.path) };
  }
  if (reference.base.kind === 'plugin' && context.pluginRoot === undefined) return ignored('unknown');
  if (reference.excuse && !outweighs(reference, document, skill)) return ignored(reference.excuse);
  // How a plugin to come is laid out.
  if (
    reference.base.kind === 'plugin' &&
    document.path !== skill.manifest.path &&
    exactKind(fs, boundary ?? skill.root, join(context.pluginRoot ?? '', path.split('/')[0] ?? '')) === undefined
  )
    return ignored('unknown');
  if (isForPeople(document, skill)) return ignored('user-file');
  // `claude.md` in passing is the user's, whatever the skill has for those who work on it.
  if (wrongCase && !path.includes('/') && !isLink(reference) && isForOthers(path) && !/^skill\./i.test(path))
    return ignored('user-file');
  // Nor is any name in another case that nobody is sent to.
  if (wrongCase && !path.includes('/') && (reference.form === 'code' || reference.form === 'bare')) {
    if (document.path !== skill.manifest.path || !isTold(reference, document)) return ignored('user-file');
  }
  if (wrongCase) return wrongCase;
  if (skill.bundle.truncated) return ignored('unknown');
  if (isElsewhere(reference, document, skill) && !isSlip(reference, document, skill)) return ignored('user-file');
  if (isOfAllSkills(reference, document) && !isOwnName(path.split('/')[0] ?? '', skill)) return ignored('unknown');

  const { base } = reference;
  if (base.kind === 'other-skill' && !isOwnName(base.name, skill) && !spellsOut(path, base.name)) {
    const [named] = skills.named(base.name);
    const [first = ''] = path.split('/');
    const bundled = BUNDLE_FOLDERS.has(first) || named?.bundle.folders.has(first);
    if (named && path.includes('/') && bundled && reference.form !== 'tree')
      return { kind: 'other-skill-lacks', name: named.name, suggestions: suggest(path, named.bundle) };
    // The name was of something else where the own skill has nearly this.
    if (named || reference.form === 'tree' || !path.includes('/') || !isSlip(reference, document, skill))
      return ignored('unknown');
    return { kind: 'missing', suggestions: suggest(path, skill.bundle) };
  }
  const prefixed = throughSkillName(reference, document, context);
  if (prefixed) return prefixed;
  if (!path.includes('/')) {
    if (!hasFileExtension(path)) return ignored('unknown');
    const files = [...skill.bundle.files].filter((file) => basename(file) === path);
    if (files.length > 0) return { kind: 'bare', files };
    if (!isLink(reference)) return ignored('user-file');
  }
  // Code that climbs is at home in the user's project.
  const climbs = path.startsWith('../') && !escapes && reference.form !== 'fence';
  const further = climbs ? furtherUp(reference, document, context, boundary) : undefined;
  const own = normalize(path).replace(/^(?:\.\.\/)+/, '');
  const holders = skills.holding(own).filter((place) => place.root !== skill.root);
  if (
    !further &&
    !isSkillsOwn(reference, document, skill) &&
    !(isTakenFrom(holders, reference) && !teaches(skill, document))
  )
    return ignored('user-file');
  if (escapes) return { kind: 'escapes' };
  if (further) return { kind: 'missing', suggestions: [further] };
  const suggestions = suggest(path, skill.bundle);
  // What the skill has under nearly this name was meant sooner than what another one has under it.
  // A command is run from here, whoever is named.
  const isRun = reference.form === 'fence-command' || reference.form === 'code-command';
  if (suggestions.length === 0 && !isRun && isNamedNear(reference, document, holders)) return ignored('unknown');
  if (!isRun && isToldInFull(reference, document, context, boundary)) return ignored('unknown');
  // One skill, or copies of it: by chance two have a file of the same path.
  if (suggestions.length === 0 && new Set(holders.map(({ name }) => name)).size === 1)
    return { kind: 'other-skill', path: own, skills: holders };
  return { kind: 'missing', suggestions };
}

/** Whether the text has a longer path that ends in this one, and something is there: `skills/shared/scripts/x.py`. */
function isToldInFull(
  { path }: Reference,
  document: SkillDocument,
  { fs, skill, pluginRoot }: ResolveContext,
  boundary: string | undefined,
): boolean {
  const { text } = document;
  if (boundary === undefined || path.startsWith('../') || !path.includes('/')) return false;
  for (const at of placesOf(`/${path}`, document).slice(0, 10)) {
    const head = /[\w.@{}$-]+(?:\/[\w.@-]+)*$/.exec(text.slice(Math.max(0, at - 200), at))?.[0] ?? '';
    const inner = head.replace(/^\$\{?\w+\}?\/?/, '');
    for (const base of [boundary, skill.root, ...(pluginRoot === undefined ? [] : [pluginRoot])]) {
      const full = join(base, inner, path);
      if (inner !== '' && within(boundary, full) !== undefined && exactKind(fs, boundary, full) === 'file') return true;
    }
  }
  return false;
}

/** Whether a path into a folder that this skill lacks was written with another skill in mind, which has exactly this. */
function isTakenFrom(holders: readonly SkillPlace[], { path, form }: Reference): boolean {
  const [first = ''] = path.split('/');
  const spoken = form === 'code' || form === 'bare' || form === 'code-command' || form === 'fence-command';
  return spoken && holders.length > 0 && holders.length <= 3 && hasFileExtension(path) && !PROJECTS.test(first);
}

/** Folders that the user's project has as well. */
const PROJECTS = /^(?:src|lib|app|apps|packages|tests?|docs?|public|dist|build|config|node_modules|\.[\w-]+)$/i;

/** A path through a folder that is called as a skill is, but lies elsewhere: `skills/billing-tools/scripts/run.py`. */
function throughSkillName(
  reference: Reference,
  { text }: SkillDocument,
  { skill, skills }: ResolveContext,
): Resolution | undefined {
  const parts = reference.path.split('/');
  const { form, range } = reference;
  const isSet = /\w=["']?$/.test(text.slice(Math.max(0, range.start - 4), range.start));
  const isRun = form === 'code-command' || (form === 'fence-command' && !isSet);
  const spoken = !isRun && !isLink(reference);
  for (let index = parts.length - 2; index >= 0; index--) {
    const name = parts[index] ?? '';
    const rest = parts.slice(index + 1).join('/');
    const inner = rest.replace(/\/$/, '');
    const holds = (bundle: Skill['bundle']): boolean => bundle.files.has(inner) || bundle.folders.has(inner);
    if (inner === '') continue;
    // Where a skill is once it is installed, as long as nobody is sent there: `.claude/skills/billing/SKILL.md`.
    const isInstalled = spoken && INSTALLED.test(parts.slice(0, index).join('/'));
    if (isOwnName(name, skill) && holds(skill.bundle))
      return isInstalled ? ignored('unknown') : { kind: 'missing', suggestions: [rest] };
    // `.claude/skills/billing/scripts/run.py`, and there is no such script.
    const [first = ''] = rest.split('/');
    if (isOwnName(name, skill) && SPEC_FOLDERS.has(first) && hasFileExtension(inner))
      return { kind: 'missing', suggestions: suggest(inner, skill.bundle) };
    const holders = skills.named(name).filter((place) => place.root !== skill.root && holds(place.bundle));
    if (holders.length > 0)
      return isInstalled ? ignored('unknown') : { kind: 'other-skill', path: rest, skills: holders };
  }
  return undefined;
}

/** The folder of a client's skills. */
const INSTALLED = /^\.[\w-]+\/(?:[\w-]+\/)*skills$/;

/** A path that climbs too few or too many folders: what lies there as seen from another one, as a path from the skill's folder. */
function furtherUp(
  reference: Reference,
  document: SkillDocument,
  { fs, skill }: ResolveContext,
  boundary: string | undefined,
): string | undefined {
  const tail = normalize(reference.path).replace(/^(?:\.\.\/)+/, '');
  if (boundary === undefined || tail.startsWith('..')) return undefined;
  for (let folder = dirname(document.path); within(boundary, folder) !== undefined; folder = dirname(folder)) {
    const path = join(folder, tail);
    if (exactKind(fs, boundary, path) === undefined) continue;
    const found = relative(skill.root, path) + (reference.path.endsWith('/') ? '/' : '');
    return found === '' ? undefined : found;
  }
  return undefined;
}

/** Whether a path goes into a skill by its name: `any/billing-tools/scripts/run.py`. */
function spellsOut(path: string, name: string): boolean {
  const parts = path.split('/');
  const after = parts[parts.indexOf(name) + 1] ?? '';
  return parts.includes(name) && (after === 'SKILL.md' || SPEC_FOLDERS.has(after));
}

/** Whether the prefix of a path stands for the folder of all skills: `$SKILLS/shared/x.py`. A bundled folder behind it is a slip. */
function isOfAllSkills({ base, path, range }: Reference, { text }: SkillDocument): boolean {
  if (base.kind !== 'skill' || SPEC_FOLDERS.has(path.split('/')[0] ?? '')) return false;
  return /[$<{[]\{*[\w-]*skills(?:[-_ ]\w+)?[}>\]]*\/$/i.test(text.slice(Math.max(0, range.start - 40), range.start));
}

const isOwnName = (name: string, skill: Skill): boolean =>
  name.toLowerCase() === skill.name.toLowerCase() || name.toLowerCase() === basename(skill.root).toLowerCase();

const ignored = (excuse: Excuse | 'unknown'): Resolution => ({ kind: 'ignored', excuse });

const isLink = ({ form }: Reference): boolean => form === 'link' || form === 'image' || form === 'definition';

/** The folders that a path may be relative to, likeliest first. */
function basesOf(reference: Reference, document: SkillDocument, context: ResolveContext): readonly string[] {
  const { skill } = context;
  switch (reference.base.kind) {
    case 'skill':
      // `<skills-dir>/billing/scripts/run.py` is as seen from the folder of the skills.
      return isOwnName(reference.path.split('/')[0] ?? '', skill) ? [skill.root, dirname(skill.root)] : [skill.root];
    case 'plugin':
      return context.pluginRoot === undefined ? [] : [context.pluginRoot];
    default: {
      const bases = new Set([dirname(document.path), skill.root, ...projectsAround(document, skill)]);
      // `billing-tools/references/x.md`: as seen from the folder that holds the skills.
      const [first = ''] = reference.path.split('/');
      if (reference.form === 'tree' || context.skills.at(join(dirname(skill.root), first)))
        bases.add(dirname(skill.root));
      // The same of one that lies elsewhere, and paths from a skill that this one lies in.
      if (reference.path.includes('/') && !SPEC_FOLDERS.has(first) && !skill.bundle.folders.has(first)) {
        for (const place of context.skills.named(first)) bases.add(dirname(place.root));
      }
      // As seen from a plugin, or whatever holds the folder `skills`.
      const holder = dirname(skill.root);
      if (first === basename(holder) && first === 'skills') bases.add(dirname(holder));
      if (reference.path.includes('/') && !skill.bundle.folders.has(first))
        for (const folder of outerSkills(skill.root, context)) bases.add(folder);
      if (reference.base.kind === 'other-skill') {
        for (const place of context.skills.named(reference.base.name)) bases.add(place.root);
      }
      if (!reference.path.startsWith('../')) {
        if (context.repositoryRoot !== undefined) bases.add(context.repositoryRoot);
        if (context.workspaceRoot !== undefined) bases.add(context.workspaceRoot);
        if (context.pluginRoot !== undefined) bases.add(context.pluginRoot);
        // Clients run a skill of `PROJECT/.claude/skills/` in PROJECT, a git repository or not.
        const project = /^(.+)\/\.[\w-]+\/skills(?:\/|$)/.exec(skill.root)?.[1];
        if (project !== undefined) bases.add(project);
      }
      return [...bases];
    }
  }
}

/** Folders inside the skill that a document lies in and that hold a project of their own, told by its manifest. */
function projectsAround({ path }: SkillDocument, { root, bundle }: Skill): readonly string[] {
  const around: string[] = [];
  for (let inner = dirname(within(root, path) ?? ''); inner.includes('/'); inner = dirname(inner)) {
    const folder = dirname(inner);
    if (HEADS.some((name) => bundle.files.has(`${folder}/${name}`))) around.push(join(root, folder));
  }
  return around;
}
const HEADS = ['package.json', 'pyproject.toml', 'Cargo.toml', 'go.mod'];

/** The folders of skills that a skill lies in. */
function outerSkills(root: string, { skills, repositoryRoot, workspaceRoot }: ResolveContext): readonly string[] {
  const outer: string[] = [];
  const top = repositoryRoot ?? workspaceRoot;
  if (top === undefined) return outer;
  for (let folder = dirname(root); within(top, folder) !== undefined && folder !== top; folder = dirname(folder)) {
    if (skills.at(folder)) outer.push(folder);
  }
  return outer;
}

function inBundle(skill: Skill, inner: string): 'file' | 'folder' | undefined {
  if (inner === '') return 'folder';
  return skill.bundle.files.has(inner) ? 'file' : skill.bundle.folders.has(inner) ? 'folder' : undefined;
}

function whereOf(path: string, skills: SkillLookup): 'outside-skill' | 'other-skill' {
  for (let folder = path; folder !== '/' && folder !== ''; folder = dirname(folder)) {
    if (skills.at(folder)) return 'other-skill';
  }
  return 'outside-skill';
}

/** The kind of a path written in exactly this case, the path in its actual case, or undefined; a disk may ignore case. */
function exactKind(fs: FileSystem, top: string, path: string): 'file' | 'folder' | { path: string } | undefined {
  const rest = within(top, path);
  if (rest === undefined) return undefined;
  if (rest === '') return fs.kind(path);
  let folder = top;
  let same = true;
  let kind: 'file' | 'folder' = 'folder';
  for (const part of rest.split('/')) {
    const entry = entryOf(fs.list(folder), part);
    if (!entry) return undefined;
    same &&= entry.name === part;
    kind = entry.kind;
    folder = `${folder === '/' ? '' : folder}/${entry.name}`;
  }
  return same ? kind : { path: folder };
}
