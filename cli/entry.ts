/**
 * Entry of the processes that VS Code starts: `dist/server.cjs` and `dist/runtime.cjs`. Small on purpose: what is loaded
 * after this keeps its compiled code, this file does not. The program itself lies in the folder of the same name.
 */
import { basename, join } from 'node:path';
import { keepCompiledCode } from './compile-cache.ts';

keepCompiledCode();
require(join(__dirname, basename(__filename, '.cjs'), 'main.cjs'));
