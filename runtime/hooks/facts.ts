/** The sentences for a model: facts about a file, without orders, which clients may take for an attack. */
import { dirname } from 'node:path/posix';
import {
  basename,
  type ClassifiedMiss,
  formatCount,
  guessesOf,
  join,
  normalize,
  type Reference,
  suggest,
} from '../../skill/index.ts';
import { ordinal } from '../guards/ordinal.ts';
import { type HookSkill, isInside, isShown } from './offered-skills.ts';

/** Maximum length of a text, in characters: clients cut longer ones, or put them into a file. */
const MAX_TEXT = 1900;
/** Maximum length of a path or a line that is quoted, in characters. */
const MAX_QUOTED = 300;

/** A request for a file that is missing. */
export interface AskedPath {
  /** The path as the model wrote it. */
  readonly asked: string;
  /** Absolute. */
  readonly path: string;
  readonly directory: string;
  readonly home: string;
}

/** Returns the fact about a miss; undefined if nothing certain can be said. */
export function factOf(
  { asked, path, directory, home }: AskedPath,
  miss: ClassifiedMiss,
  skill: HookSkill | undefined,
  names: readonly string[],
): string | undefined {
  const shown = quoted(asked);
  if (skill === undefined) {
    if (!miss.kind.startsWith('name.')) return undefined;
    return nameFact(nameIn(asked), names);
  }
  const { place, file: meant } = miss;
  const at = (target: string): string => quoted(inForm(target, asked, directory, home));
  const bundle = skill.bundle();
  if (place?.exists === true && isSameName(place.at, path)) {
    if (!isInside(skill, place.at)) return undefined;
    const isManifest = meant === undefined || meant === 'SKILL.md';
    const what = isManifest ? `The SKILL.md of the skill` : `${quoted(meant)} of the skill`;
    return `${shown} does not exist. ${what} ${quoted(skill.name)} is at ${at(place.at)}.`;
  }
  if (miss.kind.startsWith('name.')) return `The skill of this name is offered as ${quoted(skill.name)}.`;
  const file = path.startsWith(`${skill.folder}/`) ? path.slice(skill.folder.length + 1) : meant;
  if (file === undefined || !isShown(file) || file.startsWith('..')) return undefined;
  const [near] = suggest(file, bundle).filter((one) => isShown(one) && isInside(skill, join(skill.folder, one)));
  const nearest =
    near === undefined ? '' : `; the nearest that it has is ${quoted(near)}, at ${at(join(skill.folder, near))}`;
  const words = wordsAbout(skill, file);
  const fact = `The skill ${quoted(skill.name)} has no file ${quoted(file)}${nearest}.`;
  return (words === undefined ? fact : `${fact} ${words}`).slice(0, MAX_TEXT);
}

/** True if two paths have the same last part, whatever its case. */
export const isSameName = (one: string, other: string): boolean =>
  basename(one).toLowerCase() === basename(other).toLowerCase();

/** Returns the fact about the name of a skill that is not offered. */
export function nameFact(name: string, names: readonly string[]): string {
  const near = nearestName(name, names);
  return `No skill ${quoted(name)} is offered here.${near === undefined ? '' : ` The nearest name is ${quoted(near)}.`}`;
}

/** Returns the fact with the number of steps in which the file was missed. */
export const withCount = (fact: string, steps: number): string =>
  `${fact} This is the ${ordinal(steps)} request for it in this session.`.slice(0, MAX_TEXT);

/** Returns the reason of a denial, which asks for an answer with what is known. */
export const denial = (fact: string, steps: number): string =>
  `${fact} It was requested in ${formatCount(steps, 'step')} before and did not exist, so this request was not run. What the skill's other files say is all there is: answer with what is known, and say that this file is missing.`.slice(
    0,
    MAX_TEXT,
  );

/** Returns the text for the user at the end of a turn. */
export const ending = (fact: string, steps: number): string =>
  `Skillwright ended the turn: ${fact} It was requested in ${formatCount(steps, 'step')}.`.slice(0, MAX_TEXT);

/** Returns what SKILL.md says about a file, with its line. */
function wordsAbout(skill: HookSkill, file: string): string | undefined {
  const document = skill.document();
  if (document === undefined) return undefined;
  const reference: Pick<Reference, 'range'> | undefined =
    document.references.find(({ path }) => normalize(path) === file) ??
    guessesOf(document).find(({ path }) => path === file)?.source;
  if (reference === undefined) return undefined;
  const { start } = reference.range;
  const from = document.text.lastIndexOf('\n', start - 1) + 1;
  const to = document.text.indexOf('\n', start);
  const line = document.text.slice(from, to < 0 ? undefined : to).trim();
  const number = document.text.slice(0, from).split('\n').length;
  return `SKILL.md line ${number} says: ${JSON.stringify(cut(line))}`;
}

/** Returns a path in the form of the request: absolute, below the home, or relative. */
function inForm(path: string, asked: string, directory: string, home: string): string {
  const [homePrefix] = /^(?:~|\$\{?HOME\}?|\$env:USERPROFILE|%USERPROFILE%)(?=[\\/])/i.exec(asked) ?? [];
  const isBelow = (folder: string): boolean => path.startsWith(`${folder.replace(/\/$/, '')}/`);
  const isAbsolute = /^(?:\/|[a-z]:[\\/])/i.test(asked) || homePrefix !== undefined;
  const shown =
    homePrefix !== undefined && isBelow(home)
      ? `${homePrefix}${path.slice(home.length)}`
      : !isAbsolute && isBelow(directory)
        ? path.slice(directory.length + 1)
        : path;
  return asked.includes('\\') ? shown.replaceAll('/', '\\') : shown;
}

/** Returns the name of the skill that a request for a name or for a SKILL.md means. */
function nameIn(asked: string): string {
  const path = asked.replaceAll('\\', '/');
  return /\/skill\.md$/i.test(path) ? basename(dirname(path)) : basename(path);
}

/** Returns the offered name that is nearest to another. */
function nearestName(name: string, names: readonly string[]): string | undefined {
  const byPath = new Map(names.map((one) => [`${one.replace(/^.*:/, '')}.md`, one]));
  const [near] = suggest(`${name.replace(/^.*:/, '')}.md`, {
    files: new Set(byPath.keys()),
    folders: new Set(),
    truncated: false,
  });
  return near === undefined ? undefined : byPath.get(near);
}

const quoted = (text: string): string => `\`${cut(text.replace(/[\r\n`]+/g, ' '))}\``;
const cut = (text: string): string => (text.length > MAX_QUOTED ? `${text.slice(0, MAX_QUOTED)}…` : text);
