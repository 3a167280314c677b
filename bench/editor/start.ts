/** Time from the start of the process to the answer to `initialize`, compared with an empty server. */
import { join } from 'node:path';
import { build } from 'esbuild';
import { Editor } from '../../test/integration/language-server-client.ts';
import { median } from '../figures/statistics.ts';

const EMPTY = `
  import { createConnection } from 'vscode-languageserver/node';
  const connection = createConnection();
  connection.onInitialize(() => ({ capabilities: {} }));
  connection.listen();
`;

/** Measures both alternately, `runs` times each after a warm-up. */
export async function start(bundle: string, scratch: string, runs: number): Promise<void> {
  const empty = join(scratch, 'empty.cjs');
  await build({
    stdin: { contents: EMPTY, resolveDir: import.meta.dirname },
    bundle: true,
    platform: 'node',
    format: 'cjs',
    minify: true,
    outfile: empty,
  });
  const own: number[] = [];
  const peer: number[] = [];
  for (let run = -1; run < runs; run++) {
    const [ours, theirs] = [await initialize(bundle), await initialize(empty)];
    if (run < 0) continue;
    own.push(ours);
    peer.push(theirs);
  }
  const ratios = own.map((one, index) => one / (peer[index] ?? 1));
  console.log(
    `start to initialize: ${median(own).toFixed(0)} ms, an empty server ${median(peer).toFixed(0)} ms; ${median(ratios).toFixed(2)} of it, median of ${runs} pairs (target 1.3)`,
  );
}

async function initialize(bundle: string): Promise<number> {
  const begin = performance.now();
  const editor = await Editor.start({ folders: [], bundle });
  const ms = performance.now() - begin;
  await editor.quit();
  return ms;
}
