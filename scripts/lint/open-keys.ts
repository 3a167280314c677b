/**
 * Reports objects that are indexed by foreign text: `node scripts/lint/open-keys.ts`, a part of `npm run lint`. Exits 1 if
 * there are any. It asks the compiler for types, which ESLint does not have.
 */
import { join, relative } from 'node:path';
import { API } from 'typescript/unstable/sync';
import { findOpenKeys } from './find-open-keys.ts';

const root = join(import.meta.dirname, '../..');
const PROJECTS = ['skill', 'server', 'runtime', 'client', 'client/timeline', 'client/saved-page', 'cli'];
/** Tests, and what only they use. */
const EXEMPT = /\.test\.tsx?$|\.d\.ts$|\/(?:testing|random-\w+|fixtures)\/|\/testing\.ts$/;

const api = new API({ cwd: root });
const read = new Set<string>();
let found = 0;
for (const project of PROJECTS) {
  const config = join(root, project, 'tsconfig.json');
  const opened = api.updateSnapshot({ openProjects: [config] }).getProject(config);
  if (opened === undefined) throw new Error(`${config} cannot be read.`);
  const { program, checker } = opened;
  const names = program.getSourceFileNames().filter((name) => name.startsWith(`${join(root, project)}/`));
  for (const name of names) {
    const file = EXEMPT.test(name) || read.has(name) ? undefined : program.getSourceFile(name);
    if (file === undefined) continue;
    read.add(name);
    for (const { line, column, text } of findOpenKeys(checker, file)) {
      found++;
      console.log(`${relative(root, name)}:${line}:${column} ${text}`);
    }
  }
}
api.close();
if (found > 0) console.log('Use a Map, or own() and setOwn(): such a text may be "__proto__" or "constructor".');
console.log(`Open keys: ${found} in ${read.size} files.`);
if (found > 0) process.exitCode = 1;
