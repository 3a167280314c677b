/**
 * Costs of providers (`npm run bench:models`): the time to a run's first event, the additional time of each provider's
 * first call, and modules loaded for unused providers. Runs separate processes of the production build, interleaved;
 * the servers are on loopback and respond immediately.
 */
import './own-folders.ts';
import { spawn } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FORMATS } from '../test/integration/models/formats.ts';
import { median } from './figures/statistics.ts';

const ROUNDS = Number(process.argv[2] ?? 11);
/** A copy, so that builds can run meanwhile. */
const DIST = join(import.meta.dirname, '../.cache/models-dist');
rmSync(DIST, { recursive: true, force: true });
cpSync(join(import.meta.dirname, '../dist'), DIST, { recursive: true, filter: (path) => !path.endsWith('.map') });
const CLI = join(DIST, 'cli.mjs');
const PROVIDERS = FORMATS.map(({ provider }) => provider);

interface Times {
  /** Milliseconds from the start of the process to its first event, and to its first model request. */
  readonly event: number;
  readonly request: number;
}

const folder = mkdtempSync(join(tmpdir(), 'sw-bench-models-'));
writeFileSync(join(folder, 'SKILL.md'), '---\nname: bench\ndescription: Nothing.\n---\n\nNothing.\n');

/** Measures one run. A provider's request counts when it reaches the server, a simulated one when it starts. */
async function run(model: string, baseUrl?: string, arrival?: () => Promise<number>): Promise<Times> {
  const arrived = arrival?.();
  const startTime = performance.now();
  const args = ['run', 'x', '--skills', folder, '--runs', join(folder, 'runs'), '--json', '--model', model];
  const child = spawn(process.execPath, [CLI, ...args, ...(baseUrl === undefined ? [] : ['--base-url', baseUrl])], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, SKILLWRIGHT_SIMULATED_DELAY: '0' },
  });
  let event = Number.NaN;
  let request = Number.NaN;
  let out = '';
  child.stdout.on('data', (data: Buffer) => {
    if (Number.isNaN(event)) event = performance.now() - startTime;
    out += data.toString();
    if (Number.isNaN(request) && out.includes('"llm_request"')) request = performance.now() - startTime;
  });
  await new Promise((resolve) => child.on('close', resolve));
  return { event, request: arrived === undefined ? request : (await arrived) - startTime };
}

/** Returns the files of the build that are loaded with this one. */
function loadedFiles(file: string, known = new Set<string>()): ReadonlySet<string> {
  if (known.has(file)) return known;
  known.add(file);
  const text = readFileSync(file, 'utf8');
  for (const [, path] of text.matchAll(/(?:^|[;}\n])\s*import(?:[\w$*{}\s,]+?from)?\s*"(\.[^"]+)"/g))
    if (path !== undefined) loadedFiles(join(file, '..', path), known);
  return known;
}

let reportArrival: (at: number) => void = () => undefined;
const server = createServer((request, response) => {
  reportArrival(performance.now());
  request.resume().on('end', () => response.writeHead(400).end('{}'));
});
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
const arrival = (): Promise<number> =>
  new Promise((resolve) => {
    reportArrival = resolve;
  });

const times = new Map<string, Times[]>();
for (let round = -1; round < ROUNDS; round++) {
  for (const provider of ['simulated', ...PROVIDERS]) {
    const one = provider === 'simulated' ? await run('simulated/weak') : await run(`${provider}/m`, url, arrival);
    // The first round fills node's cache of compiled code.
    if (round >= 0) times.set(provider, [...(times.get(provider) ?? []), one]);
  }
}
server.close();
rmSync(folder, { recursive: true, force: true });

const simulated = times.get('simulated') ?? [];
/** The best of all rounds, which other work on the machine disturbs least. */
const best = (all: readonly Times[], of: keyof Times): number => Math.min(...all.map((one) => one[of]));
console.log(
  `first event, simulated: median ${median(simulated.map(({ event }) => event)).toFixed(0)} ms, best ${best(simulated, 'event').toFixed(0)} (aim 300)`,
);
for (const provider of PROVIDERS) {
  const all = times.get(provider) ?? [];
  const added = all.map(({ request }, round) => request - (simulated[round]?.request ?? Number.NaN));
  console.log(
    `${provider}: first event ${median(all.map(({ event }) => event)).toFixed(0)} ms; first call adds ${median(added).toFixed(0)} ms, difference of the best ${(best(all, 'request') - best(simulated, 'request')).toFixed(0)} (aim 150)`,
  );
}
const command = readdirSync(join(DIST, 'cli')).find((name) => /^run-\w+\.mjs$/.test(name)) ?? '';
for (const entry of ['cli.mjs', `cli/${command}`, 'cli/runtime.mjs']) {
  const files = [...loadedFiles(join(CLI, '..', entry))];
  const foreign = files.filter((file) =>
    /createAnthropic|createGoogle|createOpenAI|input_mtok/.test(readFileSync(file, 'utf8')),
  );
  console.log(`${entry}: ${files.length} files at the start, of them with a provider or prices: ${foreign.length}`);
}
