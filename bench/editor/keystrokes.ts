/** Time from a keystroke to its diagnostics. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CancellationTokenSource } from 'vscode-jsonrpc/node';
import type { DocumentDiagnosticReport } from 'vscode-languageserver-protocol';
import { type Editor, uriOf } from '../../test/integration/language-server-client.ts';
import { median, percentile } from '../figures/statistics.ts';
import { startProbed } from './probed.ts';
import type { BenchWorkspace } from './workspaces.ts';

/** Typed repeatedly: prose, a path, a heading, a code fence that swallows the rest, and its end. */
const TYPED = ' see `references/x.md` and the user guide.\n\n## More\n\n```bash\npython scripts/y.py\n```\n\n';

/**
 * Types `keys` characters at each of three positions, each after the answer to the previous one. The workspace
 * diagnostics request stays open meanwhile, as in VS Code.
 */
export async function keystrokes(
  bundle: string,
  scratch: string,
  workspace: BenchWorkspace,
  keys: number,
): Promise<void> {
  const { manifest: path, skills } = workspace;
  const { editor, end } = await startProbed(bundle, join(scratch, 'probed.json'), workspace.folder);
  const original = readFileSync(path, 'utf8');
  await editor.open(path, original);
  let id = resultId(await editor.pull(path));
  const held = editor
    .request('workspace/diagnostic', { previousResultIds: [], partialResultToken: 'bench' })
    .catch(() => {});
  await untilSettled(editor);
  const withPipe: number[] = [];
  for (const part of [0.1, 0.5, 1]) {
    let at = original.lastIndexOf('\n', original.length * part) + 1;
    for (let key = 0; key < keys; key++) {
      const character = TYPED[key % TYPED.length] ?? ' ';
      const change = editor.change(path, at, at++, character);
      const begin = performance.now();
      void editor.notify('textDocument/didChange', change);
      id = resultId(await editor.pull(path, id)) ?? id;
      withPipe.push(performance.now() - begin);
      // Work for other documents between two keys is part of normal use.
      await new Promise((resolve) => setTimeout(resolve, key % 10 === 0 ? 320 : 5));
    }
  }
  const rest = await burst();
  const { ms, cpu, megabytes } = await end();
  await held;
  const size = `${(original.length / 1000).toFixed(0)} kB`;
  const say = (what: string, times: readonly number[]): string =>
    `${what} median ${median(times).toFixed(1)}, p95 ${percentile(times, 0.95).toFixed(1)}, max ${Math.max(...times).toFixed(1)} ms`;
  console.log(
    `keystroke in ${size} among ${skills} skills, ${withPipe.length} keys: ${say('in the server', ms.slice(0, withPipe.length))} (target p95 15); ${say('of that on a processor', cpu.slice(0, withPipe.length))}; ${say('with the pipe', withPipe)}`,
  );
  console.log(
    `  40 keys in a burst: the last answered after ${rest.toFixed(1)} ms; memory at most ${megabytes.toFixed(0)} MB`,
  );

  /**
   * Types faster than the answers, with a request for each key that cancels the previous one, and measures the wait
   * for the last.
   */
  async function burst(): Promise<number> {
    const textDocument = { uri: uriOf(path) };
    let at = original.lastIndexOf('\n', original.length / 2) + 1;
    let cancel = new CancellationTokenSource();
    let begin = 0;
    let last: Promise<unknown> = Promise.resolve();
    for (let key = 0; key < 40; key++) {
      const change = editor.change(path, at, at++, 'x');
      begin = performance.now();
      cancel.cancel();
      cancel = new CancellationTokenSource();
      void editor.notify('textDocument/didChange', change);
      last.catch(() => {});
      last = editor.connection.sendRequest('textDocument/diagnostic', { textDocument }, cancel.token);
    }
    await last;
    return performance.now() - begin;
  }
}

/** Waits until the workspace report is complete: one second without more of it. */
async function untilSettled(editor: Editor): Promise<void> {
  let lastProgress = performance.now();
  editor.connection.onUnhandledProgress(() => {
    lastProgress = performance.now();
  });
  while (performance.now() - lastProgress < 1_000) await new Promise((resolve) => setTimeout(resolve, 100));
}

const resultId = (report: DocumentDiagnosticReport): string | undefined => report.resultId;
