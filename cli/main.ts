#!/usr/bin/env node
/** Entry point of the command line. Deliberately small: only modules loaded after it are in the compile cache. */
import { enableCompileCache } from './compile-cache.ts';

enableCompileCache();
// A closed pipe (`| head`) must not crash the process, even while Commander prints help. Commands that have to stop check for it themselves.
process.stdout.on('error', () => undefined);
// A closed terminal breaks both streams, so an error on one cannot be reported on the other.
process.stderr.on('error', () => undefined);
const args = process.argv.slice(2);
if (args[0] === 'hook' && isHookCall(args[1])) {
  const { runHook } = await import('../runtime/hooks/run-hook.ts');
  runHook(args.slice(1), async () => (await import('./hook-answers.ts')).answers);
} else {
  const { skillwright } = await import('./program.ts');
  await skillwright(args);
}

/** True for the hook of a client, which never fails, and is called far more often than the commands that manage it. */
function isHookCall(word: string | undefined): boolean {
  return word !== undefined && !/^(?:install|uninstall|doctor|help|-.*)$/.test(word);
}
