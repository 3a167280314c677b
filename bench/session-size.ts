/**
 * Large sessions: `npm run bench:session-size [-- --size MB] [--format NAME] [--part cli|open]`. Writes made-up sessions of this
 * size (1,000 MB by default), of each format in `session-size/` or of one, to a temporary folder. With the built `dist/cli.mjs` it
 * imports them as a summary and with `--json`, and lists and reports the sessions of the folder; with `dist/runtime.cjs` it opens
 * them as VS Code does. Prints the memory and processor time of each, and when the first event was printed. Exits with 1 above
 * 400 MB, for the process of VS Code above its memory before; after 2 s of processor time before the first event of a file that
 * is read line by line; or if a call is missing.
 */
import './own-folders.ts';
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { openInRuntime } from './session-size/open-in-runtime.ts';
import { LAYOUTS, type LayoutName, writeSession } from './session-size/write-session.ts';

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

const { values } = parseArgs({
  options: { size: { type: 'string', default: '1000' }, format: { type: 'string' }, part: { type: 'string' } },
});
const names = Object.keys(LAYOUTS).filter((name) => (values.format ?? name) === name) as LayoutName[];
if (names.length === 0) throw new Error(`--format must be one of ${Object.keys(LAYOUTS).join(', ')}.`);
const folder = mkdtempSync(join(tmpdir(), 'skillwright-session-size-'));
const probe = join(folder, 'probe.mjs');
let faults = 0;

try {
  writeFileSync(probe, PROBE);
  for (const name of names) {
    const file = join(folder, isDocument(name) ? 'session.json' : 'session.jsonl');
    const calls = writeSession(file, name, Number(values.size) * 1e6);
    const commands = [
      ['import', file],
      ['import', '--json', file],
      ['sessions', 'list', folder],
      ['sessions', 'report', folder],
    ];
    for (const args of values.part === 'open' ? [] : commands) {
      const { first, cpu, rss, results } = await measure(args);
      const isJson = args.includes('--json');
      const isLate = isJson && !isDocument(name) && first > MAX_FIRST_MS;
      const isIncomplete = isJson && results !== calls;
      if (rss > MAX_MB * 1e6 || isLate || isIncomplete) faults++;
      const details = isJson ? `, first event after ${first} ms, ${results} of ${calls} results` : '';
      console.log(
        `${name}: ${args.slice(0, 2).join(' ').replace(file, '')}: ${Math.round(rss / 1e6)} MB, ${cpu} ms of processor time${details}`,
      );
    }
    if (values.part === 'cli') {
      rmSync(file);
      continue;
    }
    const { before, peak, ms, results } = await openInRuntime(file, folder);
    if (peak - before > MAX_MB * 1e6 || results !== calls) faults++;
    console.log(
      `${name}: open: ${Math.round((peak - before) / 1e6)} MB above ${Math.round(before / 1e6)} MB, complete after ${ms} ms, ${results} of ${calls} results`,
    );
    rmSync(file);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
process.exitCode = faults === 0 ? 0 : 1;

interface Measured {
  readonly first: number;
  readonly cpu: number;
  readonly rss: number;
  /** Number of results of calls that were printed. */
  readonly results: number;
}

/** True if a format is one JSON document, which is read twice: its structure first. */
function isDocument(name: LayoutName): boolean {
  return 'end' in LAYOUTS[name];
}

async function measure(args: readonly string[]): Promise<Measured> {
  const child = spawn(process.execPath, ['--import', pathToFileURL(probe).href, CLI, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let results = 0;
  createInterface(child.stdout).on('line', (line) => {
    if (line.includes('"type":"tool_result"')) results++;
  });
  let errors = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (errors += text));
  await new Promise((resolve) => child.once('close', resolve));
  return { ...(JSON.parse(errors.slice(errors.indexOf('PROBE ') + 6)) as Omit<Measured, 'results'>), results };
}
