/**
 * The options of a run, each declared once. The command line, the settings of VS Code, `.skillwright.json`, launch
 * configurations, `run_started` and the protocol of the extension take theirs from here; `npm run generate` writes those of
 * `package.json` and the JSON schema. What an option does is where it is used: `run/` passes on all of them.
 */
import type { GuardSettings } from './guards.ts';

/** The values of an option, and what is valid. */
type Kind =
  /**
   * A whole number; 0 means no limit, and so does less. `minimum` holds in settings and files; the command line takes less, as ADK
   * does.
   */
  | { readonly kind: 'count'; readonly minimum?: 0 }
  /** US dollars; 0 means no limit. */
  | { readonly kind: 'amount' }
  /** Seconds, above 0. */
  | { readonly kind: 'seconds'; readonly maximum: number }
  /** On or off; off if absent. */
  | { readonly kind: 'flag' }
  /** One of the names, each with its description in the settings. */
  | { readonly kind: 'choice'; readonly choices: Readonly<Record<string, string>> }
  /** An object that has settings and options of its own. */
  | { readonly kind: 'guardSettings' };

/** A setting of VS Code. */
export interface OptionSetting {
  /** Its name, without `skillwright.`. */
  readonly name: string;
  /** The title of its section. */
  readonly section: 'Run' | 'Models';
  /** Its place there: no other setting of the section has the same, which a test of the manifest checks. */
  readonly order: number;
  readonly default: string | number | boolean;
  readonly minimum?: number;
  readonly maximum?: number;
  /** A value besides the choices, which stands for none of them, with its description. */
  readonly none?: readonly [value: string, description: string];
  /** `machine` for a setting that no workspace may change. */
  readonly scope: 'resource' | 'machine';
  /** In Markdown. */
  readonly description: string;
}

interface Described {
  /**
   * Its name in the message about a run whose journal has changed since this machine started it; absent if a
   * journal may change it, because it decides nothing about where a run connects, what it starts and its limits.
   */
  readonly label?: string;
  /** The option of `skillwright run`: its name is that of the option with hyphens. */
  readonly flag?: { readonly group: 'model' | 'limits' | 'guards'; readonly argument?: string; readonly help: string };
  readonly setting?: OptionSetting;
  /** Its description as a key of agents in `.skillwright.json`; absent if agents have none, or one of their own. */
  readonly agent?: string;
  /** Its description as an attribute of launch configurations. */
  readonly launch?: string;
  /** True if each run records it; otherwise only a run in which it applies. */
  readonly isAlwaysRecorded?: true;
}

