/**
 * Measures the delay until a call of a model, and its result, are in a file below the home of an installed client:
 * `npm run bench:transcript-lag -- --bin ID=PATH …`. A scripted model reads six files, one a step, and thinks for three seconds
 * between, so that a client that writes only when the next answer comes is seen. Prints the file that had them first, and the delays.
 */
import './own-folders.ts';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  type Stats,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { clientsOf, type RealClient, runRealClient } from './clients/real-clients.ts';
import { startScriptedServer } from './clients/scripted-server.ts';
import { percentile } from './figures/statistics.ts';
import { hookTools } from './hooks/tools.ts';

const STEPS = 6;
/** Milliseconds in which the model thinks, and between two looks at the disk. */
const THINKS = 3000;
const LOOKS = 20;

interface Seen {
  readonly at: number;
  readonly file: string;
}

/** Looks for words in files that grow or change below a folder. */
class Watcher {
  readonly seen = new Map<string, Seen>();
  readonly #sizes = new Map<string, string>();
  readonly #root: string;
  readonly #words: readonly string[];

  constructor(root: string, words: readonly string[]) {
    this.#root = root;
    this.#words = words;
  }

  look(): void {
    for (const path of readdirSync(this.#root, { recursive: true, encoding: 'utf8' }))
      this.#lookAt(join(this.#root, path));
  }

  #lookAt(path: string): void {
    let stats: Stats | undefined;
    try {
      stats = statSync(path, { throwIfNoEntry: false });
      if (stats?.isFile() !== true) return;
      const stamp = `${stats.size} ${stats.mtimeMs}`;
      if (this.#sizes.get(path) === stamp) return;
      this.#sizes.set(path, stamp);
      const text = readFileSync(path, 'latin1');
      const at = Date.now();
      for (const word of this.#words)
        if (!this.seen.has(word) && text.includes(word)) this.seen.set(word, { at, file: relative(this.#root, path) });
    } catch {
      // The client removes and replaces files while they are looked at.
    }
  }
}

const { values } = parseArgs({ options: { bin: { type: 'string', multiple: true, default: [] } } });
for (const { client, bin } of clientsOf(values.bin)) await measure(client, bin);

async function measure(client: RealClient, bin: string): Promise<void> {
  const root = mkdtempSync(join(realpathSync(tmpdir()), 'skillwright-lag-'));
  const fixture = { root, home: join(root, 'home'), workspace: join(root, 'workspace'), skills: [] };
  mkdirSync(join(fixture.workspace, '.git/objects'), { recursive: true });
  mkdirSync(join(fixture.workspace, '.git/refs'), { recursive: true });
  mkdirSync(fixture.home, { recursive: true });
  writeFileSync(join(fixture.workspace, '.git/HEAD'), 'ref: refs/heads/main\n');
  const steps = Array.from({ length: STEPS }, (_, step) => step);
  const nameOf = (step: number) => `page-number-${step}.md`;
  const resultOf = (step: number) => `the-words-of-${step}`;
  const tools = hookTools(client.id);
  /** When the model had a request, from which the client knows the results of earlier calls; and when it answered it. */
  const asked: number[] = [];
  const server = await startScriptedServer(
    (step) => {
      asked[step] ??= Date.now();
      // No earlier: a client may tell its model which files there are.
      writeFileSync(join(fixture.workspace, nameOf(step)), `${resultOf(step)}\n`);
      return step < STEPS ? [tools.read(join(fixture.workspace, nameOf(step)))] : [];
    },
    'Done.',
    THINKS,
  );
  const watcher = new Watcher(
    fixture.home,
    steps.flatMap((step) => [nameOf(step), resultOf(step)]),
  );
  const timer = setInterval(() => watcher.look(), LOOKS);
  const { code } = await runRealClient(client, bin, fixture, server.url);
  clearInterval(timer);
  watcher.look();
  server.close();
  const delays = (wordOf: (step: number) => string, since: (step: number) => number | undefined) =>
    steps.flatMap((step) => {
      const seen = watcher.seen.get(wordOf(step));
      const from = since(step);
      return seen === undefined || from === undefined ? [] : [seen.at - from];
    });
  const calls = delays(nameOf, (step) => (asked[step] === undefined ? undefined : asked[step] + THINKS));
  const results = delays(resultOf, (step) => asked[step + 1]);
  const show = (all: readonly number[]) =>
    all.length === 0
      ? 'never'
      : `p50 ${percentile(all, 0.5)} ms, at most ${Math.max(...all)} ms (${all.length} of ${STEPS})`;
  console.log(`${client.id}: exit ${code}; call ${show(calls)}; result, after the next request, ${show(results)}`);
  for (const file of new Set([...watcher.seen.values()].map((one) => one.file))) console.log(`  ${file}`);
  rmSync(root, { recursive: true, force: true });
}
