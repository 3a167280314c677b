/**
 * Runs a Node script and kills its process group when standard input closes, which also happens when the parent
 * is killed and cannot clean up: `guard.mjs SCRIPT ARG…`, spawned with `detached: true` and a pipe as stdin.
 */
import { spawn } from 'node:child_process';

const child = spawn(process.execPath, process.argv.slice(2), { stdio: ['ignore', 'inherit', 'inherit'] });
child.on('exit', (code) => process.exit(code ?? 1));
// The group includes this process, which exits together with the script.
process.on('SIGTERM', () => {});
process.stdin.on('close', () => process.kill(-process.pid, 'SIGKILL')).resume();
