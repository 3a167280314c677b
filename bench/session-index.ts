/**
 * The index of sessions: `npm run bench:session-index [-- --sessions N] [--bytes N]`. Writes N sessions of Claude Code and
 * Codex (1,000 of 1 MB by default) to a temporary home, and lists them with the built command line three times: for the
 * first time, again after one has changed, and after the index was truncated. Then reports on all of them.
 * Prints processor and elapsed time of each, with the number of sessions that were read. Exits with 1 if a session is not
 * listed, the misses in the report are not those that were written, or a run exceeds its target of processor time: 60 s
 * for 1,000 MB, and 1 s for one changed session.
 */
import './own-folders.ts';
import { spawnSync } from 'node:child_process';
import { appendFileSync, mkdirSync, readdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { homedir, loadavg } from 'node:os';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { createChance, type Random } from '../runtime/random.ts';

const { values } = parseArgs({
  options: { sessions: { type: 'string', default: '1000' }, bytes: { type: 'string', default: '1000000' } },
});
const SESSION_COUNT = Number(values.sessions);
const BYTES = Number(values.bytes);
/** Fewer sessions need relatively more time, because the code is not compiled yet. */
const FIRST_SECONDS = Math.max(5, (60 * SESSION_COUNT * BYTES) / 1e9);
const AGAIN_SECONDS = 1;
const CLI = join(import.meta.dirname, '../dist/cli.mjs');
const SKILL = '/home/ada/.claude/skills/brewer';
const BODY = '# Brewing\n\nFollow the brewing guide before you begin.\n\n';

let faults = 0;
let misses = 0;

/** Returns the result of a call: lines of a program, or a miss. */
function resultOf(chance: Random, isMiss: boolean): string {
  if (isMiss) return `cat: ${SKILL}/references/brewing_guide.md: No such file or directory`;
  const lines = 10 + chance.int(150);
  const line = (number: number): string =>
    `${number}\tconst value${number} = compute(${chance.int(1_000_000)}, "cups"); // took ${number} ms`;
  return Array.from({ length: lines }, (_, number) => line(number + 1)).join('\n');
}

const time = (number: number): string => new Date(Date.UTC(2026, 0, 5, 10, 0, number)).toISOString();

function claudeSession(seed: number, chance: Random): string {
  const lines: string[] = [];
  let size = 0;
  const add = (type: string, message: object, more: object = {}): void => {
    const envelope = { parentUuid: null, isSidechain: false, sessionId: `claude-${seed}`, cwd: '/home/ada/tea' };
    const stamps = { uuid: `u${lines.length}`, timestamp: time(lines.length) };
    lines.push(JSON.stringify({ ...envelope, type, ...stamps, message: { role: type, ...message }, ...more }));
    size += lines.at(-1)?.length ?? 0;
  };
  const call = (name: string, input: object, content: string): void => {
    const id = `c${lines.length}`;
    const usage = { input_tokens: 12, cache_read_input_tokens: 40_000, output_tokens: 150 };
    const reply = { id: `m${lines.length}`, model: 'claude-made-up', usage };
    add('assistant', { ...reply, content: [{ type: 'text', text: `Next is step ${lines.length}. `.repeat(10) }] });
    add('assistant', { ...reply, content: [{ type: 'tool_use', id, name, input }] });
    add('user', { content: [{ type: 'tool_result', tool_use_id: id, content }] });
  };
  add('user', { content: `Brew pot ${seed}.` });
  call('Skill', { skill: 'brewer' }, 'Launching skill: brewer');
  add(
    'user',
    { content: [{ type: 'text', text: `Base directory for this skill: ${SKILL}\n\n${BODY}` }] },
    { isMeta: true },
  );
  while (size < BYTES) {
    const isMiss = chance.oneIn(100);
    if (isMiss) misses++;
    const path = isMiss ? `${SKILL}/references/brewing_guide.md` : `src/${chance.int(500)}.ts`;
    call('Bash', { command: `cat ${path}` }, resultOf(chance, isMiss));
  }
  return lines.join('\n');
}

function codexSession(seed: number, chance: Random): string {
  const lines: string[] = [];
  let size = 0;
  const add = (type: string, payload: object): void => {
    lines.push(JSON.stringify({ timestamp: time(lines.length), type, payload }));
    size += lines.at(-1)?.length ?? 0;
  };
  const item = (payload: object): void => add('response_item', payload);
  const call = (command: string, output: string): void => {
    const call_id = `c${lines.length}`;
    const args = JSON.stringify({ command: ['bash', '-lc', command], workdir: '/home/ada/tea' });
    item({ type: 'function_call', name: 'shell', arguments: args, call_id });
    item({ type: 'function_call_output', call_id, output: `Exit code: 0\nWall time: 0.1 seconds\nOutput:\n${output}` });
  };
  add('session_meta', { id: `codex-${seed}`, cwd: '/home/ada/tea', cli_version: '1', originator: 'cli' });
  item({ type: 'message', role: 'user', content: [{ type: 'input_text', text: `Brew pot ${seed}.` }] });
  call(`cat ${SKILL}/SKILL.md`, `---\nname: brewer\ndescription: Brews tea.\n---\n${BODY}`);
  while (size < BYTES) {
    const isMiss = chance.oneIn(100);
    if (isMiss) misses++;
    const path = isMiss ? `${SKILL}/references/brewing_guide.md` : `src/${chance.int(500)}.ts`;
    call(`cat ${path}`, resultOf(chance, isMiss));
  }
  return lines.join('\n');
}

interface Run {
  readonly stdout: string;
  readonly processor: number;
  readonly elapsed: number;
}

/** Runs the built command line and measures it, in seconds. */
function run(...args: readonly string[]): Run {
  const timedCommand = ['-c', 'TIMEFORMAT="%U %S %R"; time "$@"', 'bash', process.execPath, CLI, 'sessions', ...args];
  const { status, stdout, stderr } = spawnSync('bash', timedCommand, { encoding: 'utf8', maxBuffer: 1 << 30 });
  const [user = 0, system = 0, elapsed = 0] = (stderr.trim().split('\n').at(-1) ?? '').split(' ').map(Number);
  if (status !== 0) throw new Error(stderr);
  return { stdout, processor: user + system, elapsed };
}

function check(name: string, passed: boolean, text: string): void {
  if (!passed) faults++;
  console.log(`${name} | ${text}${passed ? '' : ' | FAILED'}`);
}

const timing = ({ processor, elapsed }: Run): string =>
  `${processor.toFixed(1)} s of processor time, ${elapsed.toFixed(1)} s elapsed`;
const countListed = ({ stdout }: Run): number => new Set(stdout.trim().split('\n')).size;
const indexFile = (): string => {
  const folder = join(process.env.XDG_CACHE_HOME ?? '', 'skillwright/sessions');
  return join(folder, readdirSync(folder)[0] ?? '');
};
const countIndexed = (): number => readFileSync(indexFile(), 'utf8').split('\n').filter(Boolean).length;

const files: string[] = [];
for (let seed = 0; seed < SESSION_COUNT; seed++) {
  const isClaude = seed % 2 === 0;
  const name = isClaude ? `.claude/projects/tea/${seed}.jsonl` : `.codex/sessions/2026/01/05/rollout-${seed}.jsonl`;
  const file = join(homedir(), name);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, (isClaude ? claudeSession : codexSession)(seed, createChance(seed)));
  files.push(file);
}
console.log(`${SESSION_COUNT} sessions of ${BYTES / 1e6} MB, load ${loadavg()[0]?.toFixed(1)}`);

