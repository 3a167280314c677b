/** Who is asked for models, and what they answer. Knows no `vscode`. */
import type { KnownModel, ListModelsParams, ListModelsResult, LocalServer } from '../../runtime/protocol/models.ts';
import { addressProblem, placeAt } from './address.ts';
import type { EditorModel } from './editor-models.ts';
import type { Endpoints } from './endpoint-name.ts';
import type { ListedModel, Problem, SourceState } from './entries.ts';
import type { KeyedPlace } from './keys.ts';

/** Somebody who can be asked for models. Nothing rejects. */
export interface Source {
  readonly id: string;
  readonly title: string;
  /** Its list stays as it is for a while, so it is not asked each time. */
  readonly lasting: boolean;
  ask(asking: Asking): Promise<NonNullable<SourceState['answer']>>;
}

/** How they are asked. Each answers, whatever happens; where asking is stopped, with what says so. */
export interface Asking {
  editor(): Promise<readonly EditorModel[]>;
  local(): Promise<readonly LocalServer[] | 'failed'>;
  list(params: ListModelsParams): Promise<ListModelsResult>;
  /** The key that was entered for this origin. */
  key(origin: string): Promise<string | undefined>;
}

/** The sources that there are: the editor, this machine, providers with a key, endpoints of the settings and with a key. */
export function sourcesOf(keyed: readonly KeyedPlace[], endpoints: Endpoints): readonly Source[] {
  const named = Object.entries(endpoints).filter(([, address]) => addressProblem(address) === undefined);
  const isNamed = (place: KeyedPlace): boolean => named.some(([, address]) => new URL(address).origin === place.origin);
  return [
    EDITOR,
    LOCAL,
    ...keyed.filter((place) => !isNamed(place)).map(({ provider, baseUrl }) => providerSource(provider, baseUrl)),
    ...named.map(([name, address]) => providerSource('openai-compatible', address, name)),
  ];
}

const EDITOR: Source = {
  id: 'editor',
  title: 'VS Code',
  lasting: false,
  async ask(asking) {
    const models = (await asking.editor()).map(
      ({ id, name, maxInputTokens }): ListedModel => ({
        choice: { id: `vscode/${id}` },
        title: name,
        ...(maxInputTokens > 0 ? { contextWindow: maxInputTokens } : {}),
      }),
    );
    const none: Problem = {
      icon: 'info',
      label: 'VS Code has no language model',
      detail: 'Sign in to GitHub Copilot or add a model in VS Code, then choose this to look again',
      action: { do: 'ask-again', source: 'editor' },
    };
    return { models, ...(models.length === 0 ? { problem: none } : {}) };
  },
};

const LOCAL: Source = {
  id: 'local',
  title: 'this machine',
  lasting: false,
  async ask(asking) {
    const servers = await asking.local();
    const models = servers === 'failed' ? [] : servers.flatMap((server) => server.models.map(localModel));
    const none: Problem = {
      icon: servers === 'failed' ? 'warning' : 'info',
      label:
        servers === 'failed'
          ? 'LM Studio and Ollama were not asked to the end'
          : 'LM Studio and Ollama are not running here, or have no model',
      detail: 'Start one of them and load a model, then choose this to look again',
      action: { do: 'ask-again', source: 'local' },
    };
    return { models, ...(models.length === 0 ? { problem: none } : {}) };
  },
};

function localModel({ name, ...details }: KnownModel): ListedModel {
  return { choice: { id: name }, ...details, local: true };
}

/** A provider at its own address, or at another; `name` is what the settings call that. */
function providerSource(provider: string, baseUrl: string, name?: string): Source {
  const place = placeAt(provider, baseUrl);
  const title = name ?? (place?.own === true ? place.provider.title : (place?.origin ?? baseUrl));
  const id = `${provider} ${baseUrl}`;
  // At its own address a model is known by its name alone.
  const address = place?.own === true ? {} : { baseUrl };
  const again = (icon: Problem['icon'], label: string, detail: string): Problem => ({
    icon,
    label,
    detail,
    action: { do: 'ask-again', source: id },
  });
  const keyProblem = (label: string): Problem => ({
    icon: 'warning',
    label,
    detail: 'Choose this to set a key',
    action: { do: 'set-key', provider, ...address },
  });
  return {
    id,
    lasting: true,
    title,
    async ask(asking) {
      const apiKey = place === undefined ? undefined : await asking.key(place.origin);
      const listed = await asking.list({ provider, ...address, ...(apiKey === undefined ? {} : { apiKey }) });
      if (listed.kind === 'failed') {
        const { refused, message } = listed;
        const wanted = apiKey === undefined ? `${title} wants an API key` : message;
        return {
          models: [],
          problem: refused ? keyProblem(wanted) : again('warning', message, 'Choose this to ask again'),
        };
      }
      const models = listed.models.map(
        ({ name: model, ...details }): ListedModel => ({ choice: { id: model, ...address }, ...details }),
      );
      const none = again('info', `${title} lists no models`, 'Load one there, then choose this to look again');
      return { models, ...(models.length === 0 ? { problem: none } : {}) };
    },
  };
}
