/**
 * Large sessions in a real VS Code: `npm run bench:session-window [-- --size MB] [--format NAME] [--rounds N]`. Writes made-up
 * sessions of this size (100 MB by default), opens each in VS Code, and prints the time from the command to the first rows,
 * painted, and to all rows. The first session of a window waits for what VS Code sets up for webviews, the others do not.
 * Exits with 1 if the first rows of a session are painted later than 2 s, but for the first one of the window.
 */
import './own-folders.ts';
import { mkdtempSync, rmSync, utimesSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { openInWindow } from './session-size/open-in-window.ts';
import { LAYOUTS, type LayoutName, writeSession } from './session-size/write-session.ts';
import { startEditor } from './timeline-vscode/editor.ts';
import { WATCH } from './timeline-vscode/watch.ts';

const MAX_FIRST_MS = 2000;
const FORMATS: readonly LayoutName[] = ['claude-code', 'codex', 'otlp'];

const { values } = parseArgs({
  options: {
    size: { type: 'string', default: '100' },
    format: { type: 'string' },
    rounds: { type: 'string', default: '3' },
    extension: { type: 'string', default: join(import.meta.dirname, '..') },
  },
});
const names = values.format === undefined ? FORMATS : Object.keys(LAYOUTS).filter((name) => name === values.format);
const folder = mkdtempSync(join(tmpdir(), 'skillwright-session-window-'));
const editor = await startEditor(values.extension, WATCH);
let isFirst = true;
let faults = 0;
try {
  for (const name of names as readonly LayoutName[]) {
    const file = join(folder, `${name}.jsonl`);
    writeSession(file, name, Number(values.size) * 1e6);
    for (let round = 1; round <= Number(values.rounds); round++) {
      // Another time is another state of the session: its journal is not used again.
      utimesSync(file, round, round);
      const load = (loadavg()[0] ?? 0).toFixed(1);
      const { first, firstShown, all, rows, host } = await openInWindow(editor, file);
      if (first > MAX_FIRST_MS && !isFirst) faults++;
      const which = isFirst ? ', the first webview of the window' : '';
      console.log(
        `${name}${which}, load ${load}: first rows painted ${ms(first)} (on the screen ${ms(firstShown)}), all ${rows} rows ${ms(all)}; extension host: loop p99 ${ms(host.p99)}, max ${ms(host.maxDelay)}, heap max ${host.maxHeap.toFixed(0)} MB`,
      );
      isFirst = false;
    }
    rmSync(file);
  }
} finally {
  await editor.ask({ do: 'end' }).catch(() => undefined);
  await editor.close();
  rmSync(folder, { recursive: true, force: true });
}
process.exit(faults === 0 ? 0 : 1);

function ms(time: number): string {
  return `${time.toFixed(0)} ms`;
}
