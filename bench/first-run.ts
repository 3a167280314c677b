/**
 * The wait of a new user in the real VS Code (code-server's workbench and extension host, a headless Chromium), each
 * time in a new profile and window: from the start of the first run to the first row of its timeline, compared with an
 * empty webview of another extension in an equally new window; and the first findings among 80 real skills, compared
 * with the server over stdio and with an empty language client and server. Alternating, so that other work on the
 * machine affects both.
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
import { layOutWorkspace } from './editor/workspaces.ts';
import { median } from './figures/statistics.ts';
import { EMPTY, inFreshWindow, type Seen } from './first-run/window.ts';

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
const extension = copied(values.extension, 'extension');
const other = values.compare === undefined ? undefined : copied(values.compare, 'other');
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
const keep = (what: string, value: number): number => {
  figures[what]?.push(value);
  return Math.round(value);
};
try {
  for (let round = 1; round <= Number(values.rounds); round++) {
    if (values.only !== 'findings') {
      const empty = since(
        await inFreshWindow({ parameters: { open: 'empty', after }, workspace: examples(), until: () => true }),
      );
      const parameters = { open: 'run', after } as const;
      const run = await inFreshWindow({
        parameters,
        extension,
        workspace: examples(),
        until: ({ ended }) => ended !== undefined,
      });
      const { noted, page } = run;
      const from = noted.requested ?? 0;
      console.log(
        `round ${round}, load ${(loadavg()[0] ?? 0).toFixed(0)}: an empty webview ${keep('empty', empty)} ms; first row ${keep('row', since(run))} ms (${keep('more', since(run) - empty)} more): VS Code's frame ${(page?.began ?? 0) - from}, page written ${(page?.written ?? 0) - from}, run started ${(noted.started ?? 0) - from}, run over ${(noted.ended ?? 0) - from}`,
      );
    }
    const stdio = await overStdio(join(extension, 'dist/server.cjs'));
    console.log(`round ${round}: over stdio ${keep('stdio', stdio)} ms`);
    // Each goes first in turn: the round's first window finds the machine warmer or colder than its last one.
    const arms = [
      ['found', extension],
      ...(other === undefined ? [] : [['other', other] as const]),
      ['empty_client', EMPTY],
    ] as const;
    for (const [what, arm] of arms.map((_, index) => arms[(index + round) % arms.length] ?? arms[0]))
      await firstFinding(what, arm, stdio);
  }
} finally {
  rmSync(scratch, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
}
for (const [what, numbers] of Object.entries(figures)) console.log(`${what}: median ${median(numbers).toFixed(0)} ms`);
process.exit(0);

/** Opens a window with `arm` and prints the time of its first finding; `stdio` is the time of the server alone. */
async function firstFinding(what: string, arm: string | typeof EMPTY, stdio: number): Promise<void> {
  const { noted } = await inFreshWindow({
    parameters: { open: 'nothing', after: 0 },
    extension: arm,
    workspace: many,
    until: ({ diagnostics, answered }) => diagnostics !== undefined && answered !== undefined,
  });
  const took = (noted.diagnostics ?? 0) - noted.loaded;
  const more =
    arm === EMPTY ? '' : ` (${keep(`${what === 'found' ? '' : `${what}_`}more_than_stdio`, took - stdio)} more)`;
  console.log(
    `  ${what}, load ${(loadavg()[0] ?? 0).toFixed(0)}: first finding ${keep(what, took)} ms after the first extension of the window was loaded${more}; it was activated after ${(noted.probe ?? 0) - noted.loaded} ms, an empty process answers ${keep('empty_process', (noted.answered ?? 0) - (noted.probe ?? 0))} ms after that`,
  );
}

/** Makes a copy, so that builds can run meanwhile. */
function copied(from: string, name: string): string {
  for (const part of ['dist', 'package.json', 'syntaxes', 'media', 'runtime/agents', 'docs'])
    cpSync(join(from, part), join(scratch, name, part), { recursive: true });
  return join(scratch, name);
}

function examples(): string {
  return join(root, 'examples');
}

function since({ noted, page }: Seen): number {
  return (page?.seen ?? Number.NaN) - (noted.requested ?? Number.NaN);
}

/** Returns skills of the corpus, evenly distributed, or generated ones without a corpus. */
function eightySkills(folder: string): string {
  const corpus = layOutCorpus();
  if (corpus === undefined) return layOutWorkspace(folder, join(root, 'examples/skills/release-writer'), SKILLS).folder;
  const all = readdirSync(corpus.folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('/SKILL.md'))
    .sort();
  for (let skill = 0; skill < SKILLS; skill++) {
    const from = dirname(all[Math.floor((skill * all.length) / SKILLS)] ?? '');
    cpSync(join(corpus.folder, from), join(folder, 'skills', `skill-${skill}`), { recursive: true });
  }
  return folder;
}

/** Returns the milliseconds from the start of the server process to its first report with a finding. */
async function overStdio(bundle: string): Promise<number> {
  process.env.XDG_CACHE_HOME = mkdtempSync(join(scratch, 'cache-'));
  const begin = performance.now();
  const editor = await Editor.start({ folders: [many], bundle });
  const first = new Promise<number>((resolve) => {
    editor.connection.onUnhandledProgress(() => resolve(performance.now() - begin));
  });
  void editor.request('workspace/diagnostic', { previousResultIds: [], partialResultToken: 'bench' }).catch(() => {});
  const took = await first;
  await editor.quit();
  return took;
}
