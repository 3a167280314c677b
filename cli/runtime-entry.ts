/**
 * Entry of the process that VS Code starts for a run, `dist/runtime.cjs`. Small on purpose: what is loaded after this
 * keeps its compiled code, this file does not. The program is one of the pieces of the command line.
 */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { messageOf } from '../runtime/errors.ts';
import { keepCompiledCode } from './compile-cache.ts';

keepCompiledCode();
import(pathToFileURL(join(__dirname, 'cli', 'runtime.mjs')).href).catch((error: unknown) => {
  process.stderr.write(`${messageOf(error)}\n`);
  process.exit(1);
});
