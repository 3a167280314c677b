/** The entries of the model picker, in order. Independent of `vscode`. */

import { defined } from '../../runtime/text/objects.ts';
import type { ModelChoice } from '../dialogs/memory.ts';
import { endpointOf } from './endpoint.ts';
import type { EndpointUrls } from './endpoint-name.ts';
import { displayName, modelKey } from './model-names.ts';
import { formatLimits, type ModelDetails, plainText } from './model-text.ts';

/** A model with the details from its source. */
export interface ListedModel extends ModelDetails {
  readonly choice: ModelChoice;
}

/** The effect of choosing an entry that is not a model. */
export type Action =
  | { readonly do: 'nothing' }
  | { readonly do: 'ask-again'; readonly source: string }
  | { readonly do: 'set-key'; readonly provider: string; readonly baseUrl?: string }
  | { readonly do: 'other'; readonly text?: string }
  | { readonly do: 'endpoint' }
  | { readonly do: 'open-setting'; readonly setting: string };

/** A problem with a source of models, and the action that resolves it. */
export interface Problem {
  readonly icon: 'warning' | 'info';
  readonly label: string;
  readonly detail: string;
  readonly action: Action;
}

/** The state of a source of models, which is a group in the picker. */
export interface SourceState {
  readonly id: string;
  readonly title: string;
  /** Absent while the query is pending. */
  readonly answer?: { readonly models: readonly ListedModel[]; readonly problem?: Problem };
}

export interface PickerState {
  /** The model declared by the chosen agent. */
  readonly agentModel?: ModelChoice | undefined;
  /** The model of this workspace, or else of the settings. */
  readonly current?: ModelChoice;
  readonly favorites: readonly ModelChoice[];
  readonly recent: readonly ModelChoice[];
  readonly sources: readonly SourceState[];
  /** The endpoints in the settings. Their names prefix their models. */
  readonly endpoints: EndpointUrls;
  /** Invalid settings, listed first. */
  readonly problems: readonly Problem[];
  /** Providers without a key, with their titles. */
  readonly keyless: readonly { readonly provider: string; readonly title: string }[];
}

export type Entry =
  | { readonly kind: 'group'; readonly title: string }
  | {
      readonly kind: 'model';
      readonly choice: ModelChoice;
      readonly label: string;
      readonly description?: string;
      readonly detail?: string;
      readonly favorite: boolean;
    }
  | {
      readonly kind: 'action';
      readonly action: Action;
      readonly icon: string;
      readonly label: string;
      readonly detail?: string;
    };

const SIMULATED_MODES: readonly (readonly [mode: string, detail: string])[] = [
  ['weak', 'Reads the skill, guesses paths from its prose like a weak model, and gives up after a while'],
  ['stubborn', 'Ignores every error, to show what the guards save'],
  ['heeding', 'Stops at the first fatal error, like a strong model'],
];

const SIMULATED_CHOICES: readonly ModelChoice[] = SIMULATED_MODES.map(([mode]) => ({ id: `simulated/${mode}` }));

