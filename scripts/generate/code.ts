import { posix } from 'node:path';
import type { Exported } from './exported.ts';
import type { Registry } from './registry.ts';

const HEADER = '// Made by `npm run generate`; do not edit.\n';

/** TypeScript files that list what is declared, by path; not yet formatted. */
export type Code = ReadonlyMap<string, string>;

export function clientCode(clients: Registry['clients']): Code {
  return new Map([
    [
      'skill/clients/table.ts',
      table(
        'skill/clients',
        clients,
        'CLIENTS',
        'ClientProfile',
        './profile.ts',
        'Every client that we know, those with most users first.',
      ),
    ],
    [
      'skill/clients/client-id.ts',
      `${HEADER}\nexport type ClientId = ${clients.map(({ value }) => `'${value.id}'`).join(' | ')};\n`,
    ],
  ]);
}

export function codeOf({ rules, guards, providers, formats }: Omit<Registry, 'clients'>): Code {
  return new Map([
    ['server/rules/table.ts', table('server/rules', rules, 'RULES', 'Rule', './rule.ts', 'Every rule there is.')],
    [
      'server/rule-codes.ts',
      `${HEADER}\n/** The codes of all rules, for whoever needs no more of them: the rules themselves take long to load. */
export const RULE_CODES: readonly string[] = ${JSON.stringify(rules.map(({ value }) => value.code))};\n`,
    ],
    [
      'runtime/guards/table.ts',
      table('runtime/guards', guards, 'GUARDS', 'Guard', './guard.ts', 'Every guard, in the order in which they run.'),
    ],
    ['runtime/protocol/guard-thresholds.ts', thresholds(guards)],
    [
      'runtime/models/providers.ts',
      table(
        'runtime/models',
        providers,
        'PROVIDERS',
        'Provider',
        './provider.ts',
        'The providers that ask language models.',
      ),
    ],
    ['runtime/protocol/providers.ts', places(providers)],
    [
      'test/integration/models/formats.ts',
      table(
        'test/integration/models',
        formats,
        'FORMATS',
        'Format',
        './format.ts',
        'Every wire format that a provider of ours speaks.',
      ),
    ],
  ]);
}

/** A module that exports all of them as one list. */
function table(
  folder: string,
  all: readonly Exported<unknown>[],
  constant: string,
  type: string,
  typeFile: string,
  says: string,
): string {
  const imports = all.map(({ file, name }) => `import { ${name} } from './${posix.relative(folder, file)}';`);
  const names = all.map(({ name }) => name).join(', ');
  return `${HEADER}${[...imports, `import type { ${type} } from '${typeFile}';`].join('\n')}

/** ${says} */
export const ${constant}: readonly ${type}[] = [${names}];\n`;
}

function thresholds(guards: Registry['guards']): string {
  const all = guards.flatMap(({ value }) =>
    Object.entries(value.thresholds).map(([name, { default: usual, minimum = 1, description }]) => [
      name,
      { default: usual, minimum, description },
    ]),
  );
  return `${HEADER}
/** The thresholds of all guards by name: the default, the smallest value allowed, and what is counted. */
export const GUARD_THRESHOLDS = ${JSON.stringify(Object.fromEntries(all))} as const;\n`;
}

function places(providers: Registry['providers']): string {
  const all = providers.map(({ value: { id, title, baseUrl, needsKey } }) => ({ id, title, baseUrl, needsKey }));
  return `${HEADER}import type { ProviderPlace } from './provider-place.ts';

/** Where language models are asked, for the runtime that asks them and the extension that keeps the keys. */
export const PROVIDER_PLACES: readonly ProviderPlace[] = ${JSON.stringify(all)};\n`;
}
