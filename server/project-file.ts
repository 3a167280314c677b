/** The rule settings in `.skillwright.json`: `rules`, `paths`, `clients` and `overrides`. The runtime reads its agents. */
import { closest, distance } from 'fastest-levenshtein';
import picomatch from 'picomatch';
import { isMap as isMapNode, isNode, isScalar, isSeq } from 'yaml';
import type { Range, ReadResult } from '../skill/index.ts';
import { defined, dirname, formatCount, normalize, PATH_MEANINGS, parseYaml, within } from '../skill/index.ts';
import { type CertaintyThresholds, DEFAULT_CERTAINTY } from './certainty.ts';
import { CHOSEN_CLIENTS, type Clients, clientsOfProfile, readClient, readClients } from './clients.ts';
import { isPathMeaning, isStarred, isTooLong, MAX_STARRED, type PathPattern, pathMatcher } from './path-patterns.ts';
import { RULE_CODES } from './rule-codes.ts';
import { isCertainty, isLevel, isMap, type Level, type Settings } from './settings.ts';

export const PROJECT_FILE = '.skillwright.json';

/** Settings that apply everywhere, or to the files that match a glob. */
interface SettingsPart {
  /** Returns true if the settings apply to a path, relative to the file's folder. */
  readonly appliesTo: (path: string) => boolean;
  readonly clients: Clients | undefined;
  readonly levels: ReadonlyMap<string, Level>;
  readonly certainty: Partial<CertaintyThresholds>;
  /** The entries of `paths`, in their order. */
  readonly patterns: readonly PathPattern[];
  /** Returns the pattern for a path. */
  readonly patternFor: (path: string) => PathPattern | undefined;
}

export interface ProjectFile {
  /** Absolute path. */
  readonly path: string;
  /** Later parts override earlier ones. */
  readonly parts: readonly SettingsPart[];
  /** The file is not a JSON object. */
  readonly unreadable: boolean;
  readonly text: string;
  /** The parts that are invalid and have no effect. */
  readonly problems: readonly ProjectProblem[];
}

export interface ProjectProblem {
  /** The kind of problem, for editors that validate the file by its schema. */
  readonly aspect: 'syntax' | 'value' | 'key' | 'code';
  /** Keys and indexes of the location; empty for the entire file. */
  readonly at: readonly (string | number)[];
  /** One or two sentences. */
  readonly message: string;
}

/** Valid keys of the file and of an entry of `overrides`; the runtime validates `agents`. */
const KEYS = ['$schema', 'rules', 'certainty', 'paths', 'clients', 'profile', 'overrides', 'agents'];
const PART_KEYS = ['files', 'rules', 'certainty', 'paths', 'clients', 'profile'];
const THRESHOLDS = ['error', 'warning'] as const;

/** Parses the file; never throws. Invalid parts are reported and ignored, the rest applies. */
export function readProjectFile(path: string, read: ReadResult): ProjectFile {
  const text = read.kind === 'text' ? read.text : '';
  const problems: ProjectProblem[] = [];
  const reportProblem: ReportProblem = (aspect, at, message) => problems.push({ aspect, at, message });
  const unreadable = (why: string): ProjectFile => {
    reportProblem('syntax', [], `${why}, so it has no effect.`);
    return { path, text, parts: [], problems, unreadable: true };
  };
  if (read.kind === 'too-large') return unreadable(`This file is too large (${formatCount(read.size, 'byte')})`);
  if (read.kind === 'binary') return unreadable('This file is not UTF-8 text');
  if (read.kind !== 'text')
    return unreadable(
      `This file cannot be read (${'message' in read ? read.message : 'it was deleted, or is a broken link'})`,
    );
  let value: unknown;
  try {
    value = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    return unreadable(`This file is not valid JSON (${withoutExcerpt(error)})`);
  }
  if (!isMap(value)) return unreadable('This file is not a JSON object');
  const parts = [readPart(path, value, [], KEYS, () => true, reportProblem)];
  const { overrides = [] } = value;
  if (!Array.isArray(overrides)) reportProblem('value', ['overrides'], '`overrides` must be a list.');
  else {
    for (const [index, one] of overrides.entries()) {
      const name = `overrides[${index}]`;
      const globs: unknown = isMap(one) ? one.files : undefined;
      if (!isMap(one) || !isStringList(globs)) {
        const at = isMap(one) && 'files' in one ? ['overrides', index, 'files'] : ['overrides', index];
        reportProblem('value', at, `\`${name}.files\` must be a list of globs, so \`${name}\` has no effect.`);
      } else parts.push(readPart(path, one, ['overrides', index], PART_KEYS, matcher(globs), reportProblem));
    }
  }
  return { path, text, parts, problems, unreadable: false };
}

