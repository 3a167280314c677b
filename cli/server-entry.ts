/**
 * Entry point of the language server's process, `dist/server.cjs`. Deliberately small: only modules loaded after it are
 * in the compile cache.
 */
import { join } from 'node:path';
import { enableCompileCache } from './compile-cache.ts';

enableCompileCache();
require(join(__dirname, 'server', 'main.cjs'));
