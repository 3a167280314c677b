/**
 * Runs a Node script and ends its whole process group when standard input closes, which happens also when the parent
 * is killed and can clean up nothing: `guard.mjs SCRIPT ARG…`, spawned with `detached: true` and a pipe as stdin.
 */
import { spawn } from 'node:child_process';

const child = spawn(process.execPath, process.argv.slice(2), { stdio: ['ignore', 'inherit', 'inherit'] });
child.on('exit', (code) => process.exit(code ?? 1));
// The group gets the signal: the script ends by it, and with it this.
process.on('SIGTERM', () => {});
process.stdin.on('close', () => process.kill(-process.pid, 'SIGKILL')).resume();
