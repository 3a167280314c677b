/**
 * How fast the language server is, in one run on one machine: from its start to the answer to `initialize` beside an
 * empty server, and from a keystroke to its diagnostics in the longest SKILL.md of the corpus, among few and many skills.
 *
 *   npm run bench:editor [-- --runs N]
 */
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { build } from 'esbuild';
import { Editor, serverBundle } from '../test/integration/language-server-client.ts';
import { layOutCorpus } from './quality-corpus.ts';
import { median, percentile } from './statistics.ts';

const { values } = parseArgs({ options: { runs: { type: 'string', default: '20' } } });
const runs = Number(values.runs);
const root = join(import.meta.dirname, '..');
const scratch = mkdtempSync(join(tmpdir(), 'skillwright-editor-'));

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
  for (let run = -1; run < runs; run++) {
    const samples = [await initialize(serverBundle), await initialize(empty)];
    if (run < 0) continue;
    own.push(samples[0] ?? 0);
    peer.push(samples[1] ?? 0);
  }
  const ratio = median(own.map((one, index) => one / (peer[index] ?? 1)));
  console.log(
    `start to initialize  ${median(own).toFixed(0)} ms, an empty server ${median(peer).toFixed(0)} ms: ${ratio.toFixed(2)} of it (target 1.3)`,
  );
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
await start();
if (corpus === undefined)
  console.log('Keystrokes need the collection of real skills (../shared/corpus), which is not here.');
else {
  await keystroke(corpus.folder, 1);
  await keystroke(corpus.folder, 10_000);
}
rmSync(scratch, { recursive: true, force: true });
