/**
 * A small extension that the benchmark's VS Code starts first: records when our diagnostics appear, and opens what is
 * measured. Configured by `FIRST_RUN`, which names the output file.
 */
import { fork } from 'node:child_process';
import { renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { extensions, languages, type Uri, ViewColumn, window, workspace } from 'vscode';
import type { SkillwrightApi } from '../../client/extension.ts';

/** The item to open, the milliseconds after the start of this extension, and the output file. */
export interface ProbeParameters {
  readonly open: 'empty' | 'run' | 'nothing';
  readonly after: number;
  readonly out: string;
}

/** Milliseconds since 1970. */
export interface Noted {
  /** Start of the extension host's process, load and activation of this extension. */
  host: number;
  loaded: number;
  probe?: number;
  /** Activation of our extension. */
  active?: number;
  /** Our first finding, in any file and in the open file. */
  diagnostics?: number;
  inOpened?: number;
  /** The answer of an empty process that was started with the first extension: the minimum for any server. */
  answered?: number;
  /** The measured item was requested; the run was started, and finished. */
  requested?: number;
  started?: number;
  ended?: number;
}

/** Minimum milliseconds for answering the questions of "Run Agent". */
const ASKING_MS = 3_000;

const { open, after, out } = JSON.parse(process.env.FIRST_RUN ?? '{}') as ProbeParameters;
// From now on: ours goes to work as soon as it is loaded, maybe before this one is activated.
const noted: Noted = { host: Math.round(performance.timeOrigin), loaded: Date.now() };
languages.onDidChangeDiagnostics(({ uris }) => {
  const found = uris.filter(isMeasured);
  if (noted.diagnostics === undefined && found.length > 0) note({ diagnostics: Date.now() });
  const shown = window.activeTextEditor?.document.uri.toString();
  if (noted.inOpened === undefined && found.some((uri) => uri.toString() === shown)) note({ inOpened: Date.now() });
});

function isMeasured(uri: Uri): boolean {
  return languages.getDiagnostics(uri).some(({ source }) => source === 'skillwright' || source === 'bench-empty');
}

function note(what: Partial<Noted>): void {
  Object.assign(noted, what);
  writeFileSync(`${out}.part`, JSON.stringify(noted));
  renameSync(`${out}.part`, out);
}

export async function activate(): Promise<void> {
  note({ probe: Date.now() });
  if (open === 'nothing') {
    // As the language client starts its server: over a channel, in a Node of the editor's.
    const child = fork(join(__dirname, 'empty.cjs'), { execArgv: [] });
    child.once('message', () => note({ answered: Date.now() }));
  }
  const skillwright = extensions.getExtension<SkillwrightApi>('skillwright.skillwright');
  const look = setInterval(() => {
    if (skillwright !== undefined && !skillwright.isActive) return;
    clearInterval(look);
    if (skillwright !== undefined) note({ active: Date.now() });
  }, 2);
  // "Run Agent" starts the process when it asks its first question; to answer all of them takes longer than this.
  if (open === 'run') setTimeout(async () => (await skillwright?.activate())?.runs.prepare(), after - ASKING_MS);
  setTimeout(async () => {
    if (open === 'empty') {
      note({ requested: Date.now() });
      const panel = window.createWebviewPanel('bench', 'Empty', ViewColumn.Active, { enableScripts: true });
      panel.webview.html = '<!DOCTYPE html><html><body><p id="empty">Empty</p></body></html>';
    } else if (open === 'run' && skillwright !== undefined) {
      const api = await skillwright.activate();
      note({ requested: Date.now() });
      await begin(api);
    }
  }, after);
}

async function begin(api: SkillwrightApi): Promise<void> {
  const folder = workspace.workspaceFolders?.[0]?.uri.fsPath ?? '';
  await api.start({
    prompt: 'Write the notes',
    skills: [join(folder, 'skills/release-writer')],
    model: 'simulated/stubborn',
    guards: 'default',
    maxLlmCalls: 20,
    runs: join(folder, '.skillwright/runs'),
    trusted: true,
  });
  note({ started: Date.now() });
  const look = setInterval(() => {
    if (api.runs.live().length > 0) return;
    clearInterval(look);
    note({ ended: Date.now() });
  }, 5);
}
