/**
 * Speed of `check` compared with checkers that read the same Markdown files, in one run on one machine, as ratios. Medians of
 * several alternating runs. `editor.ts` measures the language server.
 *
 *   npm run bench:check-speed [-- --runs N]
 */
import './own-folders.ts';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { layOutCorpus } from './corpus/quality-corpus.ts';
import { median } from './figures/statistics.ts';
import { printJudgeSpeed } from './judge-speed.ts';
import { ours } from './peers/checkers.ts';
import { installMarkdownCheckers } from './peers/install.ts';

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

function once(args: readonly string[], env: Readonly<Record<string, string>> = {}, cwd = scratch): Sample {
  const begin = performance.now();
  const { stderr, status } = spawnSync(process.execPath, ['--import', PRELOAD, ...args], {
    env: { ...process.env, ...env },
    cwd,
    encoding: 'utf8',
    maxBuffer: 1e9,
  });
  const ms = performance.now() - begin;
  if (status === null) throw new Error(`it did not end: ${args.join(' ')}`);
  const kilobytes = [...stderr.matchAll(/^maxrss (\d+)$/gm)].map((match) => Number(match[1]));
  return { ms, megabytes: Math.max(...kilobytes) / 1024 };
}

/** Returns the arguments of Node for checkers that read every Markdown file below `folder`. */
function markdownCheckers(
  peers: string,
  folder: string,
): readonly (readonly [name: string, args: readonly string[]])[] {
  const remark = join(peers, 'node_modules/remark-cli/cli.js');
  const markdownlint = join(peers, 'node_modules/markdownlint-cli2/markdownlint-cli2-bin.mjs');
  const links = [
    '--ext',
    'md',
    '--no-stdout',
    '--quiet',
    '--no-config',
    '-u',
    'remark-validate-links=repository:false',
  ];
  return [
    ['remark-validate-links 13.1.0', [remark, folder, ...links]],
    ['markdownlint-cli2 0.24.1', [markdownlint, `${folder}/**/*.md`]],
  ];
}

/** Measures `check` on the entire corpus, as a process, compared with the others on the same files. */
function check(corpus: string, peers: string): void {
  const cache = join(scratch, 'cache');
  const env = { XDG_CACHE_HOME: cache };
  const own = ours(root, corpus).runs[0] ?? [];
  const others = markdownCheckers(peers, corpus);
  const names = ['check, first run', 'check, nothing changed', ...others.map(([name]) => name)];
  const samples = names.map((): Sample[] => []);
  for (let run = -1; run < runs; run++) {
    // A first run has the compiled code of an earlier one over other folders, and nothing else.
    for (const cacheName of ['check', 'printed'])
      rmSync(join(cache, 'skillwright', cacheName), { recursive: true, force: true });
    const round = [once(own, env), once(own, env), ...others.map(([, args]) => once(args, {}, peers))];
    // The first round warms up the disk and the compiled code.
    if (run >= 0) for (const [index, sample] of round.entries()) samples[index]?.push(sample);
  }
  const files = readdirSync(corpus, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.md'));
  console.log(`${files.length} Markdown files`);
  for (const [index, name] of names.entries()) {
    const mine = samples[index] ?? [];
    const ratio = median(mine.map(({ ms }, at) => ms / (samples[0]?.[at]?.ms ?? 1)));
    const megabytes = Math.max(...mine.map((one) => one.megabytes)).toFixed(0);
    console.log(
      `${name.padEnd(30)}${median(mine.map(({ ms }) => ms))
        .toFixed(0)
        .padStart(7)} ms ${ratio.toFixed(2).padStart(6)} of a first check, ${megabytes} MB`,
    );
  }
}

const corpus = layOutCorpus();
if (corpus === undefined) console.log('Needs the corpus of real skills (../shared/corpus), which was not found.');
else {
  printJudgeSpeed(corpus.folder, corpus.repositories);
  const peers = installMarkdownCheckers(join(root, '.cache'));
  if (peers !== undefined) check(corpus.folder, peers);
}
rmSync(scratch, { recursive: true, force: true });
