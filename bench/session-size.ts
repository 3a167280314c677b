/**
 * Large sessions: `npm run bench:session-size [-- --size MB] [--format NAME] [--part cli|open] [--command NAME]`. Writes made-up
 * sessions of this size (1,000 MB by default), of each format in `session-size/` or of one, to a temporary folder. With the built
 * `dist/cli.mjs` it imports, lists, reports, shows, compares (with itself) and exports them and makes an eval case, or does one of
 * these; with `dist/runtime.cjs` it opens them as VS Code does. Prints the memory and processor time of each, and when the first event was
 * printed. Exits with 1 above 400 MB, for the process of VS Code above its memory before; after 2 s of processor time before the
 * first event of a file that is read line by line; if a call is missing; or if a command fails.
 */
import './own-folders.ts';
import { spawn } from 'node:child_process';
import { createReadStream, createWriteStream, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { createZstdCompress } from 'node:zlib';
import { JOURNAL_FILE } from '../runtime/journal/writer.ts';
import { openInRuntime } from './session-size/open-in-runtime.ts';
import { LAYOUTS, type LayoutName, writeSession } from './session-size/write-session.ts';

const MAX_MB = 400;
const MAX_FIRST_MS = 2000;
const RESULT = '"type":"tool_result"';
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
  options: {
    size: { type: 'string', default: '1000' },
    format: { type: 'string' },
    part: { type: 'string' },
    command: { type: 'string' },
  },
});
const names = Object.keys(LAYOUTS).filter((name) => (values.format ?? name) === name) as LayoutName[];
if (names.length === 0) throw new Error(`--format must be one of ${Object.keys(LAYOUTS).join(', ')}.`);
const folder = mkdtempSync(join(tmpdir(), 'skillwright-session-size-'));
const probe = join(folder, 'probe.mjs');
const skill = join(folder, 'tea');
let faults = 0;

try {
  writeFileSync(probe, PROBE);
  mkdirSync(skill);
  writeFileSync(join(skill, 'SKILL.md'), '---\nname: tea\ndescription: Brews tea.\n---\n');
  for (const name of names) {
    const written = join(folder, fileOf(name));
    const calls = writeSession(written, name, Number(values.size) * 1e6);
    const file = 'isPacked' in LAYOUTS[name] ? await pack(written) : written;
    const all = [
      ['import', file],
      ['import', '--json', file],
      ['sessions', 'list', folder],
      ['sessions', 'report', folder],
      ['show', '--json', file],
      ['show', '--json', '--call', String(calls), file],
      ['diff', '--json', file, file],
      ['export', '--format', 'otlp', file],
      ['export', '--format', 'perfetto', file],
      ['export', '--format', 'html', file],
      ['eval', 'add', '--preview', '--skill', skill, file],
    ];
    const commands = all.filter(([command]) => command === (values.command ?? command));
    for (const args of values.part === 'open' ? [] : commands) {
      const { first, cpu, rss, results, code } = await measure(args);
      const isJson = args[0] === 'import' && args.includes('--json');
      // Browsers cannot open a page with a run of this size.
      const isRefused = args.includes('html') && Number(values.size) > 500;
      if (code !== (isRefused ? 2 : 0)) faults++;
      const isLate = isJson && !isDocument(name) && first > MAX_FIRST_MS;
      const isIncomplete = isJson && results !== calls;
      if (rss > MAX_MB * 1e6 || isLate || isIncomplete) faults++;
      const details = isJson ? `, first event after ${first} ms, ${results} of ${calls} results` : '';
      console.log(
        `${name}: ${args.filter((arg) => ![file, folder, skill].includes(arg)).join(' ')}: ${Math.round(rss / 1e6)} MB, ${cpu} ms of processor time, exit ${code}${details}`,
      );
    }
    // A journal of ours is shown as it is.
    if (values.part === 'cli' || name === 'skillwright') {
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
  readonly code: number | null;
}

/** True if a format is one JSON document, which is read twice: its structure first. */
function isDocument(name: LayoutName): boolean {
  return 'end' in LAYOUTS[name];
}

function fileOf(name: LayoutName): string {
  if (name === 'skillwright') return JOURNAL_FILE;
  return isDocument(name) ? 'session.json' : 'session.jsonl';
}

/** Compresses a file and removes it. Returns the path of the compressed one. */
async function pack(file: string): Promise<string> {
  await pipeline(createReadStream(file), createZstdCompress(), createWriteStream(`${file}.zst`));
  rmSync(file);
  return `${file}.zst`;
}

async function measure(args: readonly string[]): Promise<Measured> {
  const child = spawn(process.execPath, ['--import', pathToFileURL(probe).href, CLI, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let results = 0;
  let rest = '';
  // Some commands print everything in one line.
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    const parts = `${rest}${text}`.split(RESULT);
    results += parts.length - 1;
    rest = parts.at(-1)?.slice(-RESULT.length) ?? '';
  });
  let errors = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (errors += text));
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  const probed = JSON.parse(errors.slice(errors.lastIndexOf('PROBE ') + 6)) as Pick<Measured, 'first' | 'cpu' | 'rss'>;
  return { ...probed, results, code };
}
