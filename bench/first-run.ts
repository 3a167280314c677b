/**
 * Measures the wait of a new user in the real VS Code (code-server's workbench and extension host, a headless Chromium),
 * each time in a new profile and window: the time from the start of the first run to the first row of its timeline,
 * compared with an empty webview of another extension; and the time to the first findings among 80 real skills,
 * compared with the server over stdio and with an empty language client and server. The measurements alternate, so that
 * other work on the machine affects all of them.
 *
 *   npm run bench:first-run [-- --rounds 5 --after 10000 --extension FOLDER --compare FOLDER --only PART --late]
 *
 * And a user's first minute in one window, compared with a window without the extension, with the empty language client
 * and server, and with `--compare`: see `first-run/minute.ts`.
 *
 * `--only`: `row`, `findings` or `minute`. `--compare`: a folder with another build to compare with. `--late`: opens no
 * file before all problems are known. `--after`: milliseconds from the start of the extensions to the run; 0 starts it
 * while the window is still loading.
 */
import './own-folders.ts';
import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import type { Diagnostic, WorkspaceDiagnosticReport } from 'vscode-languageserver-protocol';
import { root } from '../scripts/lib/paths.mjs';
import { Editor } from '../test/integration/language-server-client.ts';
import { layOutCorpus } from './corpus/quality-corpus.ts';
import { createWorkspace } from './editor/workspaces.ts';
import { median } from './figures/statistics.ts';
import { firstMinute } from './first-run/minute.ts';
import { EMPTY, inFreshWindow, type WindowTimes } from './first-run/window.ts';

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    after: { type: 'string', default: '10000' },
    extension: { type: 'string', default: root },
    compare: { type: 'string' },
    only: { type: 'string' },
    late: { type: 'boolean', default: false },
  },
});
const SKILLS = 80;
const after = Number(values.after);
const scratch = mkdtempSync(join(tmpdir(), 'sw-first-run-'));
const extension = copyExtension(values.extension, 'extension');
const other = values.compare === undefined ? undefined : copyExtension(values.compare, 'other');
const many = eightySkills(join(scratch, 'many'));
const figures: Record<string, number[]> = {};
const wants = (part: string): boolean => values.only === undefined || values.only === part;
let files: readonly [string, string] | undefined;
const record = (key: string, value: number): number => {
  figures[key] ??= [];
  figures[key].push(value);
  return Math.round(value);
};
try {
  for (let round = 1; round <= Number(values.rounds); round++) {
    if (wants('minute')) await compareMinutes(round);
    if (wants('row')) {
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
    if (!wants('findings')) continue;
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
for (const [name, numbers] of Object.entries(figures))
  if (numbers.length > 0)
    console.log(`${name}: median ${median(numbers).toFixed(0)} ms, best ${Math.min(...numbers).toFixed(0)} ms`);
process.exit(0);

/** Opens a window with each build, in an order that rotates, and prints what a user waits for in their first minute. */
async function compareMinutes(round: number): Promise<void> {
  files ??= await filesWithFindings();
  const builds = [
    ['without', undefined],
    ['empty client', EMPTY],
    ['now', extension],
    ...(other === undefined ? [] : [['other', other] as const]),
  ] as const;
  for (const [name, build] of builds.map((_, index) => builds[(index + round) % builds.length] ?? builds[0])) {
    const run = typeof build === 'string';
    const { problems, withdrawn, ...times } = await firstMinute({
      extension: build,
      workspace: many,
      files,
      opensEarly: !values.late,
      run,
    });
    const parts = Object.entries(times).map(([part, time]) => `${part} ${record(`${name}: ${part}`, time)}`);
    const found = build === undefined ? '' : `; ${problems} problems, ${withdrawn} withdrawn`;
    console.log(`round ${round}, load ${(loadavg()[0] ?? 0).toFixed(0)}, ${name}: ${parts.join(', ')} ms${found}`);
  }
}

/** Returns the paths of two SKILL.md of the 80 with an error or a warning in their first lines. */
async function filesWithFindings(): Promise<readonly [string, string]> {
  const editor = await Editor.start({ folders: [many] });
  const { items } = await editor.request<WorkspaceDiagnosticReport>('workspace/diagnostic', { previousResultIds: [] });
  await editor.quit();
  const found = items
    .filter((report) => report.kind === 'full' && report.uri.endsWith('/SKILL.md') && report.items.some(isNearTop))
    .map(({ uri }) => relative(many, fileURLToPath(uri)))
    .sort();
  const [first, second] = [found[0], found.at(-1)];
  if (first === undefined || second === undefined) throw new Error('no SKILL.md with a finding in its first lines');
  return [first, second];
}

function isNearTop({ severity, range }: Diagnostic): boolean {
  return (severity ?? 1) <= 2 && range.start.line < 15;
}

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
