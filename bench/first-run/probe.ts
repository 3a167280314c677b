/**
 * A small extension that the benchmark's VS Code starts first. It records when our diagnostics appear, and opens the
 * measured item. `FIRST_RUN` has its parameters, including the output file.
 */
import { fork } from 'node:child_process';
import { renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { commands, type Diagnostic, extensions, languages, Uri, ViewColumn, window, workspace } from 'vscode';
import type { SkillwrightApi } from '../../client/extension.ts';

/** The item to open, the milliseconds after the start of this extension, and the output file. */
export interface ProbeParameters {
  /** `commands`: whatever the commands of this extension are called for. */
  readonly open: 'empty' | 'run' | 'nothing' | 'commands';
  readonly after: number;
  /** Paths of two files in the folder, for the commands. */
  readonly files?: readonly [string, string];
  readonly out: string;
}

/** Milliseconds since 1970. */
export interface ProbeTimes {
  /** Start of the extension host's process, load and activation of this extension. */
  host: number;
  loaded: number;
  probe?: number;
  /** Activation of our extension. */
  active?: number;
  /** Our first finding, in any file and in the open file. */
  diagnostics?: number;
  inOpenFile?: number;
  /** The last time that our diagnostics changed; their number then, and how many of them were withdrawn by then. */
  lastDiagnostics?: number;
  count?: number;
  withdrawn?: number;
  /** The response of an empty process that was started with the first extension: the minimum for any server. */
  answered?: number;
  /** The measured item was requested; the run was started, and finished. */
  requested?: number;
  started?: number;
  ended?: number;
}

/** Minimum time that a user needs for the prompts of "Run Agent", in milliseconds. */
const PROMPTS_MS = 3_000;

const { open, after, out, files } = JSON.parse(process.env.FIRST_RUN ?? '{}') as ProbeParameters;
// Subscribes on load: our extension starts to work when it is loaded, possibly before this one is activated.
const times: ProbeTimes = { host: Math.round(performance.timeOrigin), loaded: Date.now() };
/** Our diagnostics, by URI. */
const shownIn = new Map<string, readonly string[]>();
languages.onDidChangeDiagnostics(({ uris }) => {
  for (const uri of uris) follow(uri);
  const found = uris.filter(isMeasured);
  if (times.diagnostics === undefined && found.length > 0) record({ diagnostics: Date.now() });
  const shown = window.activeTextEditor?.document.uri.toString();
  if (times.inOpenFile === undefined && found.some((uri) => uri.toString() === shown))
    record({ inOpenFile: Date.now() });
});

/** Counts the diagnostics of a file, and those that it no longer has. */
function follow(uri: Uri): void {
  const before = shownIn.get(uri.toString()) ?? [];
  const now = languages
    .getDiagnostics(uri)
    .filter(isOurs)
    .map(({ code, range, message }) => JSON.stringify([code, range, message]));
  if (before.join() === now.join()) return;
  shownIn.set(uri.toString(), now);
  const gone = before.filter((one) => !now.includes(one));
  record({
    lastDiagnostics: Date.now(),
    count: [...shownIn.values()].reduce((sum, { length }) => sum + length, 0),
    withdrawn: (times.withdrawn ?? 0) + gone.length,
  });
}

function isOurs({ source }: Diagnostic): boolean {
  return source === 'skillwright' || source === 'bench-empty';
}

function isMeasured(uri: Uri): boolean {
  return languages.getDiagnostics(uri).some(isOurs);
}

function record(added: Partial<ProbeTimes>): void {
  Object.assign(times, added);
  writeFileSync(`${out}.part`, JSON.stringify(times));
  renameSync(`${out}.part`, out);
}

export async function activate(): Promise<void> {
  registerCommands();
  record({ probe: Date.now() });
  if (open === 'nothing') {
    // Started in the same way as the language client starts its server: over an IPC channel, in the editor's Node.
    const child = fork(join(__dirname, 'empty.cjs'), { execArgv: [] });
    child.once('message', () => record({ answered: Date.now() }));
  }
  const skillwright = extensions.getExtension<SkillwrightApi>('skillwright.skillwright');
  const poll = setInterval(() => {
    if (skillwright !== undefined && !skillwright.isActive) return;
    clearInterval(poll);
    if (skillwright !== undefined) record({ active: Date.now() });
  }, 2);
  // "Run Agent" starts the process at its first prompt; answering all of them takes longer than this.
  if (open === 'run') setTimeout(async () => (await skillwright?.activate())?.runs.prepare(), after - PROMPTS_MS);
  setTimeout(async () => {
    if (open === 'empty') {
      record({ requested: Date.now() });
      openEmptyWebview();
    } else if (open === 'run' && skillwright !== undefined) {
      const api = await skillwright.activate();
      record({ requested: Date.now() });
      await startRun(api);
    }
  }, after);
}

function openEmptyWebview(): void {
  const panel = window.createWebviewPanel('bench', 'Empty', ViewColumn.Active, { enableScripts: true });
  panel.webview.html = '<!DOCTYPE html><html><body><p id="empty">Empty</p></body></html>';
}

function registerCommands(): void {
  const place = (path: string): Uri => Uri.joinPath(workspace.workspaceFolders?.[0]?.uri ?? Uri.file('/'), path);
  const [first = '', second = ''] = files ?? [];
  commands.registerCommand('probe.openFirst', () => commands.executeCommand('vscode.open', place(first)));
  commands.registerCommand('probe.openSecond', () => commands.executeCommand('vscode.open', place(second)));
  commands.registerCommand('probe.openEmpty', openEmptyWebview);
  commands.registerCommand('probe.run', () => commands.executeCommand('skillwright.runAgent', place(first)));
}

async function startRun(api: SkillwrightApi): Promise<void> {
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
  record({ started: Date.now() });
  const poll = setInterval(() => {
    if (api.runs.live().length > 0) return;
    clearInterval(poll);
    record({ ended: Date.now() });
  }, 5);
}