/** In the order of `run_started`. */
export const RUN_OPTIONS = {
  guards: {
    kind: 'choice',
    choices: {
      default: 'The second miss of a path, or the third of any path, is fatal. A model that ignores this is stopped.',
      adk: "Counts like Google's ADK: the second miss of any path is fatal, but the model is only advised to stop.",
      client:
        'The limits of the client that the run simulates; most clients have none. Misses are only recorded. A run as ADK has the guards of `adk`.',
      off: 'No guards. Shows what a model does without them, up to the limit of model calls.',
    },
    label: 'guards',
    flag: {
      group: 'guards',
      argument: '<preset>',
      help: "guards against runaway loops (default: the agent's, or default)",
    },
    setting: {
      name: 'run.guards',
      section: 'Run',
      order: 1,
      default: 'default',
      scope: 'resource',
      description: 'The guard preset for runs.',
    },
    launch: 'Guards against runaway loops, unless the agent sets its own. Default: the setting skillwright.run.guards.',
    isAlwaysRecorded: true,
  },
  guardSettings: { kind: 'guardSettings', label: 'guard settings' },
  maxLlmCalls: {
    kind: 'count',
    label: 'model call limit',
    flag: {
      group: 'limits',
      argument: '<n>',
      help: "maximum number of model calls; 0: no limit (default: the agent's, or 500)",
    },
    setting: {
      name: 'run.maxLlmCalls',
      section: 'Run',
      order: 2,
      default: 500,
      maximum: 100_000,
      scope: 'resource',
      description: 'Maximum number of model calls in a run. `0` means no limit.',
    },
    agent: 'Maximum number of model calls of a run, including called agents; 0: no limit.',
    launch:
      'Maximum number of model calls, unless the agent sets its own. 0 means no limit. Default: the setting skillwright.run.maxLlmCalls.',
    isAlwaysRecorded: true,
  },
  maxTokens: {
    kind: 'count',
    minimum: 0,
    label: 'token limit',
    flag: {
      group: 'limits',
      argument: '<n>',
      help: "maximum number of tokens, input and output; 0: no limit (default: the agent's, or none)",
    },
    setting: {
      name: 'run.maxTokens',
      section: 'Models',
      order: 5,
      default: 0,
      scope: 'resource',
      description:
        "Maximum number of tokens in a run, input and output, including agents that it calls. The run ends before the next model call. `0` means no limit. An agent's own `maxTokens` takes precedence.",
    },
    agent: 'Maximum number of tokens of a run, input and output, including called agents; 0: no limit.',
    launch:
      'Maximum number of tokens, unless the agent sets its own. 0 means no limit. Default: the setting skillwright.run.maxTokens.',
  },
  maxCost: {
    kind: 'amount',
    label: 'cost limit',
    flag: {
      group: 'limits',
      argument: '<dollars>',
      help: "maximum cost in US dollars; 0: no limit (default: the agent's, or none)",
    },
    setting: {
      name: 'run.maxCost',
      section: 'Models',
      order: 6,
      default: 0,
      scope: 'resource',
      description:
        "Maximum cost of a run in US dollars, including agents that it calls, as reported by the endpoint or from the price list. The run ends before the next model call. `0` means no limit. An agent's own `maxCost` takes precedence. A model without a known price is not counted, which the run notes at its start.",
    },
    agent: 'Maximum cost of a run, in US dollars; 0: no limit.',
    launch:
      'Maximum cost in US dollars, unless the agent sets its own. 0 means no limit. Default: the setting skillwright.run.maxCost.',
  },
  reasoning: {
    kind: 'choice',
    choices: {
      none: 'No reasoning, if the model allows it',
      minimal: 'The least that the model supports',
      low: 'Low effort',
      medium: 'Medium effort',
      high: 'High effort',
    },
    flag: { group: 'model', argument: '<level>', help: "how long the model thinks (default: the provider's)" },
    setting: {
      name: 'run.reasoning',
      section: 'Models',
      order: 4,
      default: 'default',
      none: ['default', "The provider's default"],
      scope: 'resource',
      description: 'The reasoning effort of models that support reasoning.',
    },
  },
  modelTimeout: {
    kind: 'seconds',
    // Node's own `fetch` drops a silent connection after that time.
    maximum: 300,
    label: 'model timeout',
    flag: {
      group: 'limits',
      argument: '<seconds>',
      help: 'time without output after which a model call fails (default: 120)',
    },
    setting: {
      name: 'run.modelTimeoutSeconds',
      section: 'Models',
      order: 3,
      default: 120,
      minimum: 1,
      scope: 'resource',
      description: 'Maximum time without output from a model, in seconds, before its call is cancelled.',
    },
  },
  scriptTimeout: {
    kind: 'seconds',
    // A day. Timers cannot be much longer.
    maximum: 86_400,
    label: 'script timeout',
    flag: { group: 'limits', argument: '<seconds>', help: 'maximum time of a script (default: 300)' },
    setting: {
      name: 'run.scriptTimeoutSeconds',
      section: 'Run',
      order: 3,
      default: 300,
      scope: 'resource',
      description: "Maximum run time of a skill's script, in seconds.",
    },
  },
  requireSandbox: {
    kind: 'flag',
    label: 'sandbox requirement',
    flag: { group: 'limits', help: 'refuse scripts for which there is no sandbox' },
    setting: {
      name: 'scripts.requireSandbox',
      section: 'Run',
      order: 4,
      default: false,
      scope: 'machine',
      description:
        'Refuse to run skill scripts if no sandbox is available (bubblewrap on Linux, Seatbelt on macOS), instead of asking whether to run them with your permissions. A workspace cannot set this.',
    },
  },
} as const satisfies Readonly<Record<string, Kind & Described>>;

