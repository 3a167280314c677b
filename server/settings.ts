import { type CertaintyThresholds, DEFAULT_CERTAINTY } from './certainty.ts';
import type { InitializationOptions, Profile, RuleLevel, Severity } from './protocol.ts';

export type Level = Severity | 'off';

/** What the server acts on, read from the editor or the command line. */
export interface Settings {
  readonly profile: Profile;
  /** The profile was asked for by name, on the command line: no file of the project changes it. */
  readonly firmProfile?: boolean;
  /** Level by rule code, where one is set. An editor sends the default of every rule, so a level equal to it says nothing. */
  readonly levels: ReadonlyMap<string, Level>;
  /** Levels that the project's own file sets: they hold as they are. */
  readonly exact?: ReadonlyMap<string, Level>;
  /** Where levels change with certainty; the defaults where it is absent. */
  readonly certainty?: CertaintyThresholds;
  /** What loading a file costs is shown behind its path. */
  readonly inlayTokens?: boolean;
  /** Findings say how certain they are, and what that follows from. */
  readonly explain?: boolean;
}

const PROFILES: ReadonlySet<string> = new Set<Profile>(['auto', 'spec', 'vscode', 'claude', 'adk', 'codex']);
const LEVELS: ReadonlySet<string> = new Set<RuleLevel>(['error', 'warning', 'information', 'hint', 'off']);

export const DEFAULT_SETTINGS: Settings = { profile: 'auto', levels: new Map() };

export const isProfile = (value: unknown): value is Profile => typeof value === 'string' && PROFILES.has(value);
/** A threshold of certainty, from 0 to 1. */
export const isCertainty = (value: unknown): value is number => typeof value === 'number' && value >= 0 && value <= 1;
export const isLevel = (value: unknown): value is RuleLevel => typeof value === 'string' && LEVELS.has(value);
export const isMap = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Reads the section `skillwright` as an editor sends it. Values that are not understood, `default` among them, leave
 * the default in place: settings are typed by hand.
 */
export function readSettings(section: unknown): Settings {
  if (!isMap(section)) return DEFAULT_SETTINGS;
  const levels = new Map<string, Severity | 'off'>();
  // VS Code makes `{reference: {missing: …}}` of `skillwright.rules.reference.missing`; other editors may send it flat.
  const collect = (value: unknown, code: string, depth: number): void => {
    if (isLevel(value)) levels.set(code, value);
    else if (isMap(value) && depth < 4) {
      for (const [key, inner] of Object.entries(value)) collect(inner, code === '' ? key : `${code}.${key}`, depth + 1);
    }
  };
  collect(section.rules, '', 0);
  const { error, warning } = isMap(section.certainty) ? section.certainty : {};
  const certainty = {
    ...(isCertainty(error) ? { error } : {}),
    ...(isCertainty(warning) ? { warning } : {}),
  };
  return {
    profile: isProfile(section.profile) ? section.profile : 'auto',
    levels,
    ...(isMap(section.inlayHints) && section.inlayHints.tokens === true ? { inlayTokens: true } : {}),
    ...(Object.keys(certainty).length > 0 ? { certainty: { ...DEFAULT_CERTAINTY, ...certainty } } : {}),
  };
}

/** Codes of `initializationOptions.reportedByEditor`; anything else that an editor sends is passed over. */
export function readReportedByEditor(options: unknown): ReadonlySet<string> {
  return readWords(options, 'reportedByEditor');
}

/** `initializationOptions.completedByEditor`, read as carefully. */
export function readCompletedByEditor(options: unknown): ReadonlySet<string> {
  return readWords(options, 'completedByEditor');
}

/** `initializationOptions.rulePages`, where it is a URI. */
export function readRulePages(options: unknown): string | undefined {
  const uri = isMap(options) ? options.rulePages : undefined;
  return typeof uri === 'string' && /^[a-z][a-z\d+.-]+:\S+$/i.test(uri) ? uri.replace(/(?<!\/)\/+$/, '') : undefined;
}

/** Whether `initializationOptions` say yes to something. */
export const readFlag = (options: unknown, key: keyof InitializationOptions): boolean =>
  isMap(options) && options[key] === true;

/** `initializationOptions.commands`, read as carefully. */
export function readCommands(options: unknown): ReadonlySet<string> {
  return readWords(options, 'commands');
}

function readWords(options: unknown, key: keyof InitializationOptions): ReadonlySet<string> {
  const words = isMap(options) ? options[key] : undefined;
  return new Set(Array.isArray(words) ? words.filter((word) => typeof word === 'string') : []);
}
