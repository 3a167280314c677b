/** Runs other programs in the foreground. Uses only Node's built-in modules. */
import { spawn } from 'node:child_process';
import { setPriority } from 'node:os';

/** The number of programs that are running; after a signal, this process ends with the last of them. */
let running = 0;

/**
 * Runs a program in this terminal and waits for it. SIGINT and SIGTERM are forwarded, and this process waits for the
 * program to clean up and then exits with the same signal, so that nothing else is started.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv | undefined, onOutput?: (text: string) => void, niceness?: number }} [options] `env`
 *   extends the environment of this process; `onOutput` receives the output instead of this terminal; `niceness` lowers the
 *   priority of the program and of those that it starts: 0 to 19
 * @returns {Promise<number>} its exit code; 127 if it could not be started
 */
export function run(command, args, { cwd, env, onOutput, niceness = 0 } = {}) {
  return new Promise((resolve) => {
    const shell = process.platform === 'win32' && !command.endsWith('.exe');
    const color = onOutput && process.stdout.isTTY && !process.env.NO_COLOR ? { FORCE_COLOR: '1' } : {};
    const child = spawn(command, args, {
      stdio: onOutput ? ['inherit', 'pipe', 'pipe'] : 'inherit',
      shell,
      cwd,
      env: { ...process.env, ...color, ...env },
    });
    if (onOutput) for (const stream of [child.stdout, child.stderr]) stream?.setEncoding('utf8').on('data', onOutput);
    running += 1;
    try {
      if (niceness > 0 && child.pid !== undefined) setPriority(child.pid, niceness);
    } catch {
      // It has already ended, or the system has no priorities: the program runs all the same.
    }
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
      running -= 1;
      if (!interrupted) resolve(code);
      else if (running === 0) process.exit(interrupted === 'SIGINT' ? 130 : 143);
    };
    child.on('error', (error) => {
      (onOutput ?? process.stderr.write.bind(process.stderr))(`${command}: ${error.message}\n`);
      settle(127);
    });
    // Not `exit`, after which output may follow.
    child.on(onOutput ? 'close' : 'exit', (code) => settle(code ?? 1));
  });
}

/**
 * Formats the seconds since a time: `1.2 s`.
 * @param {number} start of `performance.now()`
 */
export function since(start) {
  return `${((performance.now() - start) / 1000).toFixed(1)} s`;
}
