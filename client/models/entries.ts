/** What the picker of models lists, in its order. Knows no `vscode`. */
import type { ModelChoice } from '../dialogues/memory.ts';
import { placeOf } from './address.ts';
import type { Endpoints } from './endpoint-name.ts';
import { modelKey, nameOf } from './names.ts';
import { limitsOf, type ModelDetails, plain } from './words.ts';

/** A model with what its source says of it. */
export interface ListedModel extends ModelDetails {
  readonly choice: ModelChoice;
}

/** What choosing an entry does that is no model. */
export type Action =
  | { readonly do: 'nothing' }
  | { readonly do: 'ask-again'; readonly source: string }
  | { readonly do: 'set-key'; readonly provider: string; readonly baseUrl?: string }
  | { readonly do: 'other'; readonly text?: string }
  | { readonly do: 'endpoint' }
  | { readonly do: 'open-setting'; readonly setting: string };

/** What is wrong with a source of models, and what to do about it. */
export interface Problem {
  readonly icon: 'warning' | 'info';
  readonly label: string;
  readonly detail: string;
  readonly action: Action;
}

/** A group of models that somebody is asked for. */
export interface SourceState {
  readonly id: string;
  readonly title: string;
  /** Absent while it is asked. */
  readonly answer?: { readonly models: readonly ListedModel[]; readonly problem?: Problem };
}

export interface PickerState {
  /** The model that the chosen agent names. */
  readonly own?: ModelChoice;
  /** The model of this workspace, or of the settings. */
  readonly current?: ModelChoice;
  readonly favourites: readonly ModelChoice[];
  readonly recent: readonly ModelChoice[];
  readonly sources: readonly SourceState[];
  /** Those of the settings: their models are called by them, and found so. */
  readonly endpoints: Endpoints;
  /** Said first: settings that cannot be used. */
  readonly problems: readonly Problem[];
  /** Providers without a key: their titles. */
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
      readonly favourite: boolean;
    }
  | {
      readonly kind: 'action';
      readonly action: Action;
      readonly icon: string;
      readonly label: string;
      readonly detail?: string;
    };

const SIMULATED: readonly (readonly [mode: string, detail: string])[] = [
  ['weak', 'Reads the skill, guesses paths from its prose as weak models do, gives up after a while'],
  ['stubborn', 'Never heeds an error: shows what the guards save'],
  ['heeding', 'Stops at the first fatal answer, as a strong model does'],
];

const simulated: readonly ModelChoice[] = SIMULATED.map(([mode]) => ({ id: `simulated/${mode}` }));

/** Everything in its order; each model once, where it comes first. */
export function entriesOf(state: PickerState): readonly Entry[] {
  const { own, current, favourites, recent, sources, endpoints, problems, keyless } = state;
  const known = new Map(
    sources.flatMap(({ answer }) => (answer?.models ?? []).map((model) => [modelKey(model.choice), model] as const)),
  );
  const favourite = new Set(favourites.map(modelKey));
  const listed = new Set<string>();
  const modelEntry = (choice: ModelChoice): readonly Entry[] => {
    const key = modelKey(choice);
    if (listed.has(key)) return [];
    listed.add(key);
    return [{ kind: 'model', choice, ...shown(choice, known.get(key), endpoints), favourite: favourite.has(key) }];
  };
  // Who has nothing is no failure: it does not stand among the models.
  const empty = sources.flatMap(({ answer }) => (answer?.problem?.icon === 'info' ? [answer.problem] : []));
  const group = (title: string, entries: readonly Entry[]): readonly Entry[] =>
    entries.length === 0 ? [] : [{ kind: 'group', title }, ...entries];
  const models = (title: string, choices: readonly ModelChoice[]): readonly Entry[] =>
    group(title, choices.flatMap(modelEntry));
  return [
    ...group('settings', problems.map(problemEntry)),
    ...models("the agent's, as its file says", own === undefined ? [] : [own]),
    ...models('chosen for this workspace', current === undefined ? [] : [current]),
    ...models('favourites', favourites),
    ...models('last used', recent),
    ...models('simulated', simulated),
    ...sources.flatMap(({ title, answer }) => {
      if (answer === undefined) return group(title, [ASKED]);
      const { problem } = answer;
      const failed = problem?.icon === 'warning' ? [problemEntry(problem)] : [];
      return group(title, [...answer.models.flatMap(({ choice }) => modelEntry(choice)), ...failed]);
    }),
    ...group('more', [...keyless.map(keylessEntry), ...empty.map(problemEntry), ...MORE]),
  ];
}

/** Whether one of these lists has the model; undefined where none is of its provider and address. */
export function isListed(
  model: ModelChoice,
  answers: readonly { readonly answer: NonNullable<SourceState['answer']> }[],
): boolean | undefined {
  const provider = ({ id }: ModelChoice): string => id.split('/', 1)[0] ?? '';
  const there = answers
    .flatMap(({ answer }) => answer.models.map(({ choice }) => choice))
    .filter((choice) => provider(choice) === provider(model) && choice.baseUrl === model.baseUrl);
  return there.length === 0 ? undefined : there.some(({ id }) => id === model.id);
}

const ASKED: Entry = {
  kind: 'action',
  action: { do: 'nothing' },
  icon: 'loading~spin',
  label: 'Asking for the models…',
};

const MORE: readonly Entry[] = [
  {
    kind: 'action',
    action: { do: 'endpoint' },
    icon: 'globe',
    label: 'OpenAI-compatible endpoint…',
    detail: 'LM Studio, Ollama, vLLM or any other, by its address',
  },
  {
    kind: 'action',
    action: { do: 'other' },
    icon: 'edit',
    label: 'Other model…',
    detail: 'By its name, PROVIDER/ID',
  },
];

function keylessEntry({ provider, title }: PickerState['keyless'][number]): Entry {
  return {
    kind: 'action',
    action: { do: 'set-key', provider },
    icon: 'key',
    label: `${title}: set an API key`,
    detail: 'Its models are listed here then',
  };
}

function problemEntry({ icon, label, detail, action }: Problem): Entry {
  return { kind: 'action', action, icon, label: plain(label), detail };
}

/** How a model is named and described. */
function shown(
  choice: ModelChoice,
  known: ListedModel | undefined,
  endpoints: Endpoints,
): Pick<Entry & { kind: 'model' }, 'label' | 'description' | 'detail'> {
  const mode = SIMULATED.find(([name]) => choice.id === `simulated/${name}`);
  if (mode !== undefined) return { label: `Simulated: ${mode[0]}`, description: 'offline', detail: mode[1] };
  if (choice.id.startsWith('seeded/'))
    return { label: `Simulated: ${plain(choice.id)}`, description: 'offline', detail: 'Says anything at random' };
  const id = nameOf(choice, endpoints);
  const at = choice.baseUrl === undefined ? [] : [`at ${plain(placeOf(choice)?.origin ?? choice.baseUrl)}`];
  const title = known?.title === undefined ? undefined : plain(known.title);
  const description = [...(title === undefined || title === id ? [] : [plain(id)]), ...at].join(' ');
  const detail = known === undefined ? '' : limitsOf(known);
  return {
    label: title ?? plain(id),
    ...(description === '' ? {} : { description }),
    ...(detail === '' ? {} : { detail }),
  };
}
