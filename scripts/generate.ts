/**
 * `npm run generate` writes everything that lists rules, guards, model providers, clients, options and files, from the files that declare
 * them: tables in the code, parts of `package.json`, the JSON schema of `.skillwright.json`, and tables of the documentation.
 * `--check` writes nothing, and fails if something is out of date. Both fail if a step of a recipe is missing.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Code, clientCode, generateCode } from './generate/code.ts';
import { evalSchemaOf } from './generate/eval-schema.ts';
import { formatCode } from './generate/format-code.ts';
import { missingSteps } from './generate/missing.ts';
import { explainedFields, readClients, readOthers } from './generate/registry.ts';

const root = join(import.meta.dirname, '..');
const isCheck = process.argv.includes('--check');
const problems: string[] = [];

const clients = await readClients(root);
await putCode(clientCode(clients));
// The modules loaded next import these, and might not load otherwise.
if (problems.length > 0) end();
const { docsOf, withFiles, withParts } = await import('./generate/docs.ts');
const { manifestOf } = await import('./generate/manifest.ts');
const { schemaOf } = await import('./generate/schema.ts');
const { fileLists } = await import('./generate/file-lists.ts');
const { tables, missing: withoutSentence } = fileLists(root);
const others = await readOthers(root);
const registry = { ...others, clients };
problems.push(...missingSteps(root, registry, await explainedFields(root)), ...withoutSentence);
if (isCheck && problems.length > 0) end();
await putCode(generateCode(others));
put('package.json', manifestOf(readFileSync(join(root, 'package.json'), 'utf8'), registry));
const docs = docsOf(registry);
for (const path of new Set([...docs.keys(), ...tables.keys()])) {
  const page = readFileSync(join(root, path), 'utf8');
  const files = tables.get(path);
  const { text, missing } = withParts(files === undefined ? page : withFiles(page, files), docs.get(path) ?? {});
  problems.push(...missing.map((name) => `${path} lacks "<!-- generated: ${name} -->" … "<!-- /generated -->".`));
  put(path, text);
}
put('skill/eval-cases/evals.schema.json', await evalSchemaOf(root));
// Last, because it loads the files written above.
put('runtime/agents/skillwright.schema.json', await schemaOf(root, registry));

end();

function end(): never {
  for (const problem of problems) console.error(problem);
  process.exit(problems.length > 0 ? 1 : 0);
}

async function putCode(code: Code): Promise<void> {
  const texts = await Promise.all([...code].map(([path, text]) => formatCode(root, path, text)));
  for (const [index, path] of [...code.keys()].entries()) put(path, texts[index] ?? '');
}

/** Writes a file if its content differs, or records that it is out of date. */
function put(path: string, text: string): void {
  const file = join(root, path);
  if (existsSync(file) && readFileSync(file, 'utf8') === text) return;
  if (isCheck) problems.push(`${path} is out of date: run npm run generate.`);
  else {
    writeFileSync(file, text);
    console.log(`wrote ${path}`);
  }
}
