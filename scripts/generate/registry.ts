import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Guard } from '../../runtime/guards/guard.ts';
import type { Provider } from '../../runtime/models/providers/provider.ts';
import type { Rule } from '../../server/rules/rule/rule.ts';
import type { ClientProfile } from '../../skill/index.ts';
import { type Exported, exportsOf } from './exported.ts';

/** The required part of the wire format of a provider's API. */
interface Format {
  readonly provider: string;
}

/** Everything that is declared in its own file and listed elsewhere, in the order of the lists. */
export interface Registry {
  readonly rules: readonly Exported<Rule>[];
  readonly guards: readonly Exported<Guard>[];
  readonly providers: readonly Exported<Provider>[];
  readonly formats: readonly Exported<Format>[];
  readonly clients: readonly Exported<ClientProfile>[];
}

/** Loads the clients. Their tables must be up to date before anything else is loaded, because other modules import them. */
export async function readClients(root: string): Promise<Registry['clients']> {
  return sortBy(await exportsOf<ClientProfile>(root, 'skill/clients', 'ClientProfile'), ({ rank }) => rank);
}

/** Returns the names of all fields of the frontmatter that are explained. */
export async function explainedFields(root: string): Promise<ReadonlySet<string>> {
  const { KNOWN_FIELDS }: typeof import('../../skill/index.ts') = await import(
    pathToFileURL(join(root, 'skill/index.ts')).href
  );
  return new Set(KNOWN_FIELDS.keys());
}

/** Loads everything else. */
export async function readOthers(root: string): Promise<Omit<Registry, 'clients'>> {
  const rules = await exportsOf<Rule>(root, 'server/rules', 'Rule');
  const guards = await exportsOf<Guard>(root, 'runtime/guards', 'Guard');
  const providers = await exportsOf<Provider>(root, 'runtime/models', 'Provider');
  const formats = await exportsOf<Format>(root, 'test/integration/models', 'Format');
  return {
    rules: sortBy(rules, ({ code }) => code),
    guards: sortBy(guards, ({ order }) => order),
    providers: sortBy(providers, ({ id }) => id),
    formats: sortBy(formats, ({ provider }) => provider),
  };
}

const compare = <T>(a: T, b: T): number => (a < b ? -1 : a > b ? 1 : 0);

function sortBy<T>(all: readonly Exported<T>[], by: (value: T) => string | number): readonly Exported<T>[] {
  return all.toSorted((a, b) => compare(by(a.value), by(b.value)) || compare(a.file, b.file));
}
