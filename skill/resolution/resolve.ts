/** What a path in a skill's text leads to. */

import { isElsewhere } from '../clues/elsewhere.ts';
import { isSlip, isTold, outweighs, teaches } from '../clues/evidence.ts';
import { isNamedNear, isSpelledOut } from '../clues/named-near.ts';
import { isForPeople, isSkillsOwn } from '../clues/ownership.ts';
import { isListedWithProject } from '../clues/surroundings.ts';
import { isForOthers } from '../files/audience.ts';
import { exactKind } from '../files/exact-kind.ts';
import { basename, dirname, join, normalize, within } from '../files/paths.ts';
import { sameWriting } from '../files/same-writing.ts';
import type { SkillLookup, SkillPlace } from '../files/skills.ts';
import { suggest } from '../files/suggest.ts';
import type { Reference, Skill, SkillDocument } from '../model/model.ts';
import { asRead, BUNDLE_FOLDERS, hasFileExtension, SPEC_FOLDERS } from '../references/target.ts';
import { basesOf, isOwnName } from './bases.ts';
import { furtherUp, isToldInFull, spellsOut, throughSkillName } from './detours.ts';
import { ignored, isLink, type Resolution, type ResolveContext } from './resolution.ts';

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
      wrongCase = {
        kind: 'case',
        path: exact.path,
        actual: sameWriting(asRead(reference.target, reference.form), exact.path),
      };
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
  // What the repository around the skill has is the project's, unless one is sent there or the path climbs to it.
  if (wrongCase && within(skill.root, wrongCase.path) === undefined && !path.startsWith('../')) {
    const named = reference.form === 'code' || reference.form === 'bare';
    if (named && !isTold(reference, document)) return ignored('user-file');
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
  const prefixed = throughSkillName(reference, context);
  if (prefixed?.kind === 'other-skill' && isProjects(reference, document, skill)) return ignored('user-file');
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
    !(isTakenFrom(holders, reference) && !teaches(skill, document) && !isProjects(reference, document, skill))
  )
    return ignored('user-file');
  if (escapes) return { kind: 'escapes' };
  if (further) return { kind: 'missing', suggestions: [further] };
  const suggestions = suggest(path, skill.bundle);
  // What the skill has under nearly this name was meant sooner than what another one has under it.
  // A command is run from here, whoever is named, unless it has a prefix and its whole path is told.
  const isRun = reference.form === 'fence-command' || reference.form === 'code-command';
  const says = isRun
    ? base.kind === 'skill' && isSpelledOut(reference, document, holders)
    : isNamedNear(reference, document, holders);
  if (suggestions.length === 0 && says) return ignored('unknown');
  if (!isRun && isToldInFull(reference, document, context, boundary)) return ignored('unknown');
  // One skill, or copies of it: by chance two have a file of the same path.
  if (suggestions.length === 0 && new Set(holders.map(({ name }) => name)).size === 1)
    return { kind: 'other-skill', path: own, skills: holders };
  return { kind: 'missing', suggestions };
}

/** Whether a path into a folder that this skill lacks was written with another skill in mind, which has exactly this. */
function isTakenFrom(holders: readonly SkillPlace[], { path, form }: Reference): boolean {
  const [first = ''] = path.split('/');
  const spoken = form === 'code' || form === 'bare' || form === 'code-command' || form === 'fence-command';
  return spoken && holders.length > 0 && holders.length <= 3 && hasFileExtension(path) && !PROJECTS.test(first);
}

const isProjects = ({ range }: Reference, { text }: SkillDocument, { bundle }: Skill): boolean =>
  isListedWithProject(text, range, bundle);

/** Folders that the user's project has as well. */
const PROJECTS = /^(?:src|lib|app|apps|packages|tests?|docs?|public|dist|build|config|node_modules|\.[\w-]+)$/i;

/** Whether the prefix of a path stands for the folder of all skills: `$SKILLS/shared/x.py`. A bundled folder behind it is a slip. */
function isOfAllSkills({ base, path, range }: Reference, { text }: SkillDocument): boolean {
  if (base.kind !== 'skill' || SPEC_FOLDERS.has(path.split('/')[0] ?? '')) return false;
  // eslint-disable-next-line regexp/no-super-linear-move -- reads at most 40 units
  return /[$<{[]\{*[\w-]*skills(?:[-_ ]\w+)?[}>\]]*\/$/i.test(text.slice(Math.max(0, range.start - 40), range.start));
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
