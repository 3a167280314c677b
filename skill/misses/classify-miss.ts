import { basename, dirname, join } from '../files/paths.ts';
import { defined } from '../text/defined.ts';
import { classifyName } from './classify-name.ts';
import { ofLeftFolder, ofOtherSkill } from './classify-refused.ts';
import { insideOf } from './inside-skill.ts';
import {
  folderNames,
  isWritten,
  looseName,
  type PreparedSkill,
  pathsOf,
  placeIn,
  prepareSkills,
} from './known-skills.ts';
import type { ClassifiedMiss, FailedRequest, KnownPlaces } from './miss.ts';
import { ofOtherFolder } from './other-folder.ts';
import { isCopied, longest, type Named, namesakeElsewhere, ofWritten, type PathRequest } from './path-request.ts';
import { absolutePath, below, homeIn, isSamePath, plainPath, UNKNOWN_HOME } from './requested-path.ts';
import { skillsRootOf } from './skills-roots.ts';

/** Maximum length of a path that is classified, in characters. */
const MAX_PATH = 4096;

/**
 * Returns the kind of a request that found nothing, and the place of what it meant, from what is known to exist; the disk is
 * not read. The first question is whether the path leads into a folder of skills. Undefined if the request says nothing about a
 * skill, or what it asked for is known to exist there.
 */
export function classifyMiss(request: FailedRequest, known: KnownPlaces): ClassifiedMiss | undefined {
  const { asked, by } = request;
  if (asked.length > MAX_PATH || (request.path?.length ?? 0) > MAX_PATH) return undefined;
  const home = request.home ?? homeIn([request.directory, request.path, ...known.skills.map(({ folder }) => folder)]);
  const plainHome = home === undefined ? UNKNOWN_HOME : absolutePath(home, '/', '/');
  const directory = absolutePath(request.directory ?? '/', '/', plainHome);
  const skills = prepareSkills(known, directory, plainHome);
  if (by === 'skill' || by === 'tool')
    return classifyName(request, skills, known.offered === undefined ? undefined : new Set(known.offered));
  const plain = plainPath(asked);
  if (plain === '') return undefined;
  const path = absolutePath(request.path ?? asked, directory, plainHome);
  const whole: PathRequest = { asked: plain, path, directory, home: plainHome, skills, known };
  const only = skills.find(({ name }) => name === request.refusedFor);
  if (only === undefined) return classifyPath(whole);
  return ofLeftFolder(only, whole, by === 'run') ?? classifyPath(whole) ?? ofOtherSkill(only, whole);
}

function classifyPath(request: PathRequest): ClassifiedMiss | undefined {
  const alias = ofAlias(request);
  if (alias !== undefined) return alias;
  const holder = innermostHolder(request);
  if (holder !== undefined) return insideOf(holder.skill, holder.file, request);
  const named = namedIn(request);
  if (named !== undefined) return ofOtherFolder(named.skill, named.file, request);
  const root = skillsRootOf(request.path)?.root ?? rootOfKnown(request);
  return root === undefined ? outsideOf(request) : belowRoot(root, request);
}

/** A short name of a folder in a client's list, taken for a folder: `r0/brew/SKILL.md`. */
function ofAlias({
  asked,
  path,
  directory,
  skills,
  known: { aliases = new Map<string, string>() },
}: PathRequest): ClassifiedMiss | undefined {
  const isRelative = /^r\d+\/./.test(asked);
  const root = skillsRootOf(path);
  const rest = isRelative ? asked : (root?.rest ?? below(directory, path));
  const [, alias = '', inAlias = ''] = /^(r\d+)\/(.+)$/.exec(rest ?? '') ?? [];
  if (inAlias === '' || skills.some(({ name }) => name === alias)) return undefined;
  const [, name = '', file = ''] =
    /^(?:.*\/)?([^/]+)\/(SKILL\.md)$/i.exec(inAlias) ?? /^([^/]+)\/(.+)$/.exec(inAlias) ?? [];
  const skill = skills.find((one) => folderNames(one).includes(name.toLowerCase()));
  const folder = aliases.get(alias);
  // Any folder of a workspace can have such a name.
  if (!isRelative && root === undefined && folder === undefined) return undefined;
  const at = folder === undefined ? undefined : join(folder, inAlias.slice(0, -file.length - 1));
  // The list says where SKILL.md is, and nothing about other files.
  const place =
    skill !== undefined
      ? placeIn({ ...skill, folder: at ?? skill.folder }, file)
      : at !== undefined && /^skill\.md$/i.test(file)
        ? { at: join(at, 'SKILL.md'), exists: true }
        : undefined;
  return defined({ kind: 'root.alias', skill: skill?.name, file: skill === undefined ? undefined : file, place });
}

