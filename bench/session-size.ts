/**
 * Large sessions: `npm run bench:session-size [-- --size MB]`. Writes a made-up session of Claude Code of this size (1,000 MB by
 * default) to a temporary folder and imports it with the built `dist/cli.mjs`, as a summary and with `--json`. Prints the
 * memory and processor time of each, and when the first event was printed. Exits with 1 above 400 MB, or 2 s of processor
 * time before the first event.
 */
import './own-folders.ts';
import { spawn } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';

const MAX_MB = 400;
const MAX_FIRST_MS = 2000;
const CLI = join(import.meta.dirname, '../dist/cli.mjs');
/** Prints the processor time at the first output, and the memory at the end, in bytes. */
const PROBE = `
const { write } = process.stdout;
const cpu = () => { const { user, system } = process.cpuUsage(); return Math.round((user + system) / 1000); };
let first;
process.stdout.write = function (...args) { first ??= cpu(); return write.apply(this, args); };
process.on('exit', () => process.stderr.write('PROBE ' + JSON.stringify({ first, cpu: cpu(), rss: process.resourceUsage().maxRSS * 1024 })));
`;

const { values } = parseArgs({ options: { size: { type: 'string', default: '1000' } } });
const folder = mkdtempSync(join(tmpdir(), 'skillwright-session-size-'));
const file = join(folder, 'session.jsonl');
const probe = join(folder, 'probe.mjs');
let faults = 0;

try {
  writeSession(file, Number(values.size) * 1e6);
  writeFileSync(probe, PROBE);
  for (const options of [[], ['--json']]) {
    const { first, cpu, rss } = await importWith(options);
    const isFirstLate = options.length > 0 && first > MAX_FIRST_MS;
    if (rss > MAX_MB * 1e6 || isFirstLate) faults++;
    const start = options.length === 0 ? '' : `, first event after ${first} ms`;
    console.log(
      `${['import', ...options].join(' ')}: ${Math.round(rss / 1e6)} MB, ${cpu} ms of processor time${start}`,
    );
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
process.exitCode = faults === 0 ? 0 : 1;

interface Measured {
  readonly first: number;
  readonly cpu: number;
  readonly rss: number;
}

async function importWith(options: readonly string[]): Promise<Measured> {
  const child = spawn(process.execPath, ['--import', pathToFileURL(probe).href, CLI, 'import', ...options, file], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  child.stdout.resume();
  let errors = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (errors += text));
  await new Promise((resolve) => child.once('close', resolve));
  return JSON.parse(errors.slice(errors.indexOf('PROBE ') + 6)) as Measured;
}

/** Writes prompts with 20 calls each. Results have 6 kB, and every 50th 400 kB. */
function writeSession(path: string, size: number): void {
  const fd = openSync(path, 'w');
  let written = 0;
  let count = 0;
  const write = (type: string, message: object): void => {
    const timestamp = new Date(Date.UTC(2026, 0, 5) + ++count * 1000).toISOString();
    const envelope = { parentUuid: null, isSidechain: false, sessionId: 'large', cwd: '/home/ada', type, timestamp };
    written += writeSync(fd, `${JSON.stringify({ ...envelope, uuid: `00000000-0000-4000-8000-${count}`, message })}\n`);
  };
  for (let turn = 1; written < size; turn++) {
    if (turn % 20 === 1) write('user', { role: 'user', content: `Brew pot ${turn}.` });
    const call = { type: 'tool_use', id: `toolu_${turn}`, name: 'Read', input: { file_path: `/home/ada/${turn}.md` } };
    const usage = { input_tokens: 10, output_tokens: 5 };
    write('assistant', { id: `m${turn}`, role: 'assistant', model: 'm', content: [call], usage });
    const text = `Line ${turn} of a result about tea.\n`.repeat(turn % 50 === 0 ? 13_000 : 200);
    write('user', { role: 'user', content: [{ type: 'tool_result', tool_use_id: `toolu_${turn}`, content: text }] });
  }
  closeSync(fd);
}