/** An option as it is declared. */
export type RunOption = Kind & Described;
export type RunOptionName = keyof typeof RUN_OPTIONS;

type ValueOf<O> = O extends { readonly kind: 'count' | 'amount' | 'seconds' }
  ? number
  : O extends { readonly kind: 'flag' }
    ? boolean
    : O extends { readonly kind: 'choice'; readonly choices: infer Choices }
      ? keyof Choices
      : GuardSettings;

/** The options of a run. Absent ones are decided by the agent, the settings, or their defaults. */
export type RunOptions = { readonly [K in RunOptionName]?: ValueOf<(typeof RUN_OPTIONS)[K]> };

/** The names of the options that a kind of declaration has. */
type NamesWith<Key extends 'agent' | 'launch'> = {
  [K in RunOptionName]: (typeof RUN_OPTIONS)[K] extends { readonly [key in Key]: string } ? K : never;
}[RunOptionName];
/** The options that an agent's entry in `.skillwright.json` has as keys. */
export type AgentOptions = Pick<RunOptions, NamesWith<'agent'>>;
/** The options that a launch configuration has as attributes. */
export type LaunchOptions = Pick<RunOptions, NamesWith<'launch'>>;

/** All options with their names, in the order of `run_started`. */
export const RUN_OPTION_LIST: readonly (readonly [name: RunOptionName, option: RunOption])[] = Object.entries(
  RUN_OPTIONS,
) as [RunOptionName, RunOption][];

/** The names of the choices of an option. */
export function choicesOf<const O extends { readonly choices: Readonly<Record<string, string>> }>({
  choices,
}: O): readonly (keyof O['choices'] & string)[] {
  return Object.keys(choices);
}

/** Returns the options that are set, and nothing else that the object has. */
export function runOptionsIn(values: { readonly [K in RunOptionName]?: RunOptions[K] | undefined }): RunOptions {
  return Object.fromEntries(
    RUN_OPTION_LIST.flatMap(([name]) => (values[name] === undefined ? [] : [[name, values[name]]])),
  );
}

/** Returns the object without the options that it has. */
export function withoutRunOptions<T extends RunOptions>(values: T): Omit<T, RunOptionName> {
  const others = Object.entries(values).filter(([name]) => !Object.hasOwn(RUN_OPTIONS, name));
  return Object.fromEntries(others) as Omit<T, RunOptionName>;
}

/** Merges options: the first source that sets one decides. */
export function firstRunOptions(...sources: readonly (RunOptions | undefined)[]): RunOptions {
  return Object.assign({}, ...sources.toReversed().map((source) => runOptionsIn(source ?? {})));
}

/** Returns the options that a run records: the limits that it has, and the flags that are on. */
export function recordedOptions(options: RunOptions): RunOptions {
  const isRecorded = ([name, { kind, isAlwaysRecorded }]: (typeof RUN_OPTION_LIST)[number]): boolean => {
    const value = options[name];
    if (isAlwaysRecorded === true || kind === 'choice' || kind === 'guardSettings') return value !== undefined;
    return kind === 'flag' ? value === true : typeof value === 'number' && value > 0;
  };
  const names = RUN_OPTION_LIST.filter(isRecorded).map(([name]) => [name, options[name]]);
  return Object.fromEntries(names);
}

/** True for a value that the option can have, from a journal or a configuration, which are untrusted. */
export function isOptionValue(option: RunOption, value: unknown): boolean {
  switch (option.kind) {
    case 'count':
      return Number.isInteger(value) && (option.minimum === undefined || Number(value) >= option.minimum);
    case 'amount':
      return typeof value === 'number' && value >= 0;
    case 'seconds':
      return typeof value === 'number' && value > 0;
    case 'flag':
      return typeof value === 'boolean';
    case 'choice':
      return typeof value === 'string' && Object.hasOwn(option.choices, value);
    case 'guardSettings':
      return typeof value === 'object' && value !== null;
  }
}
