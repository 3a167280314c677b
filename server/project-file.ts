/** What `.skillwright.json` says of rules: `rules`, `profile` and `overrides`. Its agents are the runtime's. */
import { closest, distance } from 'fastest-levenshtein';
import picomatch from 'picomatch';
import { isMap as isMapNode, isNode, isScalar, isSeq, parseDocument } from 'yaml';
import type { Range, ReadResult } from '../skill/index.ts';
import { dirname, within } from '../skill/index.ts';
import { type CertaintyThresholds, DEFAULT_CERTAINTY } from './certainty.ts';
import type { Profile } from './protocol.ts';
import { RULE_CODES } from './rule-codes.ts';
import { isCertainty, isLevel, isMap, isProfile, type Level, type Settings } from './settings.ts';

export const PROJECT_FILE = '.skillwright.json';

/** A part of it that holds everywhere, or for the files that a glob names. */
interface Part {
  /** Whether it holds for a path, relative to the file's folder. */
  readonly holds: (path: string) => boolean;
  readonly profile: Profile | undefined;
  readonly levels: ReadonlyMap<string, Level>;
  readonly certainty: Partial<CertaintyThresholds>;
}

export interface ProjectFile {
  /** Absolute path. */
  readonly path: string;
  /** Later ones win. */
  readonly parts: readonly Part[];
  /** It is no JSON map at all. */
  readonly unreadable: boolean;
  readonly text: string;
  /** What of it is not understood and has no effect. */
  readonly problems: readonly ProjectProblem[];
}

export interface ProjectProblem {
  /** What kind of thing it is, where an editor that knows the file's schema may say it itself. */
  readonly aspect: 'syntax' | 'value' | 'key' | 'code';
  /** Keys and indexes that lead to it; none for the whole file. */
  readonly at: readonly (string | number)[];
  /** A sentence or two. */
  readonly message: string;
}

/** The keys of the file and of an entry of `overrides`; what stands in `agents` is the runtime's to judge. */
const KEYS = ['$schema', 'rules', 'certainty', 'profile', 'overrides', 'agents'];
const PART_KEYS = ['files', 'rules', 'certainty', 'profile'];
const THRESHOLDS = ['error', 'warning'] as const;

/** Reads what came of the file; never throws. What is not understood is told and left out, the rest holds. */
export function readProjectFile(path: string, read: ReadResult): ProjectFile {
  const text = read.kind === 'text' ? read.text : '';
  const problems: ProjectProblem[] = [];
  const tell: Tell = (aspect, at, message) => problems.push({ aspect, at, message });
  const unreadable = (why: string): ProjectFile => {
    tell('syntax', [], `${why}, so none of it holds.`);
    return { path, text, parts: [], problems, unreadable: true };
  };
  if (read.kind === 'too-large') return unreadable(`This file is too large to be read (${read.size} bytes)`);
  if (read.kind === 'binary') return unreadable('This is no text in UTF-8');
  if (read.kind !== 'text')
    return unreadable(
      `This cannot be read (${'message' in read ? read.message : 'it is gone, or a link that leads nowhere'})`,
    );
  let value: unknown;
  try {
    value = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    return unreadable(`This is no JSON (${error instanceof Error ? error.message : String(error)})`);
  }
  if (!isMap(value)) return unreadable('This is no map of keys to values');
  const parts = [readPart(value, [], KEYS, () => true, tell)];
  const { overrides = [] } = value;
  if (!Array.isArray(overrides)) tell('value', ['overrides'], '`overrides` must be a list.');
  else {
    for (const [index, one] of overrides.entries()) {
      const name = `overrides[${index}]`;
      const globs: unknown = isMap(one) ? one.files : undefined;
      if (!isMap(one) || !isTexts(globs)) {
        const at = isMap(one) && 'files' in one ? ['overrides', index, 'files'] : ['overrides', index];
        tell('value', at, `\`${name}.files\` must be a list of globs, so \`${name}\` does not hold.`);
      } else parts.push(readPart(one, ['overrides', index], PART_KEYS, matcher(globs), tell));
    }
  }
  return { path, text, parts, problems, unreadable: false };
}

type Tell = (aspect: ProjectProblem['aspect'], at: ProjectProblem['at'], message: string) => void;

