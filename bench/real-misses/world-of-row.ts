/**
 * The small world of a row: the request, and what is known to exist. The layout follows from the texts of the row; where skills
 * are installed is invented if no text says so. The reader's letter is used only where no text says whether a file exists.
 */
import { basename } from 'node:path/posix';
import { defined, type FailedRequest, type KnownPlaces, type SkillFacts, type WrittenPath } from '../../skill/index.ts';
import { ELIDED, type ReadRequest, readRequest } from './read-request.ts';
import type { Row } from './row.ts';

export type RowWorld =
  | {
      readonly kind: 'world';
      readonly request: FailedRequest;
      readonly known: KnownPlaces;
      /** The true place; undefined if the row does not say it. */
      readonly place: string | undefined;
      /** True if the letter says whether the file exists, because no text does. */
      readonly usesLetter: boolean;
    }
  | { readonly kind: 'not-reconstructible'; readonly why: string };

/** The path of a request below a folder of skills. */
interface Placed {
  readonly root: string;
  readonly name: string;
  /** Relative to the skill's folder. */
  readonly file: string;
}

interface Facts extends Row, ReadRequest {
  /** Absolute, with `/`. */
  readonly path: string;
  readonly placed: Placed | undefined;
  /** Paths that the words write. */
  readonly written: readonly string[];
}

