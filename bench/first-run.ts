/**
 * Measures the wait of a new user in the real VS Code (code-server's workbench and extension host, a headless Chromium),
 * each time in a new profile and window: the time from the start of the first run to the first row of its timeline,
 * compared with an empty webview of another extension; and the time to the first findings among 80 real skills,
 * compared with the server over stdio and with an empty language client and server. The measurements alternate, so that
 * other work on the machine affects all of them.
 *
 *   npm run bench:first-run [-- --rounds 5 --after 10000 --extension FOLDER --compare FOLDER --only findings]
 *
 * `--compare`: a folder with another build to compare the first finding with. `--after`: milliseconds from the start of
 * the extensions to the run; 0 starts it while the window is still loading.
 */
import './own-folders.ts';
import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { root } from '../scripts/lib/paths.mjs';
import { Editor } from '../test/integration/language-server-client.ts';
import { layOutCorpus } from './corpus/quality-corpus.ts';
import { createWorkspace } from './editor/workspaces.ts';
import { median } from './figures/statistics.ts';
import { EMPTY, inFreshWindow, type WindowTimes } from './first-run/window.ts';

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    after: { type: 'string', default: '10000' },
    extension: { type: 'string', default: root },
    compare: { type: 'string' },
    only: { type: 'string' },
  },
});
const SKILLS = 80;
const after = Number(values.after);
const scratch = mkdtempSync(join(tmpdir(), 'sw-first-run-'));
const extension = copyExtension(values.extension, 'extension');
const other = values.compare === undefined ? undefined : copyExtension(values.compare, 'other');
const many = eightySkills(join(scratch, 'many'));
const figures = {
  empty: [],
  row: [],
  more: [],
  found: [],
  active: [],
  stdio: [],
  more_than_stdio: [],
  other: [],
  other_more_than_stdio: [],
  empty_client: [],
  empty_process: [],
} as Record<string, number[]>;
const record = (key: string, value: number): number => {
  figures[key]?.push(value);
  return Math.round(value);
};
try {
  for (let round = 1; round <= Number(values.rounds); round++) {
    if (values.only !== 'findings') {
      const empty = firstVisible(
        await inFreshWindow({ parameters: { open: 'empty', after }, workspace: examples(), until: () => true }),
      );
      const parameters = { open: 'run', after } as const;
      const run = await inFreshWindow({
        parameters,
        extension,
        workspace: examples(),
        until: ({ ended }) => ended !== undefined,
      });
      const { probe, page } = run;
      const from = probe.requested ?? 0;
      console.log(
        `round ${round}, load ${(loadavg()[0] ?? 0).toFixed(0)}: an empty webview ${record('empty', empty)} ms; first row ${record('row', firstVisible(run))} ms (${record('more', firstVisible(run) - empty)} more): VS Code's frame ${(page?.started ?? 0) - from}, page written ${(page?.written ?? 0) - from}, run started ${(probe.started ?? 0) - from}, run ended ${(probe.ended ?? 0) - from}`,
      );
    }
    const stdio = await overStdio(join(extension, 'dist/server.cjs'));
    console.log(`round ${round}: over stdio ${record('stdio', stdio)} ms`);
    // The order rotates, because caches are in a different state for the first window of a round than for the last.
    const builds = [
      ['found', extension],
      ...(other === undefined ? [] : [['other', other] as const]),
      ['empty_client', EMPTY],
    ] as const;
    for (const [name, build] of builds.map((_, index) => builds[(index + round) % builds.length] ?? builds[0]))
      await firstFinding(name, build, stdio);
  }
} finally {
  rmSync(scratch, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
}
for (const [name, numbers] of Object.entries(figures)) console.log(`${name}: median ${median(numbers).toFixed(0)} ms`);
process.exit(0);

/** Opens a window with `build` and prints the time of its first finding; `stdio` is the time of the server alone. */
async function firstFinding(name: string, build: string | typeof EMPTY, stdio: number): Promise<void> {
  const { probe } = await inFreshWindow({
    parameters: { open: 'nothing', after: 0 },
    extension: build,
    workspace: many,
    until: ({ diagnostics, answered }) => diagnostics !== undefined && answered !== undefined,
  });
  const duration = (probe.diagnostics ?? 0) - probe.loaded;
  const more =
    build === EMPTY
      ? ''
      : ` (${record(`${name === 'found' ? '' : `${name}_`}more_than_stdio`, duration - stdio)} more)`;
  console.log(
    `  ${name}, load ${(loadavg()[0] ?? 0).toFixed(0)}: first finding ${record(name, duration)} ms after the first extension of the window was loaded${more}; it was activated after ${(probe.probe ?? 0) - probe.loaded} ms, an empty process answers ${record('empty_process', (probe.answered ?? 0) - (probe.probe ?? 0))} ms after that`,
  );
}

/** Copies an extension, so that builds can run during the benchmark. */
function copyExtension(from: string, name: string): string {
  for (const part of ['dist', 'package.json', 'syntaxes', 'media', 'runtime/agents', 'docs'])
    cpSync(join(from, part), join(scratch, name, part), { recursive: true });
  return join(scratch, name);
}

function examples(): string {
  return join(root, 'examples');
}

function firstVisible({ probe, page }: WindowTimes): number {
  return (page?.visible ?? Number.NaN) - (probe.requested ?? Number.NaN);
}

/** Returns skills of the corpus, evenly distributed, or generated ones without a corpus. */
function eightySkills(folder: string): string {
  const corpus = layOutCorpus();
  if (corpus === undefined) return createWorkspace(folder, join(root, 'examples/skills/release-writer'), SKILLS).folder;
  const all = readdirSync(corpus.folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('/SKILL.md'))
    .sort();
  for (let skill = 0; skill < SKILLS; skill++) {
    const from = dirname(all[Math.floor((skill * all.length) / SKILLS)] ?? '');
    cpSync(join(corpus.folder, from), join(folder, 'skills', `skill-${skill}`), { recursive: true });
  }
  return folder;
}

/** Returns the milliseconds from the start of the server process to its first finding. */
async function overStdio(bundle: string): Promise<number> {
  process.env.XDG_CACHE_HOME = mkdtempSync(join(scratch, 'cache-'));
  const start = performance.now();
  const editor = await Editor.start({ folders: [many], bundle });
  const first = new Promise<number>((resolve) => {
    editor.connection.onUnhandledProgress(() => resolve(performance.now() - start));
  });
  void editor.request('workspace/diagnostic', { previousResultIds: [], partialResultToken: 'bench' }).catch(() => {});
  const took = await first;
  await editor.quit();
  return took;
}
