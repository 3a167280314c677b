/** The sources of models, and their queries. Independent of `vscode`. */
import type { KnownModel, ListModelsParams, ListModelsResult, LocalServer } from '../../runtime/protocol/models.ts';
import { defined } from '../../runtime/text/objects.ts';
import type { EditorModel } from './editor-models.ts';
import { addressProblem, endpointAt } from './endpoint.ts';
import type { EndpointUrls } from './endpoint-name.ts';
import type { ListedModel, Problem, SourceState } from './entries.ts';
import type { KeyedEndpoint } from './keys.ts';

type Answer = NonNullable<SourceState['answer']>;

/** A source of models. */
export interface ModelSource {
  readonly id: string;
  readonly title: string;
  /** True if its list rarely changes and can be cached. */
  readonly isCacheable: boolean;
  query(queries: ModelQueries): Promise<Answer>;
}

/** The queries that sources use. None rejects; a stopped query resolves with an empty or failed result. */
export interface ModelQueries {
  editor(): Promise<readonly EditorModel[]>;
  local(): Promise<readonly LocalServer[] | 'failed'>;
  list(params: ListModelsParams): Promise<ListModelsResult>;
  /** Returns the key that was entered for an origin. */
  key(origin: string): Promise<string | undefined>;
}

/** Returns all sources: VS Code, this machine, providers and endpoints with a key, and endpoints in the settings. */
export function modelSources(keyed: readonly KeyedEndpoint[], endpoints: EndpointUrls): readonly ModelSource[] {
  const named = Object.entries(endpoints).filter(([, address]) => addressProblem(address) === undefined);
  const isNamed = (endpoint: KeyedEndpoint): boolean =>
    named.some(([, address]) => new URL(address).origin === endpoint.origin);
  return [
    EDITOR,
    LOCAL,
    ...keyed.filter((endpoint) => !isNamed(endpoint)).map(({ provider, baseUrl }) => providerSource(provider, baseUrl)),
    ...named.map(([name, address]) => providerSource('openai-compatible', address, name)),
  ];
}

const EDITOR: ModelSource = {
  id: 'editor',
  title: 'VS Code',
  isCacheable: false,
  async query(queries): Promise<Answer> {
    const models = (await queries.editor()).map(
      ({ id, name, maxInputTokens }): ListedModel =>
        defined({
          choice: { id: `vscode/${id}` },
          title: name,
          contextWindow: maxInputTokens > 0 ? maxInputTokens : undefined,
        }),
    );
    const none: Problem = {
      icon: 'info',
      label: 'VS Code has no language models',
      detail: 'Sign in to GitHub Copilot or add a model in VS Code, then choose this to retry',
      action: { do: 'ask-again', source: 'editor' },
    };
    return defined({ models, problem: models.length === 0 ? none : undefined });
  },
};

const LOCAL: ModelSource = {
  id: 'local',
  title: 'this machine',
  isCacheable: false,
  async query(queries): Promise<Answer> {
    const servers = await queries.local();
    const models = servers === 'failed' ? [] : servers.flatMap((server) => server.models.map(localModel));
    const none: Problem = {
      icon: servers === 'failed' ? 'warning' : 'info',
      label:
        servers === 'failed'
          ? 'The search for LM Studio and Ollama was stopped'
          : 'LM Studio and Ollama are not running here or have no models',
      detail: 'Start one of them and load a model, then choose this to retry',
      action: { do: 'ask-again', source: 'local' },
    };
    return defined({ models, problem: models.length === 0 ? none : undefined });
  },
};

function localModel({ name, ...details }: KnownModel): ListedModel {
  return { choice: { id: name }, ...details, local: true };
}

/** Creates the source for a provider at an address. `name` is the endpoint's name in the settings. */
function providerSource(provider: string, baseUrl: string, name?: string): ModelSource {
  const endpoint = endpointAt(provider, baseUrl);
  const title = name ?? (endpoint?.isOfficial === true ? endpoint.provider.title : (endpoint?.origin ?? baseUrl));
  const id = `${provider} ${baseUrl}`;
  // At the provider's own address, the name of a model is sufficient.
  const address = endpoint?.isOfficial === true ? {} : { baseUrl };
  const retry = (icon: Problem['icon'], label: string, detail: string): Problem => ({
    icon,
    label,
    detail,
    action: { do: 'ask-again', source: id },
  });
  const keyProblem = (label: string): Problem => ({
    icon: 'warning',
    label,
    detail: 'Choose this to set an API key',
    action: { do: 'set-key', provider, ...address },
  });
  return {
    id,
    isCacheable: true,
    title,
    async query(queries): Promise<Answer> {
      const apiKey = endpoint === undefined ? undefined : await queries.key(endpoint.origin);
      const result = await queries.list(defined({ provider, ...address, apiKey }));
      if (result.kind === 'failed') {
        const { refused, message } = result;
        const label = apiKey === undefined ? `${title} requires an API key` : message;
        return {
          models: [],
          problem: refused ? keyProblem(label) : retry('warning', message, 'Choose this to retry'),
        };
      }
      const models = result.models.map(
        ({ name: model, ...details }): ListedModel => ({ choice: { id: model, ...address }, ...details }),
      );
      const none = retry('info', `${title} lists no models`, 'Load one there, then choose this to retry');
      return defined({ models, problem: models.length === 0 ? none : undefined });
    },
  };
}
