#!/usr/bin/env node
/** Entry of the command line. Small on purpose: only what is loaded after this keeps its compiled code. */
import { keepCompiledCode } from './compile-cache.ts';

keepCompiledCode();
// A reader that has gone (`| head`) is no crash, whoever writes: Commander's help, too. Whoever has to stop looks itself.
process.stdout.on('error', () => undefined);
// With a closed terminal both go, and what has to be said of the one cannot be said on the other.
process.stderr.on('error', () => undefined);
const { skillwright } = await import('./program.ts');
await skillwright(process.argv.slice(2));
