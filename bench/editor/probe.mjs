/**
 * Loaded into the language server's process before the server itself (`node --import`): notes how long the server takes
 * from the moment it reads a `textDocument/didChange` to the moment it has written its next answer with diagnostics, how
 * much of that its main thread had a processor, and its memory. Waiting in the pipe before that does not count; waiting for the request that follows does.
 *
 * On exit it writes what it noted to the file that the query of its own URL names: `probe.mjs?out=FILE`. No TypeScript,
 * since node would need 40 MB for that in the process that is measured.
 */
import { writeFileSync } from 'node:fs';

/**
 * @typedef {{
 *   ms: number[],
 *   cpu: number[],
 *   megabytes: number,
 * }} Probed `cpu`: milliseconds of the same that the main thread ran, which\n *   other programs do not lengthen; `megabytes`: the most that the process ever took
 */

const out = new URL(import.meta.url).searchParams.get('out');
/** @type {number[]} */
const ms = [];
/** @type {number[]} */
const cpu = [];
/** @type {{ at: number, ran: number } | undefined} */
let begin;
/** Milliseconds that this thread has run. */
const ran = () => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
};

const { stdin, stdout } = process;
const on = stdin.on.bind(stdin);
/** @type {(event: string, listener: (...args: any[]) => void) => typeof stdin} */
const noted = (event, listener) =>
  on(event, (...args) => {
    if (event === 'data' && args[0].includes('"textDocument/didChange"')) begin = { at: performance.now(), ran: ran() };
    listener(...args);
  });
Object.assign(stdin, { on: noted });

const write = stdout.write.bind(stdout);
/** @type {(...args: Parameters<typeof write>) => boolean} */
const timed = (...args) => {
  const answer = write(...args);
  if (begin !== undefined && isDiagnostics(args[0])) {
    ms.push(performance.now() - begin.at);
    cpu.push(ran() - begin.ran);
    begin = undefined;
  }
  return answer;
};
Object.assign(stdout, { write: timed });

process.on('exit', () => {
  /** @type {Probed} */
  const probed = { ms, cpu, megabytes: process.resourceUsage().maxRSS / 1024 };
  if (out !== null) writeFileSync(out, JSON.stringify(probed));
});

/** @param {string | Uint8Array} content */
function isDiagnostics(content) {
  const text = typeof content === 'string' ? content : Buffer.from(content).toString('utf8', 0, 80);
  return /"id":\d+,"result":\{"kind":/.test(text.slice(0, 80));
}
