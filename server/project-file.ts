/** What `.skillwright.json` says of rules: `rules`, `profile` and `overrides`. Its agents are the runtime's. */
import picomatch from 'picomatch';
import { dirname, within } from '../skill/paths.ts';
import type { Profile } from './protocol.ts';
import { isLevel, isMap, isProfile, type Level, type Settings } from './settings.ts';

export const PROJECT_FILE = '.skillwright.json';

/** A part of it that holds everywhere, or for the files that a glob names. */
interface Part {
  /** Whether it holds for a path, relative to the file's folder. */
  readonly holds: (path: string) => boolean;
  readonly profile: Profile | undefined;
  readonly levels: ReadonlyMap<string, Level>;
}

export interface ProjectFile {
  /** Absolute path. */
  readonly path: string;
  /** Later ones win. */
  readonly parts: readonly Part[];
  /** It is no JSON map at all. */
  readonly unreadable: boolean;
  /** What of it is not understood and has no effect, each a sentence. */
  readonly problems: readonly string[];
}

/** Reads the file; never throws. What is not understood is told and left out, the rest holds. */
export function readProjectFile(path: string, text: string): ProjectFile {
  const problems: string[] = [];
  let value: unknown;
  try {
    value = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    problems.push(`This is no JSON, so none of it holds: ${error instanceof Error ? error.message : String(error)}`);
  }
  if (value !== undefined && !isMap(value)) problems.push('This is no map of keys to values, so none of it holds.');
  if (!isMap(value)) return { path, parts: [], problems, unreadable: true };
  const parts = [readPart(value, '', () => true, problems)];
  const { overrides = [] } = value;
  if (!Array.isArray(overrides)) problems.push('`overrides` must be a list.');
  else {
    for (const [index, one] of overrides.entries()) {
      const name = `overrides[${index}]`;
      const globs: unknown = isMap(one) ? one.files : undefined;
      if (!isMap(one) || !isTexts(globs)) {
        problems.push(`\`${name}.files\` must be a list of globs, so \`${name}\` does not hold.`);
      } else parts.push(readPart(one, `${name}.`, matcher(globs), problems));
    }
  }
  return { path, parts, problems, unreadable: false };
}

function readPart(
  { rules, profile }: Readonly<Record<string, unknown>>,
  where: string,
  holds: Part['holds'],
  problems: string[],
): Part {
  const levels = new Map<string, Level>();
  if (isMap(rules)) {
    for (const [code, level] of Object.entries(rules)) {
      if (isLevel(level)) levels.set(code, level);
      else problems.push(`\`${where}rules.${code}\` must be error, warning, information, hint or off.`);
    }
  } else if (rules !== undefined) problems.push(`\`${where}rules\` must be a map of rules to levels.`);
  if (profile !== undefined && !isProfile(profile))
    problems.push(`\`${where}profile\` must be auto, spec, vscode, claude, adk or codex.`);
  return { holds, profile: isProfile(profile) ? profile : undefined, levels };
}

const isTexts = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.length > 0 && value.every((one) => typeof one === 'string' && one !== '');

/** A glob holds for the paths that it matches, and for all that lies in a folder that it matches. */
function matcher(globs: readonly string[]): (path: string) => boolean {
  const clean = globs.map((glob) => glob.replace(/^\.\//, '').replace(/\/+$/, ''));
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
  for (const part of project.parts) {
    if (part.holds(from(document))) for (const [code, level] of part.levels) exact.set(code, level);
    if (part.profile !== undefined && !settings.firmProfile && part.holds(from(manifest))) profile = part.profile;
  }
  return { ...settings, profile, exact };
}
