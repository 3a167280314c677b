/**
 * Speed of `check` compared with skill-check, in one run on one machine, as ratios. Medians of several alternating
 * runs. `editor.ts` measures the language server.
 *
 *   npm run bench:check-speed [-- --runs N]
 */
import './own-folders.ts';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { layOutCorpus } from './corpus/quality-corpus.ts';
import { median } from './figures/statistics.ts';
import { printJudgeSpeed } from './judge-speed.ts';
import { ours, skillCheck } from './peers/checkers.ts';
import { installPeers } from './peers/install.ts';

const { values } = parseArgs({ options: { runs: { type: 'string', default: '5' } } });
const runs = Number(values.runs);
const root = join(import.meta.dirname, '..');
const scratch = mkdtempSync(join(tmpdir(), 'skillwright-speed-'));
/** Prints the peak memory of a process, in kB, on standard error. */
const PRELOAD =
  'data:text/javascript,process.on("exit",()=>process.stderr.write("\\nmaxrss "+process.resourceUsage().maxRSS+"\\n"))';

interface Sample {
  readonly ms: number;
  readonly megabytes: number;
}

function once(args: readonly string[], env: Readonly<Record<string, string>> = {}): Sample {
  const begin = performance.now();
  const { stderr, status } = spawnSync(process.execPath, ['--import', PRELOAD, ...args], {
    env: { ...process.env, ...env },
    encoding: 'utf8',
    maxBuffer: 1e9,
  });
  const ms = performance.now() - begin;
  if (status === null) throw new Error(`it did not end: ${args.join(' ')}`);
  const kilobytes = [...stderr.matchAll(/^maxrss (\d+)$/gm)].map((match) => Number(match[1]));
  return { ms, megabytes: Math.max(...kilobytes) / 1024 };
}

function row(what: string, ms: readonly number[], peer: readonly number[], target: string, more = ''): void {
  const ratio = median(ms.map((one, index) => one / (peer[index] ?? 1)));
  console.log(
    `${what.padEnd(34)}${median(ms).toFixed(0).padStart(7)} ms  ${ratio.toFixed(2).padStart(6)} of the peer (${target})${more}`,
  );
}

/** Measures `check` on the entire corpus, as a process, compared with skill-check on the same tree. */
function check(corpus: string, peers: string): void {
  const cache = join(scratch, 'cache');
  const env = { XDG_CACHE_HOME: cache };
  const own = ours(root, corpus).runs[0] ?? [];
  const peer = skillCheck(peers, corpus).runs[0] ?? [];
  const first: Sample[] = [];
  const second: Sample[] = [];
  const other: Sample[] = [];
  for (let run = -1; run < runs; run++) {
    // A first run has the compiled code of an earlier one over other folders, and nothing else.
    for (const cacheName of ['check', 'printed'])
      rmSync(join(cache, 'skillwright', cacheName), { recursive: true, force: true });
    const samples = [once(own, env), once(own, env), once(peer)];
    // The first round warms up the disk and the compiled code.
    if (run < 0) continue;
    for (const [index, list] of [first, second, other].entries()) list.push(samples[index] ?? { ms: 0, megabytes: 0 });
  }
  const times = (samples: readonly Sample[]) => samples.map(({ ms }) => ms);
  const memory = (samples: readonly Sample[]) =>
    `, ${Math.max(...samples.map(({ megabytes }) => megabytes)).toFixed(0)} MB`;
  row('check, first run', times(first), times(other), 'target 1', memory(first));
  row('check, nothing changed', times(second), times(other), 'target 0.3', memory(second));
  row('skill-check 1.2.0', times(other), times(other), 'peer', memory(other));
}

const corpus = layOutCorpus();
if (corpus === undefined) console.log('Needs the corpus of real skills (../shared/corpus), which was not found.');
else {
  printJudgeSpeed(corpus.folder, corpus.repositories);
  const peers = installPeers(join(root, '.cache'));
  if (peers !== undefined) check(corpus.folder, peers);
}
rmSync(scratch, { recursive: true, force: true });
