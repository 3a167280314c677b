/** Whether a path that leads nowhere was the skill's to provide, told by its form, its folder and what the skill ships. */
import { distance } from 'fastest-levenshtein';
import { hasCompany, isCommon, isTold, teaches } from './evidence.ts';
import { lineAround } from './lines.ts';
import type { Reference, Skill, SkillDocument } from './model.ts';
import { basename, dirname, extension, join, within } from './paths.ts';
import { isCopied, isHistory } from './reach.ts';
import { suggest } from './suggest.ts';
import { BUNDLE_FOLDERS, SPEC_FOLDERS } from './target.ts';

/** Languages that few skills bundle. */
const SOURCE = /\.(?:go|rs|java|kt|swift|c|h|cc|cpp|hpp|cs|tsx?|jsx|php)$/i;

/** For references without an excuse that resolve to nothing. */
export function isSkillsOwn(reference: Reference, document: SkillDocument, skill: Skill): boolean {
  const { path, form } = reference;
  if (reference.base.kind !== 'document') return true;
  const link = form === 'link' || form === 'image' || form === 'definition';
  const inner = within(skill.root, document.path) ?? '';
  // `auth/setup.md` in `references/auth.md`, `../SKILL.md`: as seen from the document's folder.
  const near = within(skill.root, join(dirname(document.path), path)) ?? '';
  const [first = ''] = path.split('/');
  const folder = path.endsWith('/');
  const shipsFolder =
    skill.bundle.folders.has(first) ||
    (near !== path && skill.bundle.folders.has(path.startsWith('../') ? dirname(near) : join(dirname(inner), first)));
  if (link) {
    // `[client.go](sdk/client.go)` is the source of another project.
    if (SOURCE.test(path) && !SPEC_FOLDERS.has(first) && !shipsFolder && !path.startsWith('../')) return false;
    // `[Runbook](wiki/runbook)` is a page of a site more often than a file that lost its extension.
    if (!folder && extension(path) === '' && !path.startsWith('../') && !SPEC_FOLDERS.has(first) && !shipsFolder)
      return false;
  } else {
    if (!folder && extension(path) === '') return false;
    const told = BUNDLE_FOLDERS.has(first) && isTold(reference, document);
    if (!SPEC_FOLDERS.has(first) && !shipsFolder && !told && !leadsToSkill(path) && !isWrongFolder(path, skill))
      return false;
  }
  if (isHistory(inner)) return false;
  const manifest = document.path === skill.manifest.path;
  const command = form === 'fence-command' || form === 'fence' || form === 'tree';
  // Runbooks and configurations in reference files name the user's own scripts.
  if (!manifest && command && !shipsFolder) return false;
  if (teaches(skill) && !link) {
    return (
      isNear(reference, document, skill) ||
      (shipsFolder &&
        (form === 'fence-command' || form === 'code-command'
          ? hasCompany(reference, document, skill)
          : isTold(reference, document)))
    );
  }
  if (!manifest && isCopied(inner) && (link || !SPEC_FOLDERS.has(first))) {
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
/** `reference/x.md`, `refrences/x.md` or `docs/x.md` where `references/x.md` is bundled; one folder of the path differs. */
function isWrongFolder(path: string, skill: Skill): boolean {
  const folders = dirname(path).split('/');
  const name = basename(path);
  return [...skill.bundle.folders].some((other) => {
    if (!skill.bundle.files.has(`${other}/${name}`)) return false;
    const others = other.split('/');
    const apart = others.flatMap((one, index) =>
      one === folders[index] ? [] : [[one, folders[index] ?? ''] as const],
    );
    const [differing] = apart;
    if (others.length !== folders.length || apart.length !== 1 || differing === undefined) return false;
    const [right, wrong] = differing;
    return (
      distance(right, wrong) <= 2 || (!isCommon(name) && ALIKE.some((names) => names.has(right) && names.has(wrong)))
    );
  });
}

/** Whether a bundled file is so like the path that a slip is likelier than an example; beside the right name nobody slips. */
function isNear({ path, range }: Reference, document: SkillDocument, skill: Skill): boolean {
  const [nearest] = suggest(path, skill.bundle, 1);
  if (nearest === undefined) return false;
  const line = lineAround(document.text, range);
  if (document.text.slice(line.start, line.end).includes(nearest)) return false;
  return basename(nearest) === basename(path) || dirname(nearest) === dirname(path);
}
