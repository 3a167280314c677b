import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Exported } from './exported.ts';
import type { Registry } from './registry.ts';

/**
 * Reports duplicate declarations, and those without their required parts: a sentence each, with the file and the fix.
 * @param meanings fields of the frontmatter that some client or the specification explains
 */
export function missingSteps(root: string, registry: Registry, meanings: ReadonlySet<string>): readonly string[] {
  return [
    ...checkRules(root, registry),
    ...checkGuards(root, registry),
    ...checkProviders(registry),
    ...checkClients(registry, meanings),
  ];
}

function* checkRules(root: string, { rules }: Registry): Generator<string> {
  yield* duplicates('rule', rules, ({ code }) => code);
  for (const { file, value } of rules) {
    const { code, severity } = value;
    const page = `docs/rules/${code}.md`;
    const text = existsSync(join(root, page)) ? readFileSync(join(root, page), 'utf8') : undefined;
    const level = `**${severity.charAt(0).toUpperCase()}${severity.slice(1)}`;
    if (text === undefined) yield `${page} is missing: the page of the rule in ${file}.`;
    else if (!text.startsWith(`# ${code}\n\n${level}`))
      yield `${page} must begin with "# ${code}", an empty line and "${level}", the rule's level in ${file}.`;
    const test = file.replace(/ts$/, 'test.ts');
    if (!existsSync(join(root, test)))
      yield `${test} is missing: the test of the rule in ${file}, with texts that it reports and texts that it does not.`;
  }
  for (const name of readdirSync(join(root, 'docs/rules')))
    if (name !== 'README.md' && !rules.some(({ value }) => `${value.code}.md` === name))
      yield `docs/rules/${name} matches no rule: no file of server/rules/ exports a constant of the type Rule with this code.`;
}

function* checkGuards(root: string, { guards }: Registry): Generator<string> {
  const thresholds = guards.flatMap(({ file, name, value }) =>
    Object.keys(value.thresholds).map((threshold) => ({ file, name, value: threshold })),
  );
  yield* duplicates('threshold', thresholds, (name) => name);
  const tests = testsIn(root, 'runtime/guards');
  const page = readFileSync(join(root, 'docs/guards.md'), 'utf8');
  for (const { file, value } of guards)
    for (const rule of value.rules) {
      if (!page.includes(`\`${rule}\``))
        yield `docs/guards.md does not describe ${rule}, a rule of the guard in ${file}.`;
      if (!tests.some((test) => test.includes(rule)))
        yield `No test in runtime/guards/ names ${rule}: write one for ${file}, e.g. ${file.replace(/ts$/, 'test.ts')}.`;
    }
}

function* checkProviders({ providers, formats }: Registry): Generator<string> {
  yield* duplicates('provider', providers, ({ id }) => id);
  for (const { file, value } of providers)
    if (!formats.some((format) => format.value.provider === value.format))
      yield `The provider ${value.id} in ${file} uses the format '${value.format}', which nothing tests: export a Format with \`provider: '${value.format}'\` from a file in test/integration/models/.`;
  for (const { file, value } of formats)
    if (!providers.some((one) => one.value.id === value.provider))
      yield `The format in ${file} is that of '${value.provider}', and no file of runtime/models/ exports a Provider with this id.`;
}

function* checkClients({ clients }: Registry, meanings: ReadonlySet<string>): Generator<string> {
  yield* duplicates('client', clients, ({ id }) => id);
  for (const { file, value } of clients)
    for (const { name } of value.fields)
      if (!meanings.has(name)) yield `Nothing explains the field '${name}' in ${file}: add \`means\` to it.`;
}

function* duplicates<T>(kind: string, all: readonly Exported<T>[], idOf: (value: T) => string): Generator<string> {
  for (const [index, { file, value }] of all.entries()) {
    const first = all.slice(0, index).find((one) => idOf(one.value) === idOf(value));
    if (first !== undefined)
      yield `The ${kind} ${idOf(value)} is in both ${first.file} and ${file}: rename one of them.`;
  }
}

/** Returns the text of all tests in a folder and its subfolders. */
function testsIn(root: string, folder: string): readonly string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.test.ts'))
    .map((name) => readFileSync(join(root, folder, name), 'utf8'));
}
