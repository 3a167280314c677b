#!/usr/bin/env node
/** Entry point of the command line. Deliberately small: only modules loaded after it are in the compile cache. */
import { enableCompileCache } from './compile-cache.ts';

enableCompileCache();
// A closed pipe (`| head`) must not crash the process, even while Commander prints help. Commands that have to stop check for it themselves.
process.stdout.on('error', () => undefined);
// A closed terminal breaks both streams, so an error on one cannot be reported on the other.
process.stderr.on('error', () => undefined);
const { skillwright } = await import('./program.ts');
await skillwright(process.argv.slice(2));
