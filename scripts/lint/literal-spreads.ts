/**
 * Reports spreads of object literals: `node scripts/lint/literal-spreads.ts`, a part of `npm run lint`. Exits 1 if there are
 * any, in product code or tests.
 */
import { join, relative } from 'node:path';
import { API } from 'typescript/unstable/sync';
import { findLiteralSpreads } from './find-literal-spreads.ts';

const root = join(import.meta.dirname, '../..');
const FOLDERS = ['skill', 'server', 'runtime', 'client', 'cli', 'scripts', 'bench', 'test', 'syntaxes'];

/** A project of all files that resolves no imports, because only their syntax is needed. */
const config = join(root, 'tsconfig.syntax.json');
const project = {
  compilerOptions: { noLib: true, noResolve: true, types: [], allowJs: true, jsx: 'preserve' },
  include: ['*', ...FOLDERS.map((folder) => `${folder}/**/*`)],
  exclude: ['**/fixtures', '**/node_modules'],
};
const api = new API({
  cwd: root,
  fs: {
    readFile: (path) => (path === config ? JSON.stringify(project) : undefined),
    fileExists: (path) => (path === config ? true : undefined),
  },
});
const opened = api.updateSnapshot({ openProjects: [config] }).getProject(config);
if (opened === undefined) throw new Error(`${config} cannot be read.`);
const names = opened.program.getSourceFileNames();
let found = 0;
for (const name of names) {
  const path = relative(root, name);
  const file = opened.program.getSourceFile(name);
  for (const { line, column, text } of file === undefined ? [] : findLiteralSpreads(file)) {
    found++;
    console.log(`${path}:${line}:${column} ${text.replaceAll(/\s+/g, ' ')}`);
  }
}
api.close();
if (found > 0)
  console.log(
    'The compiler accepts misspelt fields in a spread of a literal. Write the fields out; if some may be undefined, pass the object to defined().',
  );
console.log(`Spreads of literals: ${found} in ${names.length} files.`);
if (found > 0) process.exitCode = 1;
