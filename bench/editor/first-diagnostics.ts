/** Time from the start of the server process to the first diagnostics of an open document, and of the workspace. */
import { readFileSync } from 'node:fs';
import { Editor } from '../../test/integration/language-server-client.ts';
import { median } from '../figures/statistics.ts';

/** Milliseconds. */
interface Timings {
  readonly opened: number;
  readonly workspace: number;
}

/** Measures `bundle`, alternating with another build if one is given, so that both see the same machine. */
export async function firstDiagnostics(
  bundle: string,
  otherBundle: string | undefined,
  folder: string,
  path: string,
  pairs: number,
): Promise<void> {
  const own: Timings[] = [];
  const other: Timings[] = [];
  for (let pair = -1; pair < pairs; pair++) {
    const ours = await measure(bundle, folder, path);
    const theirs = otherBundle === undefined ? undefined : await measure(otherBundle, folder, path);
    if (pair < 0) continue;
    own.push(ours);
    if (theirs) other.push(theirs);
  }
  for (const part of ['opened', 'workspace'] as const) {
    const what = part === 'opened' ? 'of an open document' : 'of all skills';
    const ratio = median(own.flatMap((one, index) => (other[index] ? [one[part] / other[index][part]] : [])));
    const comparison =
      other.length > 0
        ? `, the other build ${median(other.map((one) => one[part])).toFixed(0)} ms; ${ratio.toFixed(2)} of it`
        : '';
    console.log(
      `first diagnostics ${what}: ${median(own.map((one) => one[part])).toFixed(0)} ms${comparison}, median of ${pairs} (aim 1.05)`,
    );
  }
}

async function measure(bundle: string, folder: string, path: string): Promise<Timings> {
  const begin = performance.now();
  const editor = await Editor.start({ folders: [folder], bundle });
  await editor.open(path, readFileSync(path, 'utf8'));
  await editor.pull(path);
  const opened = performance.now() - begin;
  await editor.request('workspace/diagnostic', { previousResultIds: [] });
  const workspace = performance.now() - begin;
  await editor.quit();
  return { opened, workspace };
}