/** The name of a skill that a row does not name. */
const UNNAMED = 'brew';
const NOT_THERE = /not installed|text-only|\(is [^)\s]*\.\w+\)|now has|only \.?\w+ exists/;
const SAYS_WHERE = /\b(?:folder|root|list|prompt|path|location|shell|variable)\b|\$\{/i;

/** Returns the world of a row, or why it has none. `before` is the row before it. */
export function worldOfRow(row: Row, before: Row | undefined): RowWorld {
  const read = readRequest(row, before);
  if (typeof read === 'string') return { kind: 'not-reconstructible', why: read };
  const facts = factsOf(row, read);
  if (read.by === 'skill' || read.by === 'tool') return worldOfName(facts);
  if (/SKILL\.md$/i.test(facts.path)) return worldOfManifest(facts);
  return worldOfFile(facts);
}

function factsOf(row: Row, read: ReadRequest): Facts {
  const { asked, home, directory } = read;
  const slashed = asked.replaceAll('\\', '/').replace(/^C:/, '/c:').replace(/^~/, home).replace(/^\.\//, '');
  const path = slashed.startsWith('/') ? slashed : `${directory}/${slashed}`;
  const written = [...row.words.matchAll(/(?<![\w/.$}-])(?:\.{0,2}\/)?@?[\w-]+(?:\/[\w.-]+)*\.\w{1,5}(?![\w/])/g)].map(
    ([one]) => one.replace(/^@|^\.\//, ''),
  );
  const isBelowRoot = written.some((one) => path.endsWith(`/skills/${one}`));
  return { ...row, ...read, path, placed: isBelowRoot ? undefined : placedIn(path), written };
}

function placedIn(path: string): Placed | undefined {
  const [, root = '', rest = ''] = /^(.*\/\.?skills(?:\/\.system)?)\/(.+)$/.exec(path) ?? [];
  // `r0/brew/SKILL.md`, `superpowers/27651a43/brew/SKILL.md`
  const [, name, file] =
    /^(?:.*\/)?([^/]+)\/(SKILL\.md)$/i.exec(rest) ?? /^(?:r\d\/|plugins\/)?([^/]+)\/(.+)$/.exec(rest) ?? [];
  if (root === '' || name === undefined || file === undefined) return undefined;
  return { root, name, file };
}

function worldOfName({ by, asked, request, words, then, home, directory }: Facts): RowWorld {
  const [right] = /(?<=\(is )[^)\s]+(?=\))/.exec(request) ?? /^[\w-]+:[\w-]+$/.exec(then) ?? [];
  const isInstalled = /file exists|listed/.test(`${request} ${words}`);
  const folder = `${home}/.agents/skills/${asked}`;
  const skills: readonly SkillFacts[] = isInstalled ? [{ name: asked, folder }] : [];
  const offered = /not registered/.test(request) ? [] : right === undefined ? undefined : [right];
  const known = defined<KnownPlaces>({ skills, offered });
  const place = right ?? (isInstalled ? `${folder}/SKILL.md` : undefined);
  return { kind: 'world', request: { asked, by, directory, home }, known, place, usesLetter: false };
}

/** The world of a request for SKILL.md: the skill is installed elsewhere, unless the row says that there is none. */
function worldOfManifest(facts: Facts): RowWorld {
  const { words } = facts;
  const name = facts.placed?.name ?? basename(facts.path.slice(0, -'/SKILL.md'.length));
  const request = requestOf(facts);
  if (/skill not there|memory/.test(words))
    return { kind: 'world', request, known: { skills: [] }, place: undefined, usesLetter: false };
  const folder = trueFolder(facts, name);
  const known: KnownPlaces =
    folder === undefined
      ? { skills: [], offered: [name] }
      : { skills: [{ name, folder, files: ['SKILL.md'] }], ...aliasesOf(facts) };
  return {
    kind: 'world',
    request,
    known,
    place: folder === undefined ? undefined : `${folder}/SKILL.md`,
    usesLetter: false,
  };
}

/** Returns the folder in which a skill was found, if the row says so. */
function trueFolder({ words, then, request, path, home, directory }: Facts, name: string): string | undefined {
  const said = `${then} ${request}`;
  if (/table of roots/.test(words)) return `${home}/.agents/skills/${name}`;
  if (/~\/\.agents\//.test(then)) return `${home}/.agents/skills/${name}`;
  if (/project/.test(then)) return `${directory}/.agents/skills/${name}`;
  const [absolute] = /(?<=^|\s)\/[\w.-]+(?:\/[\w.-]+)*\/skills$/.exec(then) ?? [];
  if (absolute !== undefined) return `${absolute}/${name}`;
  const [version] = /(?<=found )\d[\w.]+$/.exec(then) ?? [];
  const folder = path.slice(0, path.lastIndexOf(`/${name}/`) + 1 + name.length);
  if (version !== undefined) return folder.replace(/\/\d+\.[\d.]+(?=\/)/, `/${version}`);
  if (/older checkout/.test(said)) return folder.replace(/^(\/\w+\/\w+)\/[\w-]+/, '$1/newer');
  // "(file is under .skills/)": a folder that the path left out.
  const [, missing = '', next = ''] = /^(\.[\w-]+)\/([\w-]+)\/…$/.exec(then) ?? [];
  if (missing !== '') return folder.replace(`/${next}/`, `/${missing}/${next}/`);
  const [, variable] = /\$\{(\w+)\}\//.exec(words) ?? [];
  if (variable !== undefined) return `/opt/${variable.toLowerCase()}${folder}`;
  const [, prompted] = /prompt: "Read the skill: `((?:\.[\w-]+\/)+skills)\//.exec(words) ?? [];
  return prompted === undefined ? undefined : `/opt/app/${prompted}/${name}`;
}

function worldOfFile(facts: Facts): RowWorld {
  const { words, written, placed, letter, path, home, then } = facts;
  const request = requestOf(facts);
  const world = (known: KnownPlaces, place?: string, usesLetter = false): RowWorld => ({
    kind: 'world',
    request,
    known,
    place,
    usesLetter,
  });
  const name = placed?.name ?? skillNamed(words);
  const folder = placed === undefined ? `${home}/.agents/skills/${name}` : `${placed.root}/${placed.name}`;
  const file = placed?.file ?? askedFile(facts);
  const texts = { written: written.map((one): WrittenPath => ({ path: one, document: 'SKILL.md' })) };
  if (words === 'none') return world({ skills: [] });
  if (/framework's prompt/.test(words)) return world({ skills: [{ name, folder }], clientExamples: [file] });
  const shared = written.find((one) => one.startsWith('../'));
  if (shared !== undefined) return worldOfShared(facts, shared);
  const [owner] = /(?<=file of the skill )[\w-]+/.exec(words) ?? [];
  if (owner !== undefined) {
    const place = `${placed?.root ?? ''}/${owner}`;
    return world(
      {
        skills: [
          { name, folder },
          { name: owner, folder: place, files: [file] },
        ],
      },
      `${place}/${file}`,
    );
  }
  const isWritten = written.some((one) => basename(one) === basename(path));
  const saysAbsent = NOT_THERE.test(`${facts.request} ${words} ${then}`);
  if (saysAbsent || letter === 'a') {
    const near = nearFile(facts, file);
    const files = ['SKILL.md', ...(near === undefined ? [] : [near])];
    const own = { name, folder, files, hasAllFiles: true as const, written: [{ path: file, document: 'SKILL.md' }] };
    return world({ skills: [own] }, near === undefined ? undefined : `${folder}/${near}`, !saysAbsent);
  }
  const [elsewhere] = /(?<=file is )[\w./-]+/.exec(words) ?? [];
  if (elsewhere !== undefined) {
    const place = `${facts.directory}/${elsewhere}`;
    return world({ skills: [{ name, folder, ...texts }], files: [place] }, place);
  }
  if (placed === undefined) return worldBelowRoot(facts, name, folder, file, texts);
  if (isWritten || SAYS_WHERE.test(words) || placed.file.includes(ELIDED))
    return worldOfOtherFolder(facts, placed, texts);
  const [only] = written;
  const near = only === undefined ? undefined : file.replace(/[^/]+$/, basename(only));
  if (near !== undefined) return world({ skills: [{ name, folder, files: [near] }] }, `${folder}/${near}`);
  return world({ skills: [{ name, folder }] });
}

/** The world of a path that names no skill: one that the skill writes, resolved in another folder. */
function worldBelowRoot(
  { by, words, path, written, inSkill, ...facts }: Facts,
  name: string,
  home: string,
  file: string,
  texts: Pick<SkillFacts, 'written'>,
): RowWorld {
  const [, root] = /^(.*\/skills)\//.exec(path) ?? [];
  const folder = root === undefined ? home : `${root}/${name}`;
  const request = requestOf({ by, words, path, written, inSkill, ...facts });
  if (inSkill)
    return { kind: 'world', request, known: { skills: [{ name, folder: home }] }, place: undefined, usesLetter: false };
  const known = { skills: [{ name, folder, files: [file], ...texts }] };
  return { kind: 'world', request, known, place: `${folder}/${file}`, usesLetter: false };
}

/** The world of a path in a folder of skills in which the skill is not. */
function worldOfOtherFolder(facts: Facts, { name, file }: Placed, texts: Pick<SkillFacts, 'written'>): RowWorld {
  const request = requestOf(facts);
  const isDrifted = /drifted/i.test(facts.then);
  const folder = isDrifted ? facts.path.replace('/src/', '/').slice(0, -file.length - 1) : trueFolder(facts, name);
  if (folder === undefined)
    return { kind: 'world', request, known: { skills: [], offered: [name] }, place: undefined, usesLetter: false };
  const known = { skills: [{ name, folder, files: ['SKILL.md', file], ...texts }], ...aliasesOf(facts) };
  return { kind: 'world', request, known, place: `${folder}/${file}`, usesLetter: false };
}

/** The world of a file in a folder that skills share, which is not installed. */
function worldOfShared({ home, directory, by, ...facts }: Facts, shared: string): RowWorld {
  const folder = `${home}/.agents/skills/${UNNAMED}`;
  const path = `${home}/.agents/skills/${shared.replace(/^\.\.\//, '')}`;
  const known = { skills: [{ name: UNNAMED, folder, written: [{ path: shared, document: 'SKILL.md' }] }] };
  return {
    kind: 'world',
    request: { asked: facts.asked, path, by, directory, home },
    known,
    place: undefined,
    usesLetter: false,
  };
}

function requestOf({ asked, by, directory, home, inSkill }: Facts): FailedRequest {
  const folder = `${home}/.agents/skills/${UNNAMED}`;
  return defined({ asked, by, directory, home, path: inSkill ? `${folder}/${asked}` : undefined });
}

function aliasesOf({ words, home }: Facts): Pick<KnownPlaces, 'aliases'> {
  const root = `${home}/.agents/skills`;
  return /table of roots/.test(words)
    ? {
        aliases: new Map([
          ['r0', root],
          ['r1', root],
        ]),
      }
    : {};
}

/** Returns the path in the skill that was meant: as the words write it, or else as it was asked for. */
function askedFile({ asked, path, written }: Facts): string {
  const [, below] = /\/skills\/(.+)$/.exec(path) ?? [];
  const found = written.find((one) => path.endsWith(`/${one}`));
  return found ?? below ?? asked.replace(/^\.\//, '');
}

/** Returns the file that a row says is there instead: `(is start.cjs)`, "now has check-deps.mjs", "(only .md exists)". */
function nearFile({ request, words, then }: Facts, file: string): string | undefined {
  const all = `${request} ${words} ${then}`;
  const [name] = /(?<=\(is |now has )[\w-]+\.\w+/.exec(all) ?? [];
  if (name !== undefined) return file.replace(/[^/]+$/, name);
  const [extension] = /(?<=only )\.\w+(?= exists)/.exec(all) ?? [];
  return extension === undefined ? undefined : file.replace(/\.\w+$/, extension);
}

/** Returns the skill whose text the words quote: `brew/SKILL.md: "…"`, `brew: "…"`. */
function skillNamed(words: string): string {
  const [, name] = /^([\w-]+)(?:\/[\w.-]+)?: ["`]/.exec(words) ?? [];
  return name ?? UNNAMED;
}