/** Returns all entries in order. Each model is listed once, in the first group that contains it. */
export function entriesOf(state: PickerState): readonly Entry[] {
  const { agentModel, current, favorites, recent, sources, endpoints, problems, keyless } = state;
  const known = new Map(
    sources.flatMap(({ answer }) => (answer?.models ?? []).map((model) => [modelKey(model.choice), model] as const)),
  );
  const favorite = new Set(favorites.map(modelKey));
  const listedKeys = new Set<string>();
  const modelEntry = (choice: ModelChoice): readonly Entry[] => {
    const key = modelKey(choice);
    if (listedKeys.has(key)) return [];
    listedKeys.add(key);
    return [
      { kind: 'model', choice, ...describeModel(choice, known.get(key), endpoints), favorite: favorite.has(key) },
    ];
  };
  // A source without models is not a failure, so it is listed at the end.
  const empty = sources.flatMap(({ answer }) => (answer?.problem?.icon === 'info' ? [answer.problem] : []));
  const group = (title: string, entries: readonly Entry[]): readonly Entry[] =>
    entries.length === 0 ? [] : [{ kind: 'group', title }, ...entries];
  const models = (title: string, choices: readonly ModelChoice[]): readonly Entry[] =>
    group(title, choices.flatMap(modelEntry));
  return [
    ...group('settings', problems.map(problemEntry)),
    ...models('declared by the agent', agentModel === undefined ? [] : [agentModel]),
    ...models('chosen for this workspace', current === undefined ? [] : [current]),
    ...models('favorites', favorites),
    ...models('last used', recent),
    ...models('simulated', SIMULATED_CHOICES),
    ...sources.flatMap(({ title, answer }) => {
      if (answer === undefined) return group(title, [LOADING]);
      const { problem } = answer;
      const failed = problem?.icon === 'warning' ? [problemEntry(problem)] : [];
      return group(title, [...answer.models.flatMap(({ choice }) => modelEntry(choice)), ...failed]);
    }),
    ...group('more', [...keyless.map(keylessEntry), ...empty.map(problemEntry), ...OTHER_ACTIONS]),
  ];
}

/** Returns true if one of these lists contains the model; undefined if none is of the same provider and address. */
export function isListed(
  model: ModelChoice,
  answers: readonly { readonly answer: NonNullable<SourceState['answer']> }[],
): boolean | undefined {
  const provider = ({ id }: ModelChoice): string => id.split('/', 1)[0] ?? '';
  const candidates = answers
    .flatMap(({ answer }) => answer.models.map(({ choice }) => choice))
    .filter((choice) => provider(choice) === provider(model) && choice.baseUrl === model.baseUrl);
  return candidates.length === 0 ? undefined : candidates.some(({ id }) => id === model.id);
}

const LOADING: Entry = {
  kind: 'action',
  action: { do: 'nothing' },
  icon: 'loading~spin',
  label: 'Loading models…',
};

const OTHER_ACTIONS: readonly Entry[] = [
  {
    kind: 'action',
    action: { do: 'endpoint' },
    icon: 'globe',
    label: 'OpenAI-compatible endpoint…',
    detail: 'LM Studio, Ollama, vLLM or any other server, by address',
  },
  {
    kind: 'action',
    action: { do: 'other' },
    icon: 'edit',
    label: 'Other model…',
    detail: 'By name: PROVIDER/ID',
  },
];

function keylessEntry({ provider, title }: PickerState['keyless'][number]): Entry {
  return {
    kind: 'action',
    action: { do: 'set-key', provider },
    icon: 'key',
    label: `${title}: set an API key`,
    detail: 'Then its models are listed here',
  };
}

function problemEntry({ icon, label, detail, action }: Problem): Entry {
  return { kind: 'action', action, icon, label: plainText(label), detail };
}

/** Returns the label, description and detail of a model. */
function describeModel(
  choice: ModelChoice,
  known: ListedModel | undefined,
  endpoints: EndpointUrls,
): Pick<Entry & { kind: 'model' }, 'label' | 'description' | 'detail'> {
  const mode = SIMULATED_MODES.find(([name]) => choice.id === `simulated/${name}`);
  if (mode !== undefined) return { label: choice.id, description: 'offline', detail: mode[1] };
  if (choice.id.startsWith('seeded/'))
    return { label: plainText(choice.id), description: 'simulated, offline', detail: 'Replies at random' };
  const id = displayName(choice, endpoints);
  const addressText =
    choice.baseUrl === undefined ? [] : [`at ${plainText(endpointOf(choice)?.origin ?? choice.baseUrl)}`];
  const title = known?.title === undefined ? undefined : plainText(known.title);
  const description = [...(title === undefined || title === id ? [] : [plainText(id)]), ...addressText].join(' ');
  const detail = known === undefined ? '' : formatLimits(known);
  return defined({
    label: title ?? plainText(id),
    description: description || undefined,
    detail: detail || undefined,
  });
}