const first = run('list', '--json');
const isQuick = first.processor <= FIRST_SECONDS;
check(
  'first',
  countListed(first) === SESSION_COUNT && isQuick,
  `${countListed(first)} sessions, ${timing(first)} (at most ${FIRST_SECONDS} s)`,
);

const unchanged = countIndexed();
appendFileSync(files[0] ?? '', '\n{}');
const again = run('list', '--json');
const read = countIndexed() - unchanged;
check(
  'one changed',
  countListed(again) === SESSION_COUNT && read === 1 && again.processor <= AGAIN_SECONDS,
  `${countListed(again)} sessions, ${read} read, ${timing(again)} (at most ${AGAIN_SECONDS} s)`,
);

truncateSync(indexFile(), Math.floor(readFileSync(indexFile()).length / 2));
const repaired = run('list', '--json');
check(
  'index cut in half',
  countListed(repaired) === SESSION_COUNT,
  `${countListed(repaired)} sessions, ${timing(repaired)}`,
);

const report = run('report', '--json');
const { sessions, skills } = JSON.parse(report.stdout);
const found = skills[0]?.misses ?? 0;
const words = skills[0]?.words.map((one: { words: string }) => one.words).join(', ');
check(
  'report',
  sessions === SESSION_COUNT && found === misses,
  `${found} of ${misses} misses (${words}), ${timing(report)}`,
);

process.exitCode = faults === 0 ? 0 : 1;
