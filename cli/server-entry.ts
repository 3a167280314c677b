/**
 * Entry point of the language server's process, `dist/server.cjs`. Deliberately small: only modules loaded after it are
 * in the compile cache.
 */
import { join } from 'node:path';
import { keepCompiledCode } from './compile-cache.ts';

keepCompiledCode();
require(join(__dirname, 'server', 'main.cjs'));
