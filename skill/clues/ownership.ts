/** Whether a path that leads nowhere was the skill's to provide, told by its form, its folder and what the skill ships. */
import { distance } from 'fastest-levenshtein';
import { isCopied, isHistory } from '../files/audience.ts';
import { basename, dirname, extension, join, within } from '../files/paths.ts';
import { suggest } from '../files/suggest.ts';
import type { Reference, Skill, SkillDocument } from '../model/model.ts';
import { BUNDLE_FOLDERS, SPEC_FOLDERS } from '../references/target.ts';
import { lineAround } from '../text/lines.ts';
import { isAnyScript, isOrigin } from './any-project.ts';
import { hasCompany, isAboutSkills, isCommon, isSlip, isTold, teaches } from './evidence.ts';
import { isListedWithProject } from './surroundings.ts';

/** Languages that few skills bundle. */
const SOURCE = /\.(?:go|rs|java|kt|swift|c|h|cc|cpp|hpp|cs|tsx?|jsx|php)$/i;

/** For references without an excuse that resolve to nothing. */
export function isSkillsOwn(reference: Reference, document: SkillDocument, skill: Skill): boolean {
  const { path, form } = reference;
  const inner = within(skill.root, document.path) ?? '';
  const manifest = document.path === skill.manifest.path;
  if (reference.base.kind === 'plugin' && !manifest && isCopied(inner)) return false;
  // A tree among examples is of what they show.
  if (form === 'tree' && !manifest && EXAMPLES.test(inner)) return isSlip(reference, document, skill);
  if (reference.base.kind !== 'document') return !teaches(skill, document) || isNear(reference, document, skill);
  const link = form === 'link' || form === 'image' || form === 'definition';
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
    if (CLIENT_FILE.test(path)) return isSlip(reference, document, skill);
    if (folder && first === path.slice(0, -1) && !shipsFolder && isInPassing(reference, document)) return false;
    // A sample of another project is named as one is told to read it.
    const told = manifest && BUNDLE_FOLDERS.has(first) && !SOURCE.test(path) && isTold(reference, document);
    if (first === 'scripts' && !folder && !shipsFolder && isAnyScript(reference, document, skill)) return false;
    if (!SPEC_FOLDERS.has(first) && !shipsFolder && !told && !leadsToSkill(path) && !isWrongFolder(path, skill))
      return false;
  }
  if (isOfUser(path, skill) || isDated(path, skill)) return false;
  if (!manifest && !link && isOrigin(reference, document)) return false;
  if (!link && !shipsFolder && isListedWithProject(document.text, reference.range, skill.bundle)) return false;
  const command = form === 'fence-command' || form === 'fence' || form === 'tree';
  // Runbooks and configurations in reference files name the user's own scripts.
  if (!manifest && command && !shipsFolder) return false;
  // A document of recipes names what the user's project is to have.
  if (
    !manifest &&
    !link &&
    !shipsFolder &&
    !leadsToSkill(path) &&
    !hasName(path, skill) &&
    !isTold(reference, document)
  )
    return false;
  const shows = teaches(skill, document) || isCopiedOut(skill);
  // A link that stands beside sound ones is no example.
  const sound = link && (manifest || !isAboutSkills(document) || hasCompany(reference, document, skill));
  if (shows && (!sound || isPattern(skill))) {
    return (
      (form === 'tree' ? isSlip(reference, document, skill) : isNear(reference, document, skill)) ||
      (shipsFolder &&
        !isPattern(skill) &&
        !isQuoted(reference, document) &&
        (form === 'fence-command' || form === 'code-command'
          ? hasCompany(reference, document, skill)
          : isTold(reference, document)))
    );
  }
  if (
    !manifest &&
    !leadsToSkill(path) &&
    (EXAMPLE.test(basename(inner)) || (isCopied(inner) && (link || !SPEC_FOLDERS.has(first))))
  ) {
    return hasName(path, skill);
  }
  return true;
}

/** Among examples, or called so. */
const EXAMPLES = /(?:^|[/_-])examples?(?:[/._-]|$)/i;

/** What clients read in any folder of a project. */
const CLIENT_FILE = /\/(?:agents|claude|gemini)\.md$/i;

/** Whether a folder is neither what a line begins with nor where one is sent or something lies: "covers `assets/` as well". */
function isInPassing({ range }: Reference, { text }: SkillDocument): boolean {
  const before = text.slice(lineAround(text, range).start, range.start);
  return (
    // eslint-disable-next-line regexp/no-super-linear-backtracking -- reads at most 1,000 units
    !/^[\s#>*|\-+\d.)`_[]*(?:the\s+)?[*_"'([]*`?$/i.test(before) &&
    !/(?:\b(?:in|from|see|under|into|inside|within|of|to|at|read|load|use|using|check|open|via|browse|with|has|have|contains?|includes?)|[|:→])\s+(?:(?:the|its|this skill(?:'|’)s|our)\s+)?[*_"'([]*`?$/i.test(
      before,
    )
  );
}

/** Whether a bundled file has the name that a path ends in. */
const hasName = (path: string, { bundle }: Skill): boolean =>
  [...bundle.files].some((file) => basename(file) === basename(path));

/** A document that is called an example or a template: what stands in it is of the thing that it shows. */
const EXAMPLE = /(?:^|[-_.])(?:example|sample|template)(?:[-_.]|$)/i;

/** Whether a document is for people who come by, tells what was, or is fed to tests: no model is sent there. */
export function isForPeople({ path }: SkillDocument, skill: Skill): boolean {
  const inner = within(skill.root, path) ?? '';
  return path !== skill.manifest.path && (PEOPLE.test(inner) || isHistory(inner));
}
const PEOPLE =
  /^(?:readme|contributing|code_of_conduct|security|eval|spec|todo)\b[^/]*$|(?:^|\/)(?:evals?|evaluations?|tests?|fixtures?|__tests__)\//i;

/** A skill that is itself the pattern of skills to come. */
const isTemplate = ({ root, name }: Skill): boolean =>
  [name, basename(root)].some((one) => /(?:^|[-_])template$/i.test(one));

/** … by its name or its place. */
const isPattern = (skill: Skill): boolean => isTemplate(skill) || isCopiedOut(skill);

/** A skill that lies among the files of another, to be copied. */
const isCopiedOut = ({ root }: Skill): boolean =>
  [root, dirname(root)].some((folder) => /^(?:assets|templates?)$/i.test(basename(folder)));

/** "See references/file.md for …", in quotation marks: what somebody would write. */
function isQuoted({ range }: Reference, { text }: SkillDocument): boolean {
  const line = lineAround(text, range);
  // eslint-disable-next-line regexp/no-super-linear-move -- reads at most 1,000 units
  const before = text.slice(line.start, range.start).replace(/[`'(]+$/, '');
  return (before.match(/["“”]/g) ?? []).length % 2 === 1 && /["”]/.test(text.slice(range.end, line.end));
}

/** Folders that hold what the user adds. */
const isOfUser = (path: string, { bundle }: Skill): boolean => {
  const own = /^(.*?(?:^|\/)(?:users?|personal|private|local|custom))\//i.exec(path)?.[1];
  return own !== undefined && !bundle.folders.has(own);
};

/** A name with a date is of something that was made on a day, unless the skill ships files of such names. */
const DATE = /(?:^|[^\d])20\d\d[-_]?[01]\d[-_]?[0-3]\d(?:[^\d]|$)/;
const isDated = (path: string, { bundle }: Skill): boolean =>
  DATE.test(basename(path)) && ![...bundle.files].some((file) => DATE.test(basename(file)));

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
