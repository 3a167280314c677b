/**
 * Entry point of the process that VS Code starts for a run, `dist/runtime.cjs`. Deliberately small: only modules loaded
 * after it are in the compile cache. The program itself is a chunk of the command line's bundle.
 */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { messageOf } from '../runtime/errors.ts';
import { enableCompileCache } from './compile-cache.ts';

enableCompileCache();
import(pathToFileURL(join(__dirname, 'cli', 'runtime.mjs')).href).catch((error: unknown) => {
  process.stderr.write(`${messageOf(error)}\n`);
  process.exit(1);
});
