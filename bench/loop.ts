/**
 * Cost of an agent loop's step with an instant model: `npm run bench:loop`. Ours writes its journal to disk and has
 * its guards on; the others store nothing. Every measurement is a separate process; the loops alternate, and medians
 * of several rounds are printed, with processor time, which other work on the machine affects less. Then ours alone up
 * to 10,000 steps, with its peak resident memory.
 */
import './own-folders.ts';
import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { median } from './figures/statistics.ts';
import { installLoops } from './peers/install.ts';

const ROOT = join(import.meta.dirname, '..');
const HERE = join(import.meta.dirname, 'loop');
const ROUNDS = 3;
/** Measurements that take longer are not repeated. */
const LONG_MS = 10_000;

interface Measured {
  readonly ms: number;
  /** Processor milliseconds; more than `ms` if several processors are busy. */
  readonly cpu: number;
  /** Bytes. */
  readonly rss: number;
}

function measure(adapter: string, steps: number, modules: string): Measured {
  const args = [join(HERE, 'measure.mjs'), adapter, String(steps), modules];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${adapter}, ${steps} steps:\n${stderr}`);
  return JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as Measured;
}

const medianOf = (measurements: readonly Measured[]): Measured => ({
  ms: median(measurements.map(({ ms }) => ms)),
  cpu: median(measurements.map(({ cpu }) => cpu)),
  rss: median(measurements.map(({ rss }) => rss)),
});
const mb = (bytes: number): string => `${Math.round(bytes / 1e6)} MB`;

/** Bundles our loop as it is shipped: in minified chunks, so that unused parts are not loaded. */
async function bundleOurs(): Promise<string> {
  const outdir = join(ROOT, '.cache/bench/loop');
  rmSync(outdir, { recursive: true, force: true });
  const banner = { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" };
  await build({
    entryPoints: { ours: join(HERE, 'ours.ts') },
    outdir,
    outExtension: { '.js': '.mjs' },
    banner,
    bundle: true,
    splitting: true,
    minify: true,
    platform: 'node',
    format: 'esm',
    target: 'node22',
    logLevel: 'error',
  });
  return join(outdir, 'ours.mjs');
}

function comparePeers(steps: number, ours: string, modules: string): void {
  const loops: [string, string][] = [
    ['ours', ours],
    ['no loop, four lines written', join(HERE, 'bare.mjs')],
    ['ai 7, streamText', join(HERE, 'ai-stream.mjs')],
    ['ai 7, generateText', join(HERE, 'ai.mjs')],
    ['@google/adk 2.0.0', join(HERE, 'adk.mjs')],
    ['@openai/agents 0.20.0', join(HERE, 'openai-agents.mjs')],
  ];
  const all = new Map<string, Measured[]>(loops.map(([name]) => [name, []]));
  for (let round = 0; round < ROUNDS; round++)
    for (const [name, adapter] of loops) {
      const measurements = all.get(name) ?? [];
      if (measurements.some(({ ms }) => ms > LONG_MS)) continue;
      measurements.push(measure(adapter, steps, modules));
    }
  const own = medianOf(all.get('ours') ?? []);
  console.log(
    `\n| ${steps} steps | ms a step | of the processors | to ours | to ours, processors | memory |\n|---|---|---|---|---|---|`,
  );
  for (const [name, measurements] of all) {
    const { ms, cpu, rss } = medianOf(measurements);
    const cells = [
      (ms / steps).toFixed(3),
      (cpu / steps).toFixed(3),
      (ms / own.ms).toFixed(1),
      (cpu / own.cpu).toFixed(1),
    ];
    console.log(`| ${name} | ${cells.join(' | ')} | ${mb(rss)} |`);
  }
}

const modules = installLoops(join(ROOT, '.cache'));
const ours = await bundleOurs();
if (modules !== undefined) for (const steps of [200, 2000]) comparePeers(steps, ours, modules);
console.log('\n| ours alone | ms a step | of the processors | memory |\n|---|---|---|---|');
for (const steps of [500, 1000, 2000, 5000, 10_000]) {
  const { ms, cpu, rss } = medianOf(Array.from({ length: ROUNDS }, () => measure(ours, steps, '')));
  console.log(`| ${steps} steps | ${(ms / steps).toFixed(3)} | ${(cpu / steps).toFixed(3)} | ${mb(rss)} |`);
}
