import { own } from '../../skill/index.ts';
import { jsonLine } from '../journal/json-line.ts';
import { endpointOf } from '../models/endpoint/endpoint.ts';
import { readKeyFile } from '../models/keys/key-file.ts';
import { createKeys, type FoundKey } from '../models/keys/keys.ts';
import { listModels } from '../models/list-models.ts';
import { findLocalServers } from '../models/local-servers.ts';
import { withFacts } from '../models/prices/prices.ts';
import { PROVIDERS } from '../models/providers/providers.ts';
import { SIMULATED_MODES } from '../models/simulated/simulated-modes.ts';
import type { KnownModel } from '../protocol/models.ts';
import { formatCount } from '../text/count.ts';
import { INVALID_USAGE } from './exit-codes.ts';
import type { Output } from './output.ts';
import { oneLine, stripControls } from './plain-text.ts';
import { unsetVariableMessage } from './unset-variable.ts';

export interface ModelsOptions {
  readonly baseUrl?: string;
  readonly apiKeyEnv?: string;
  readonly json?: boolean;
}

/** Lists the models on this machine and the providers, and returns the exit code. */
export async function listOverview({ json }: ModelsOptions, output: Output): Promise<number> {
  const local = await findLocalServers();
  const simulated = SIMULATED_MODES.map((mode) => `simulated/${mode}`);
  const file = readKeyFile(process.env);
  const keys = createKeys({ environment: process.env, file });
  if (keys.problem !== undefined) output.error(keys.problem);
  const providers = PROVIDERS.filter(({ keyVariables }) => keyVariables.length > 0).map(
    ({ id, baseUrl, keyVariables }) => {
      const endpoint = endpointOf(`${id}/any`);
      const from = typeof endpoint === 'object' ? keys.findKey(endpoint)?.from : undefined;
      const defaultVariable = keyVariables[0] ?? '';
      return { provider: id, baseUrl, defaultVariable, from };
    },
  );
  if (json === true) {
    const found = providers.map(({ provider, baseUrl, from }) => ({ provider, baseUrl, ...foundIn(from) }));
    output.line(jsonLine({ version: 1, simulated, local, providers: found }));
    return 0;
  }
  output.line(`simulated: no language model is used\n${simulated.map((name) => `  ${name}`).join('\n')}`);
  for (const { provider, baseUrl, models } of local) output.line(`${provider} at ${baseUrl}\n${linesOf(models)}`);
  if (local.length === 0) output.line('LM Studio and Ollama: not running on their usual ports');
  for (const { provider, defaultVariable, from } of providers) {
    const key =
      from === undefined ? `set ${defaultVariable} to use it` : `key in ${from.name}; skillwright models ${provider}`;
    output.line(stripControls(`${provider}: ${key}`));
  }
  output.line('openai-compatible: skillwright models openai-compatible --base-url URL [--api-key-env NAME]');
  const own = new Set(PROVIDERS.map(({ baseUrl = '' }) => URL.canParse(baseUrl) && new URL(baseUrl).origin));
  const others = file.kind === 'keys' ? Object.keys(file.byOrigin).filter((origin) => !own.has(origin)) : [];
  if (file.kind === 'keys') for (const origin of others) output.line(stripControls(`${origin}: key in ${file.path}`));
  return 0;
}

/** Lists the models of a provider, and returns the exit code. */
export async function listProvider(
  provider: string,
  { baseUrl, apiKeyEnv, json }: ModelsOptions,
  output: Output,
): Promise<number> {
  const endpoint = endpointOf(`${provider}/any`, baseUrl);
  const apiKey = apiKeyEnv === undefined ? undefined : own(process.env, apiKeyEnv)?.trim();
  const problem =
    apiKeyEnv !== undefined && !apiKey
      ? unsetVariableMessage(apiKeyEnv, '--api-key-env')
      : typeof endpoint === 'object'
        ? undefined
        : (endpoint ?? `Unknown provider '${provider}'. Known: ${PROVIDERS.map(({ id }) => id).join(', ')}.`);
  if (problem !== undefined || typeof endpoint !== 'object') {
    output.error(problem ?? '');
    return INVALID_USAGE;
  }
  const explicitKey = apiKey ? { apiKey, origin: endpoint.origin } : {};
  const keys = createKeys({ ...explicitKey, environment: process.env, file: readKeyFile(process.env) });
  const found = keys.findKey(endpoint);
  if (found === undefined && keys.problem !== undefined) output.error(keys.problem);
  const listed = await listModels(endpoint, found?.key);
  // Not shown for a key named on the command line.
  const from = found?.from === undefined ? '' : ` (using the key from ${found.from.name})`;
  if (listed.kind === 'failed') {
    output.error(stripControls(`${listed.message}${listed.refused ? from : ''}`));
    return 1;
  }
  if (json !== true && from !== '') process.stderr.write(`${stripControls(endpoint.origin + from)}\n`);
  const models = await withFacts(endpoint, listed.models);
  output.line(json === true ? JSON.stringify({ version: 1, models }) : linesOf(models));
  return 0;
}

function foundIn(from: FoundKey['from']) {
  if (from === undefined) return {};
  return from.kind === 'variable' ? { keyVariable: from.name } : { keyFile: from.name };
}

function linesOf(models: readonly KnownModel[]): string {
  if (models.length === 0) return '  no models';
  return models
    .map(({ name, title, contextWindow, maxOutput, price, tools }) => {
      const window = contextWindow === undefined ? '' : `, ${formatCount(contextWindow, 'token')}`;
      const output = maxOutput === undefined ? '' : `, up to ${maxOutput.toLocaleString('en')} output`;
      const cost =
        price === undefined ? '' : `, $${price.input} input and $${price.output} output per million (${price.date})`;
      const titleText = title === undefined ? '' : `  ${title}`;
      return oneLine(`  ${name}${titleText}${window}${output}${cost}${tools === false ? ', cannot call tools' : ''}`);
    })
    .join('\n');
}
