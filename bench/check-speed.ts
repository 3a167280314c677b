/**
 * How fast `check` and the language server are beside their peers, in one run on one machine: ratios, since a ratio
 * outlives the machine. Medians of several runs, taken in turn.
 *
 *   npm run bench:check-speed [-- --runs N]
 */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { build } from 'esbuild';
import { Editor, serverBundle } from '../test/integration/language-server-client.ts';
import { ours, skillCheck } from './peers/checkers.ts';
import { installPeers } from './peers/install.ts';
import { layOutCorpus } from './quality-corpus.ts';

const { values } = parseArgs({ options: { runs: { type: 'string', default: '5' } } });
const runs = Number(values.runs);
const root = join(import.meta.dirname, '..');
const scratch = mkdtempSync(join(tmpdir(), 'skillwright-speed-'));
/** Says how much memory a process took at most, in kB, on its standard error. */
const PRELOAD =
  'data:text/javascript,process.on("exit",()=>process.stderr.write("\\nmaxrss "+process.resourceUsage().maxRSS+"\\n"))';

interface Sample {
  readonly ms: number;
  readonly megabytes: number;
}

const median = (numbers: readonly number[]): number =>
  [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;
const percentile = (numbers: readonly number[], part: number): number =>
  [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length * part)] ?? 0;

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

/** `check` over all of the corpus, whole process, beside skill-check on the same tree. */
function check(corpus: string, peers: string): void {
  const cache = join(scratch, 'cache');
  const env = { XDG_CACHE_HOME: cache };
  const own = ours(root, corpus).runs[0] ?? [];
  const peer = skillCheck(peers, corpus).runs[0] ?? [];
  const first: Sample[] = [];
  const second: Sample[] = [];
  const other: Sample[] = [];
  for (let run = -1; run < runs; run++) {
    rmSync(join(cache, 'skillwright', 'check'), { recursive: true, force: true });
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

/** From the start of the process to the answer to `initialize`, beside a server that does nothing. */
async function start(): Promise<void> {
  const empty = join(scratch, 'empty.cjs');
  await build({
    stdin: {
      contents:
        "import { createConnection } from 'vscode-languageserver/node';const c = createConnection();c.onInitialize(() => ({ capabilities: {} }));c.listen();",
      resolveDir: root,
    },
    bundle: true,
    platform: 'node',
    format: 'cjs',
    minify: true,
    outfile: empty,
  });
  const own: number[] = [];
  const peer: number[] = [];
  for (let run = -1; run < runs * 3; run++) {
    const samples = [await initialize(serverBundle), await initialize(empty)];
    if (run < 0) continue;
    own.push(samples[0] ?? 0);
    peer.push(samples[1] ?? 0);
  }
  row('server, start to initialize', own, peer, 'target 1.3');
  row('empty vscode-languageserver', peer, peer, 'peer');
}

async function initialize(bundle: string): Promise<number> {
  const begin = performance.now();
  const editor = await Editor.start({ folders: [], bundle });
  const ms = performance.now() - begin;
  await editor.quit();
  return ms;
}

/** From a keystroke to its diagnostics, in the longest SKILL.md of the corpus, among `count` skills. */
async function keystroke(corpus: string, count: number): Promise<void> {
  const manifests = readdirSync(corpus, { recursive: true, encoding: 'utf8' }).filter((path) =>
    /SKILL\.md$/.test(path),
  );
  const texts = manifests.map((path) => ({ path, text: readFileSync(join(corpus, path), 'utf8') }));
  const longest = texts.sort((a, b) => b.text.length - a.text.length)[0];
  if (longest === undefined) return;
  const folder = join(scratch, `workspace-${count}`);
  const skill = join(folder, 'longest');
  cpSync(join(corpus, longest.path, '..'), skill, { recursive: true });
  for (let index = 1; index < count; index++) {
    const other = join(folder, 'many', `skill-${index}`);
    mkdirSync(join(other, 'references'), { recursive: true });
    const head = `---\nname: skill-${index}\ndescription: Does ${index}. Use it for ${index}.\n---\n`;
    writeFileSync(join(other, 'SKILL.md'), `${head}\nRead \`references/guide.md\`.\n`);
    writeFileSync(join(other, 'references/guide.md'), '# Guide\n');
  }
  const editor = await Editor.start({ folders: [folder] });
  const path = join(skill, 'SKILL.md');
  await editor.open(path, `${longest.text}\nWord `);
  await editor.pull(path);
  const times: number[] = [];
  for (let key = 0; key < 200; key++) {
    const begin = performance.now();
    await editor.type(path, '\nWord ', `\nWord ${'see `references/x.md` '[key % 22] ?? ' '}`);
    await editor.pull(path);
    times.push(performance.now() - begin);
  }
  await editor.quit();
  const size = `${(longest.text.length / 1000).toFixed(0)} kB`;
  console.log(
    `keystroke, ${size}, ${String(count).padStart(6)} skills  median ${median(times).toFixed(1)} ms, p95 ${percentile(times, 0.95).toFixed(1)} ms with the pipe (target 15)`,
  );
}

const corpus = layOutCorpus();
if (corpus === undefined) console.log('Needs the collection of real skills (../shared/corpus), which is not here.');
else {
  const peers = installPeers(join(root, '.cache'));
  if (peers !== undefined) check(corpus.folder, peers);
  await start();
  await keystroke(corpus.folder, 1);
  await keystroke(corpus.folder, 10_000);
}
rmSync(scratch, { recursive: true, force: true });
