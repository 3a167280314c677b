import { posix } from 'node:path';
import type { SimulatedClient } from '../../runtime/protocol/simulated-client.ts';
import type { ClientBehavior, ClientProfile } from '../../skill/index.ts';
import type { Exported } from './exported.ts';
import type { Registry } from './registry.ts';

/** Unformatted TypeScript files that list the declarations, by path. */
export type Code = ReadonlyMap<string, string>;

const HEADER = '// Made by `npm run generate`; do not edit.\n';

/** Generates the files that depend on the clients. */
export function clientCode(clients: Registry['clients']): Code {
  return new Map([
    table(clients, {
      file: 'skill/clients/table.ts',
      constant: 'CLIENTS',
      type: 'ClientProfile',
      typeFile: './profile.ts',
      comment: 'Every client that we know, those with most users first.',
    }),
    [
      'skill/clients/client-id.ts',
      `${HEADER}\nexport type ClientId = ${clients.map(({ value }) => `'${value.id}'`).join(' | ')};\n`,
    ],
    [
      'server/client-ids.ts',
      `${HEADER}
/** The ids of all clients, for modules that need nothing else: loading their profiles is slow. */
export const CLIENT_IDS = ${JSON.stringify(clients.map(({ value }) => value.id))} as const;\n`,
    ],
    ['runtime/protocol/simulated-clients.ts', simulatedClients(clients.map(({ value }) => value))],
  ]);
}

/** Returns a module with the parts of the clients that the extension shows: the profiles themselves are large. */
function simulatedClients(profiles: readonly ClientProfile[]): string {
  const all = profiles.flatMap((profile) => profile.behaviors.map((behavior) => simulatedClient(profile, behavior)));
  return `${HEADER}import type { SimulatedClient } from './simulated-client.ts';

/** The clients that runs can simulate, besides ADK. */
export const SIMULATED_CLIENTS: readonly SimulatedClient[] = ${JSON.stringify(all)};\n`;
}

function simulatedClient(
  { name, version, date, discovery }: ClientProfile,
  { id, activation, shell, fileTools }: ClientBehavior,
): SimulatedClient {
  const folders = discovery.kind === 'folders' ? discovery.folders : [];
  const user = folders.find(({ scope }) => scope === 'user')?.path;
  const project = folders.find(({ scope }) => scope === 'workspace')?.path;
  const files = fileTools.map((tool) => [
    tool.tool,
    { purpose: tool.kind, parameter: 'pattern' in tool ? tool.pattern : tool.path },
  ]);
  return {
    id,
    name,
    version,
    date,
    ...(activation.kind === 'tool' ? { loads: activation.tool } : {}),
    shell: shell.tool,
    ...(user === undefined ? {} : { user }),
    ...(project === undefined ? {} : { project }),
    tools: {
      ...(activation.kind === 'tool'
        ? { [activation.tool]: { purpose: 'load', parameter: activation.parameter } }
        : {}),
      ...Object.fromEntries(files),
      [shell.tool]: { purpose: 'shell', parameter: shell.command },
    },
  };
}

/** Generates the remaining files. */
export function codeOf({ rules, guards, providers, formats }: Omit<Registry, 'clients'>): Code {
  return new Map([
    table(rules, {
      file: 'server/rules/table.ts',
      constant: 'RULES',
      type: 'Rule',
      typeFile: './rule.ts',
      comment: 'Every rule there is.',
    }),
    ['server/rule-codes.ts', codes(rules)],
    table(guards, {
      file: 'runtime/guards/table.ts',
      constant: 'GUARDS',
      type: 'Guard',
      typeFile: './guard.ts',
      comment: 'Every guard, in the order in which they run.',
    }),
    ['runtime/protocol/guard-thresholds.ts', thresholds(guards)],
    table(providers, {
      file: 'runtime/models/providers.ts',
      constant: 'PROVIDERS',
      type: 'Provider',
      typeFile: './provider.ts',
      comment: 'The providers that ask language models.',
    }),
    ['runtime/protocol/providers.ts', places(providers)],
    table(formats, {
      file: 'test/integration/models/formats.ts',
      constant: 'FORMATS',
      type: 'Format',
      typeFile: './format.ts',
      comment: 'Every API format that one of the providers speaks.',
    }),
  ]);
}

interface Table {
  readonly file: string;
  readonly constant: string;
  readonly type: string;
  /** The file that declares the type, relative to the table's folder. */
  readonly typeFile: string;
  readonly comment: string;
}

/** Returns the path and the text of a module that exports all declarations as one list. */
function table(
  all: readonly Exported<unknown>[],
  { file, constant, type, typeFile, comment }: Table,
): readonly [path: string, text: string] {
  const pathOf = (one: Exported<unknown>): string => posix.relative(posix.dirname(file), one.file);
  const imports = all.map((one) => `import { ${one.name} } from './${pathOf(one)}';\n`).join('');
  const names = all.map(({ name }) => name).join(', ');
  const text = `${HEADER}${imports}import type { ${type} } from '${typeFile}';

/** ${comment} */
export const ${constant}: readonly ${type}[] = [${names}];\n`;
  return [file, text];
}

function codes(rules: Registry['rules']): string {
  return `${HEADER}
/** The codes of all rules, for modules that need nothing else: loading the rules themselves is slow. */
export const RULE_CODES: readonly string[] = ${JSON.stringify(rules.map(({ value }) => value.code))};\n`;
}

function thresholds(guards: Registry['guards']): string {
  const all = guards.flatMap(({ value }) =>
    Object.entries(value.thresholds).map(([name, { default: usual, minimum = 1, description }]) => [
      name,
      { default: usual, minimum, description },
    ]),
  );
  return `${HEADER}
/** The thresholds of all guards by name: the default, the smallest allowed value, and a description. */
export const GUARD_THRESHOLDS = ${JSON.stringify(Object.fromEntries(all))} as const;\n`;
}

function places(providers: Registry['providers']): string {
  const all = providers.map(({ value: { id, title, baseUrl, needsKey } }) => ({ id, title, baseUrl, needsKey }));
  return `${HEADER}import type { ProviderEndpoint } from './provider-endpoint.ts';

/** The endpoints of all providers, for the runtime that calls them and the extension that stores the keys. */
export const PROVIDER_ENDPOINTS: readonly ProviderEndpoint[] = ${JSON.stringify(all)};\n`;
}
