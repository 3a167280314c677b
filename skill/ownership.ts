/** Whether a path that leads nowhere was the skill's to provide, told by its form, its folder and what the skill ships. */
import { distance } from 'fastest-levenshtein';
import type { Reference, Skill, SkillDocument } from './model.ts';
import { basename, dirname, extension, within } from './paths.ts';
import { suggest } from './suggest.ts';
import { SPEC_FOLDERS } from './target.ts';

/** A skill about writing skills shows the files of skills to come. */
const TEACHES =
  /\b(?:(?:create|author|scaffold|build|improve|develop|design|update)(?:s|d|ing)?|creating|writing|improving|writes?|updating|authoring|scaffolding)\s+(?!skills?\b(?<=writing skills?))(?:[\w/-]+\s+){0,4}skills?\b/i;
/** Files that are copied out: their links are for the place they are copied to. */
const COPIED = /(?:^|\/)(?:assets?|templates?|examples?|boilerplate|scaffold)\//i;

/** For references without an excuse that resolve to nothing. */
export function isSkillsOwn(reference: Reference, document: SkillDocument, skill: Skill): boolean {
  const { path, form } = reference;
  if (reference.base.kind !== 'document') return true;
  const link = form === 'link' || form === 'image' || form === 'definition';
  const [first = ''] = path.split('/');
  const folder = path.endsWith('/');
  const shipsFolder = skill.bundle.folders.has(first);
  if (link) {
    // `[Runbook](wiki/runbook)` is a page of a site more often than a file that lost its extension.
    if (!folder && extension(path) === '' && !path.startsWith('../') && !SPEC_FOLDERS.has(first) && !shipsFolder)
      return false;
  } else {
    if (!folder && extension(path) === '') return false;
    if (!SPEC_FOLDERS.has(first) && !shipsFolder && !leadsToSkill(path) && !isWrongFolder(path, skill)) return false;
  }
  const inner = within(skill.root, document.path) ?? '';
  const manifest = document.path === skill.manifest.path;
  const command = form === 'fence-command' || form === 'fence' || form === 'tree';
  // Runbooks and configurations in reference files name the user's own scripts.
  if (!manifest && command && !shipsFolder) return false;
  if (TEACHES.test(skill.description) && form !== 'link') return isNear(path, skill);
  if (!manifest && COPIED.test(inner) && (link || !SPEC_FOLDERS.has(first))) {
    return [...skill.bundle.files].some((file) => basename(file) === basename(path));
  }
  return true;
}

/** `x/SKILL.md`, `../x/scripts/y.py`: a path into a skill beside this one. */
const leadsToSkill = (path: string): boolean =>
  /^(?:\.\.\/)*(?:[\w-]+\/)+SKILL\.md$/.test(path) ||
  /^(?:\.\.\/)+(?:[\w-]+\/)+(?:references|scripts|assets)\//.test(path);

/** Folders whose names mean much the same, so that one is written for the other. */
const ALIKE: readonly ReadonlySet<string>[] = [
  new Set(['references', 'reference', 'refs', 'ref', 'docs', 'doc', 'resources', 'resource', 'guides', 'guide']),
  new Set(['scripts', 'script', 'bin', 'tools', 'tool', 'helpers', 'utils']),
  new Set(['assets', 'asset', 'templates', 'template', 'resources', 'resource', 'static', 'files']),
  new Set(['rules', 'rule', 'references']),
  new Set(['examples', 'example', 'samples', 'references']),
];
/** Names that many folders have a file of. */
const COMMON = /^(?:readme|index|main|config|setup|utils?|test|package|changelog|license|__init__)\./i;

/** `reference/x.md`, `refrences/x.md` or `docs/x.md` where `references/x.md` is bundled. */
function isWrongFolder(path: string, skill: Skill): boolean {
  const folder = dirname(path);
  const name = basename(path);
  return [...skill.bundle.folders].some(
    (other) =>
      skill.bundle.files.has(`${other}/${name}`) &&
      (distance(other, folder) <= 2 ||
        (!COMMON.test(name) && ALIKE.some((names) => names.has(folder) && names.has(other)))),
  );
}

/** Whether a bundled file is so like the path that a slip is likelier than an example. */
function isNear(path: string, skill: Skill): boolean {
  const [nearest] = suggest(path, skill.bundle, 1);
  if (nearest === undefined) return false;
  return basename(nearest) === basename(path) || dirname(nearest) === dirname(path);
}
