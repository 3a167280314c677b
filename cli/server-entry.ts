/**
 * Entry of the language server's process, `dist/server.cjs`. Small on purpose: what is loaded after this keeps its
 * compiled code, this file does not.
 */
import { join } from 'node:path';
import { keepCompiledCode } from './compile-cache.ts';

keepCompiledCode();
require(join(__dirname, 'server', 'main.cjs'));