/** Returns the message of a parse error without the part of the text that it quotes: the file can be a link to any other. */
const withoutExcerpt = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).replace(/, (?:\.{3})?"[\s\S]*is not valid JSON$/, '');

type ReportProblem = (aspect: ProjectProblem['aspect'], at: ProjectProblem['at'], message: string) => void;

function readPart(
  file: string,
  part: Readonly<Record<string, unknown>>,
  at: ProjectProblem['at'],
  keys: readonly string[],
  appliesTo: SettingsPart['appliesTo'],
  reportProblem: ReportProblem,
): SettingsPart {
  const { rules, profile, clients } = part;
  const where = at.length === 0 ? '' : `overrides[${at[1]}].`;
  for (const key of Object.keys(part)) {
    if (!keys.includes(key))
      reportProblem('key', [...at, key], `\`${where}${key}\` is not a known key. ${suggest(key, keys)}`);
  }
  const levels = new Map<string, Level>();
  if (isMap(rules)) {
    for (const [code, level] of Object.entries(rules)) {
      const place = [...at, 'rules', code];
      const name = `\`${where}rules.${code}\``;
      if (!RULE_CODES.includes(code))
        reportProblem('code', place, `No rule matches ${name}. ${suggest(code, RULE_CODES)}`);
      else if (isLevel(level)) levels.set(code, level);
      else reportProblem('value', place, `${name} must be error, warning, information, hint or off.`);
    }
  } else if (rules !== undefined)
    reportProblem('value', [...at, 'rules'], `\`${where}rules\` must be an object of rules and levels.`);
  if (clients !== undefined && !(Array.isArray(clients) && clients.length > 0 && clients.every(readClient)))
    reportProblem('value', [...at, 'clients'], `\`${where}clients\` must be a list of ${CHOSEN_CLIENTS.join(', ')}.`);
  const ofProfile = clientsOfProfile(profile);
  if (profile !== undefined && ofProfile === undefined)
    reportProblem('value', [...at, 'profile'], `\`${where}profile\` must be auto, spec, vscode, claude, adk or codex.`);
  const certainty = readCertainty(part.certainty, [...at, 'certainty'], where, reportProblem);
  const patterns = readPatterns(file, part.paths, [...at, 'paths'], where, reportProblem);
  return {
    appliesTo,
    clients: readClients(clients) ?? ofProfile,
    levels,
    certainty,
    patterns,
    patternFor: pathMatcher(patterns),
  };
}

/** Maximum number of entries of `paths` that are reported; a generated file can have thousands of the same mistake. */
const MAX_REPORTED = 20;

function readPatterns(
  file: string,
  value: unknown,
  at: ProjectProblem['at'],
  where: string,
  reportProblem: ReportProblem,
): readonly PathPattern[] {
  if (value === undefined) return [];
  if (!isMap(value)) {
    reportProblem('value', at, `\`${where}paths\` must be an object of paths and what they are.`);
    return [];
  }
  let reported = 0;
  const report = (aspect: ProjectProblem['aspect'], key: string, message: string): void => {
    if (++reported <= MAX_REPORTED) reportProblem(aspect, [...at, key], message);
  };
  const patterns: PathPattern[] = [];
  let starred = 0;
  for (const [pattern, meaning] of Object.entries(value)) {
    const name = `\`${where}paths\`: \`${shorten(pattern)}\``;
    if (normalize(pattern.trim()) === '') report('code', pattern, `\`${where}paths\` has an entry without a path.`);
    else if (!isPathMeaning(meaning)) report('value', pattern, `${name} must be ${PATH_MEANINGS.join(', ')}.`);
    else {
      patterns.push({ pattern, meaning, file });
      if (isTooLong(pattern)) report('code', pattern, `${name} is too long, so its stars have no effect.`);
      else if (isStarred(pattern) && ++starred > MAX_STARRED)
        report('code', pattern, `${name} is one of more than ${MAX_STARRED} with stars, so its stars have no effect.`);
    }
  }
  if (reported > MAX_REPORTED) {
    const more = formatCount(reported - MAX_REPORTED, 'more entry', 'more entries');
    reportProblem('code', at, `\`${where}paths\` has ${more} with such problems.`);
  }
  return patterns;
}

/** Maximum length of a pattern in a message. */
const MAX_SHOWN = 80;

const shorten = (text: string): string => (text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text);

function readCertainty(
  value: unknown,
  at: ProjectProblem['at'],
  where: string,
  reportProblem: ReportProblem,
): Partial<CertaintyThresholds> {
  if (value === undefined) return {};
  if (!isMap(value)) {
    reportProblem('value', at, `\`${where}certainty\` must be an object with \`error\`, \`warning\` or both.`);
    return {};
  }
  const found: { -readonly [key in keyof CertaintyThresholds]?: number } = {};
  for (const [key, one] of Object.entries(value)) {
    const name = THRESHOLDS.find((threshold) => threshold === key);
    if (!name)
      reportProblem(
        'key',
        [...at, key],
        `\`${where}certainty.${key}\` is not a known key. ${suggest(key, THRESHOLDS)}`,
      );
    else if (isCertainty(one)) found[name] = one;
    else reportProblem('value', [...at, key], `\`${where}certainty.${key}\` must be a number from 0 to 1.`);
  }
  return found;
}

/** Returns the most similar known word as a question, or else all of them. */
function suggest(word: string, known: readonly string[]): string {
  // `unreferenced` for `reference.unreferenced` is not a typo, but unambiguous.
  const ends = known.filter((one) => one.endsWith(`.${word}`) || one.replace('.', '-') === word);
  const like = ends[0] ?? closest(word.slice(0, 100), [...known]);
  if (ends.length > 0 || distance(word.slice(0, 100), like) <= Math.max(2, like.length / 4))
    return `Did you mean \`${like}\`?`;
  return known.length > 8 ? 'See the list of rules.' : `Known keys: ${known.map((one) => `\`${one}\``).join(', ')}.`;
}

/** Returns the range of a problem: the wrong key, or the value of a list entry. */
export function placeOf({ at }: ProjectProblem, text: string): Range {
  const whole = { start: 0, end: 0 };
  if (at.length === 0) return whole;
  let node: unknown = contentsOf(text);
  let place: unknown;
  for (const step of at) {
    if (typeof step === 'number') place = node = isSeq(node) ? node.items[step] : undefined;
    else {
      const pair = isMapNode(node)
        ? node.items.find(({ key }) => isScalar(key) && String(key.value) === step)
        : undefined;
      place = pair?.key;
      node = pair?.value;
    }
  }
  const range = isNode(place) ? place.range : undefined;
  return range ? { start: range[0], end: range[1] } : whole;
}

let parsed: { readonly text: string; readonly contents: unknown } | undefined;

/** Returns the syntax tree of a text, which is kept for the next problem of the same file. */
function contentsOf(text: string): unknown {
  if (parsed?.text !== text) parsed = { text, contents: parseYaml(text).contents };
  return parsed.contents;
}

const isStringList = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.length > 0 && value.every((one) => typeof one === 'string' && one !== '');

/** Maximum length of a glob, and numbers of its groups, of `**`, and of stars in a segment. */
const MAX_GLOB = 1000;
const MAX_GROUPS = 4;
const MAX_DOUBLE_STARS = 4;
const MAX_STARS = 3;

/**
 * True for a glob whose comparison with a path ends soon. Globs become regular expressions, whose time can grow exponentially,
 * and a project file is not trusted.
 */
function isQuick(glob: string): boolean {
  const count = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0;
  return (
    glob.length <= MAX_GLOB &&
    !/[*+]\(/.test(glob) &&
    count(glob, /[({]/g) <= MAX_GROUPS &&
    count(glob, /\*\*/g) <= MAX_DOUBLE_STARS &&
    glob.split('/').every((one) => count(one, /\*+/g) <= MAX_STARS)
  );
}

/** Returns a matcher for relative paths that match a glob, or are inside a folder that does. A glob that could take long matches nothing. */
export function matcher(globs: readonly string[]): (path: string) => boolean {
  const clean = globs.map((glob) => glob.replace(/^\.\//, '').replace(/(?<!\/)\/+$/, '')).filter(isQuick);
  const matches = picomatch(clean, { dot: true });
  return (path) => {
    for (let at = path; at !== ''; at = dirname(at)) if (matches(at)) return true;
    return false;
  };
}

/**
 * Returns the settings for a document: the project file overrides the editor. `manifest` is the SKILL.md of its skill, which
 * determines the clients.
 */
export function settingsFor(settings: Settings, project: ProjectFile, manifest: string, document: string): Settings {
  const folder = dirname(project.path);
  const from = (path: string): string => within(folder, path) ?? '';
  const exact = new Map<string, Level>();
  let { clients } = settings;
  let certainty = settings.certainty ?? DEFAULT_CERTAINTY;
  const lookups: SettingsPart['patternFor'][] = [];
  for (const part of project.parts) {
    if (part.appliesTo(from(document))) {
      for (const [code, level] of part.levels) exact.set(code, level);
      certainty = { ...certainty, ...part.certainty };
      if (part.patterns.length > 0) lookups.unshift(part.patternFor);
    }
    if (part.clients !== undefined && !settings.overridesProjectClients && part.appliesTo(from(manifest)))
      clients = part.clients;
  }
  const patternFor = lookups.length === 0 ? undefined : firstOf(lookups);
  return defined({ ...settings, clients, exact, certainty, patternFor });
}

/** Returns a lookup that asks several in turn. */
const firstOf =
  (lookups: readonly SettingsPart['patternFor'][]): SettingsPart['patternFor'] =>
  (path) => {
    for (const lookup of lookups) {
      const found = lookup(path);
      if (found !== undefined) return found;
    }
    return undefined;
  };