/** Returns the skill in whose folder the path is, the innermost one. */
function innermostHolder({ path, skills }: PathRequest): Named | undefined {
  let found: (Named & { readonly length: number }) | undefined;
  for (const skill of skills) {
    const file = skill.folder === undefined ? undefined : below(skill.folder, path);
    const length = skill.folder?.length ?? 0;
    if (file !== undefined && length > (found?.length ?? -1)) found = { skill, file, length };
  }
  return found;
}

/** Returns the skill that a path names although it is not in the skill's folder, with the file below that name. */
function namedIn({ path, skills }: PathRequest): Named | undefined {
  const parts = path.split('/');
  // The last part is the file itself.
  for (let at = parts.length - 2; at >= 0; at--) {
    const part = looseName(parts[at] ?? '');
    const found = skills.filter((skill) => folderNames(skill).some((name) => looseName(name) === part));
    const file = parts.slice(at + 1).join('/');
    const skill = found.find((one) => one.folder !== undefined) ?? found[0];
    const isManifest = /^skill\.md$/i.test(file);
    if (skill !== undefined && part !== '' && (isManifest || skillsRootOf(path) !== undefined || isOf(skill, file)))
      return { skill, file };
  }
  return undefined;
}

/** True if a skill has a file or its texts lead to it. */
const isOf = (skill: PreparedSkill, file: string): boolean =>
  skill.files.has(file) || isWritten(skill, file) || skill.guesses.has(file);

/** Returns the folder around a known skill that the path is in. */
function rootOfKnown({ path, skills }: PathRequest): string | undefined {
  for (const { folder } of skills) {
    const root = folder === undefined ? '' : dirname(folder);
    // A skill directly in the working directory or in the home says nothing about its neighbors.
    if (/skills/i.test(root) && below(root, path) !== undefined) return root;
  }
  return undefined;
}

/** A path in a folder of skills that names no known skill. */
function belowRoot(root: string, request: PathRequest): ClassifiedMiss | undefined {
  const { path, skills, known } = request;
  const rest = below(root, path) ?? '';
  for (const skill of skills) {
    const { name, folder } = skill;
    const file = skill.written.flat().find((one) => folder !== undefined && isSamePath(join(folder, one), path));
    if (file !== undefined) return { kind: 'other-skill', skill: name, file };
  }
  const owner = skills.find((skill) => [...pathsOf(skill)].includes(rest));
  if (owner !== undefined) {
    if (owner.hasAllFiles && !owner.files.has(rest)) return ofWritten(owner, rest);
    return defined({ kind: 'base.skills-root', skill: owner.name, file: rest, place: placeIn(owner, rest) });
  }
  if (isCopied(request, rest)) return { kind: 'copied' };
  if (/^(?:.+\/)?[^/]+\/skill\.md$/i.test(rest)) return { kind: 'name.manifest' };
  const guesser = skills.find(({ guesses }) => guesses.has(rest));
  if (guesser !== undefined) return { kind: 'guessed', skill: guesser.name, file: rest };
  // A file where the folders of skills are: the name of a skill, taken for a file.
  const isName = !rest.includes('/') && !/^(?:readme|skill|agents|license)\b/i.test(rest);
  return isName && known.files?.includes(path) !== true ? { kind: 'name.unknown' } : undefined;
}

/** A path outside of all folders of skills. */
function outsideOf(request: PathRequest): ClassifiedMiss | undefined {
  const { asked, path, skills, directory } = request;
  const candidates = skills.flatMap((skill): readonly Named[] => {
    const file = longest(pathsOf(skill), (one) => isSamePath(path, join(directory, one)) || path.endsWith(`/${one}`));
    return file === undefined ? [] : [{ skill, file }];
  });
  // A bare name is that of many files, so it must have been asked for as it is written.
  const found = candidates.find(({ file }) => file.includes('/') || basename(asked) === asked.replace(/^\.\//, ''));
  if (found !== undefined) {
    const { skill, file } = found;
    if (skill.hasAllFiles && !skill.files.has(file)) return ofWritten(skill, file);
    return defined({ kind: 'base.workspace', skill: skill.name, file, place: placeIn(skill, file) });
  }
  const tail = below(directory, path);
  if (tail !== undefined && isCopied(request, tail)) return { kind: 'copied' };
  const guesser = skills.find(({ guesses }) => tail !== undefined && guesses.has(tail));
  if (guesser === undefined || tail === undefined) return undefined;
  return defined({ kind: 'guessed', skill: guesser.name, file: tail, place: namesakeElsewhere(request, tail) });
}
