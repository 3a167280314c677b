/** Runs other programs in the foreground. Uses only Node's built-in modules. */
import { spawn } from 'node:child_process';

/**
 * Runs a program in this terminal and waits for it. SIGINT and SIGTERM are forwarded, and this process waits for the
 * program to clean up and then exits with the same signal, so that nothing else is started.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv }} [options] `env` extends the environment of this process
 * @returns {Promise<number>} its exit code; 127 if it could not be started
 */
export function run(command, args, { cwd, env } = {}) {
  return new Promise((resolve) => {
    const shell = process.platform === 'win32' && !command.endsWith('.exe');
    const child = spawn(command, args, {
      stdio: 'inherit',
      shell,
      ...(cwd ? { cwd } : {}),
      env: { ...process.env, ...env },
    });
    /** @type {NodeJS.Signals | undefined} */
    let interrupted;
    /** @param {NodeJS.Signals} signal */
    const forward = (signal) => {
      interrupted = signal;
      // A terminal sends SIGINT to the whole group; a second one would make test-electron kill without cleaning up.
      if (signal === 'SIGTERM' || !process.stdin.isTTY) child.kill(signal);
    };
    process.on('SIGINT', forward);
    process.on('SIGTERM', forward);
    /** @param {number} code */
    const settle = (code) => {
      process.off('SIGINT', forward);
      process.off('SIGTERM', forward);
      if (interrupted) process.exit(interrupted === 'SIGINT' ? 130 : 143);
      resolve(code);
    };
    child.on('error', (error) => {
      console.error(`${command}: ${error.message}`);
      settle(127);
    });
    child.on('exit', (code) => settle(code ?? 1));
  });
}

/**
 * Formats the seconds since a time: `1.2 s`.
 * @param {number} start of `performance.now()`
 */
export function since(start) {
  return `${((performance.now() - start) / 1000).toFixed(1)} s`;
}