function readPart(
  part: Readonly<Record<string, unknown>>,
  at: ProjectProblem['at'],
  keys: readonly string[],
  holds: Part['holds'],
  tell: Tell,
): Part {
  const { rules, profile } = part;
  const where = at.length === 0 ? '' : `overrides[${at[1]}].`;
  for (const key of Object.keys(part)) {
    if (!keys.includes(key)) tell('key', [...at, key], `\`${where}${key}\` is read by nothing. ${meant(key, keys)}`);
  }
  const levels = new Map<string, Level>();
  if (isMap(rules)) {
    for (const [code, level] of Object.entries(rules)) {
      const place = [...at, 'rules', code];
      const name = `\`${where}rules.${code}\``;
      if (!RULE_CODES.includes(code)) tell('code', place, `${name}: no rule has this code. ${meant(code, RULE_CODES)}`);
      else if (isLevel(level)) levels.set(code, level);
      else tell('value', place, `${name} must be error, warning, information, hint or off.`);
    }
  } else if (rules !== undefined)
    tell('value', [...at, 'rules'], `\`${where}rules\` must be a map of rules to levels.`);
  if (profile !== undefined && !isProfile(profile))
    tell('value', [...at, 'profile'], `\`${where}profile\` must be auto, spec, vscode, claude, adk or codex.`);
  const certainty = readCertainty(part.certainty, [...at, 'certainty'], where, tell);
  return { holds, profile: isProfile(profile) ? profile : undefined, levels, certainty };
}

function readCertainty(
  value: unknown,
  at: ProjectProblem['at'],
  where: string,
  tell: Tell,
): Partial<CertaintyThresholds> {
  if (value === undefined) return {};
  if (!isMap(value)) {
    tell('value', at, `\`${where}certainty\` must be a map with \`error\`, \`warning\` or both.`);
    return {};
  }
  const found: { -readonly [key in keyof CertaintyThresholds]?: number } = {};
  for (const [key, one] of Object.entries(value)) {
    const name = THRESHOLDS.find((threshold) => threshold === key);
    if (!name) tell('key', [...at, key], `\`${where}certainty.${key}\` is read by nothing. ${meant(key, THRESHOLDS)}`);
    else if (isCertainty(one)) found[name] = one;
    else tell('value', [...at, key], `\`${where}certainty.${key}\` must be a number from 0 to 1.`);
  }
  return found;
}

/** The likeliest of the words that are known, as a question; all of them where none is like it. */
function meant(word: string, known: readonly string[]): string {
  // `unreferenced` for `reference.unreferenced` is no slip, and yet nothing else.
  const ends = known.filter((one) => one.endsWith(`.${word}`) || one.replace('.', '-') === word);
  const like = ends[0] ?? closest(word.slice(0, 100), [...known]);
  if (ends.length > 0 || distance(word.slice(0, 100), like) <= Math.max(2, like.length / 4))
    return `Did you mean \`${like}\`?`; // prettier-ignore
  return known.length > 8 ? 'See the list of rules.' : `Known are ${known.map((one) => `\`${one}\``).join(', ')}.`;
}

/** Where a problem stands in the file: the key of what is wrong, or the value of a list's entry. */
export function placeOf({ at }: ProjectProblem, text: string): Range {
  const whole = { start: 0, end: 0 };
  if (at.length === 0) return whole;
  let node: unknown = parseDocument(text, { logLevel: 'silent', prettyErrors: false }).contents;
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

const isTexts = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.length > 0 && value.every((one) => typeof one === 'string' && one !== '');

/** A glob holds for the paths that it matches, and for all that lies in a folder that it matches. */
function matcher(globs: readonly string[]): (path: string) => boolean {
  const clean = globs.map((glob) => glob.replace(/^\.\//, '').replace(/(?<!\/)\/+$/, ''));
  const matches = picomatch(clean, { dot: true });
  return (path) => {
    for (let at = path; at !== ''; at = dirname(at)) if (matches(at)) return true;
    return false;
  };
}

/**
 * Settings as they hold for a document: what the project's file says wins over the editor's. `manifest` is the SKILL.md of
 * its skill, for a profile is one skill's.
 */
export function settingsFor(settings: Settings, project: ProjectFile, manifest: string, document: string): Settings {
  const folder = dirname(project.path);
  const from = (path: string): string => within(folder, path) ?? '';
  const exact = new Map<string, Level>();
  let { profile } = settings;
  let certainty = settings.certainty ?? DEFAULT_CERTAINTY;
  for (const part of project.parts) {
    if (part.holds(from(document))) {
      for (const [code, level] of part.levels) exact.set(code, level);
      certainty = { ...certainty, ...part.certainty };
    }
    if (part.profile !== undefined && !settings.firmProfile && part.holds(from(manifest))) profile = part.profile;
  }
  return { ...settings, profile, exact, certainty };
}
