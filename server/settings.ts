import { defined } from '../skill/index.ts';
import { type CertaintyThresholds, DEFAULT_CERTAINTY } from './certainty.ts';
import { type Clients, clientsOfProfile, readClients } from './clients.ts';
import type { PathPattern } from './path-patterns.ts';
import type { InitializationOptions, RuleLevel, Severity } from './protocol.ts';

export type Level = Severity | 'off';

/** The server's settings, from the editor or the command line. */
export interface Settings {
  readonly clients: Clients;
  /** The clients are from the command line and override project files. */
  readonly overridesProjectClients?: boolean;
  /** Configured levels by rule code. An editor sends the default of every rule, so an equal level is no override. */
  readonly levels: ReadonlyMap<string, Level>;
  /** Levels of the project file, which apply unconditionally. */
  readonly exact?: ReadonlyMap<string, Level>;
  /** Thresholds for levels by certainty; absent for the defaults. */
  readonly certainty?: CertaintyThresholds;
  /** Returns what the project file says of a path without a file. */
  readonly patternFor?: (path: string) => PathPattern | undefined;
  /** Show the token cost of files after their paths. */
  readonly inlayTokens?: boolean;
  /** False if git is not asked what happened to missing files. */
  readonly history?: boolean;
  /** Include the certainty of findings and the clues for it. */
  readonly explain?: boolean;
}

const LEVELS: ReadonlySet<string> = new Set<RuleLevel>(['error', 'warning', 'information', 'hint', 'off']);

export const DEFAULT_SETTINGS: Settings = { clients: 'auto', levels: new Map() };

/** Returns true for a certainty threshold, from 0 to 1. */
export const isCertainty = (value: unknown): value is number => typeof value === 'number' && value >= 0 && value <= 1;
export const isLevel = (value: unknown): value is RuleLevel => typeof value === 'string' && LEVELS.has(value);
export const isMap = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Reads the section `skillwright` from an editor. Invalid values, including `default`, leave the default unchanged, since
 * users edit settings by hand.
 */
export function readSettings(section: unknown): Settings {
  if (!isMap(section)) return DEFAULT_SETTINGS;
  const levels = new Map<string, Severity | 'off'>();
  // VS Code nests `skillwright.rules.reference.missing` as `{reference: {missing: …}}`; other editors may send it flat.
  const collect = (value: unknown, code: string, depth: number): void => {
    if (isLevel(value)) levels.set(code, value);
    else if (isMap(value) && depth < 4) {
      for (const [key, inner] of Object.entries(value)) collect(inner, code === '' ? key : `${code}.${key}`, depth + 1);
    }
  };
  collect(section.rules, '', 0);
  const { error, warning } = isMap(section.certainty) ? section.certainty : {};
  const certainty = defined<Partial<CertaintyThresholds>>({
    error: isCertainty(error) ? error : undefined,
    warning: isCertainty(warning) ? warning : undefined,
  });
  return defined({
    clients: readClients(section.clients) ?? clientsOfProfile(section.profile) ?? 'auto',
    levels,
    inlayTokens: isMap(section.inlayHints) && section.inlayHints.tokens === true ? true : undefined,
    history: isMap(section.history) && section.history.enabled === false ? false : undefined,
    certainty: Object.keys(certainty).length > 0 ? { ...DEFAULT_CERTAINTY, ...certainty } : undefined,
  });
}

/** Reads `initializationOptions.reportedByEditor`; invalid values are ignored. */
export function readReportedByEditor(options: unknown): ReadonlySet<string> {
  return readWords(options, 'reportedByEditor');
}

/** Reads `initializationOptions.completedByEditor`; invalid values are ignored. */
export function readCompletedByEditor(options: unknown): ReadonlySet<string> {
  return readWords(options, 'completedByEditor');
}

/** Reads `initializationOptions.rulePages`; undefined if it is not a URI. */
export function readRulePages(options: unknown): string | undefined {
  const uri = isMap(options) ? options.rulePages : undefined;
  return typeof uri === 'string' && /^[a-z][a-z\d+.-]+:\S+$/i.test(uri) ? uri.replace(/(?<!\/)\/+$/, '') : undefined;
}

/** Returns true if a flag in `initializationOptions` is set. */
export const readFlag = (options: unknown, key: keyof InitializationOptions): boolean =>
  isMap(options) && options[key] === true;

/** Reads `initializationOptions.commands`; invalid values are ignored. */
export function readCommands(options: unknown): ReadonlySet<string> {
  return readWords(options, 'commands');
}

function readWords(options: unknown, key: keyof InitializationOptions): ReadonlySet<string> {
  const words = isMap(options) ? options[key] : undefined;
  return new Set(Array.isArray(words) ? words.filter((word) => typeof word === 'string') : []);
}
