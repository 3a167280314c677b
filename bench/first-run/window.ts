/**
 * VS Code with a new profile, server and browser: opens one item in one window, and records when it became visible.
 */
import { cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { root } from '../../scripts/lib/paths.mjs';
import { type StartedWindow, startWindow } from '../window/start.ts';
import type { ProbeParameters, ProbeTimes } from './probe.ts';

/** Times recorded by a page of a webview, in milliseconds since 1970. */
export interface PageTimes {
  /** Start of VS Code's own document, writing of the page, and visibility of the expected element. */
  readonly started: number;
  readonly written?: number;
  readonly visible: number;
}

export interface WindowTimes {
  readonly probe: ProbeTimes;
  /** The time at which the window opened the folder. */
  readonly opened: number;
  readonly page?: PageTimes;
}

/**
 * Script for each frame, run before its own scripts. It is active in the frame that VS Code writes a page into: a page
 * is written into a hidden frame of that one, which is shown when it has loaded.
 */
const WATCH = `(() => {
  if (!location.pathname.endsWith('/pre/index.html')) return;
  const page = { started: Date.now() };
  const check = () => {
    for (const frame of document.querySelectorAll('iframe')) {
      const body = frame.contentDocument?.body;
      if (body?.firstElementChild != null) page.written ??= Date.now();
      const isPresent = body?.querySelector('#empty, .rows > .row') != null;
      if (!isPresent || getComputedStyle(frame).visibility === 'hidden') continue;
      page.visible = Date.now();
      window.benchPage = page;
      return;
    }
    setTimeout(check, 4);
  };
  check();
})()`;

/** The minimum for any language server: a client without options, a server that immediately reports one finding. */
export const EMPTY = Symbol('an empty language client and server');

export interface WindowOptions {
  readonly parameters: Omit<ProbeParameters, 'out'>;
  /** Folder with the built extension; `EMPTY` for an empty language client and server; undefined for none. */
  readonly extension?: string | typeof EMPTY;
  /** Folder to open, as a copy. */
  readonly workspace: string;
  /** Path of a file in it to open. */
  readonly file?: string;
  /** Returns true if all required times have been recorded. */
  readonly until: (times: ProbeTimes) => boolean;
}

/**
 * Opens a window, waits for the measurement, and closes everything. On a busy machine a window occasionally never shows
 * any webview: this is reported, and another window is opened.
 */
export async function inFreshWindow(options: WindowOptions): Promise<WindowTimes> {
  for (let attempt = 1; ; attempt++)
    try {
      return await measureOnce(options);
    } catch (error) {
      console.log(`  (${options.parameters.open}: ${String(error)})`);
      if (attempt === 3) throw error;
    }
}

/** Starts a server and an empty window with the probe and an extension in a new profile, to open a copy of `workspace`. */
export function prepareWindow(
  parameters: Omit<ProbeParameters, 'out'>,
  extension: WindowOptions['extension'],
  workspace: string,
): Promise<StartedWindow> {
  return startWindow({
    watching: WATCH,
    prepare: async (place) => {
      cpSync(workspace, place('workspace'), { recursive: true, filter: (path) => !path.includes('.skillwright/') });
      await layOutExtensions(place('extensions'), extension);
      process.env.FIRST_RUN = JSON.stringify({ ...parameters, out: place('noted') });
      // Folders for the product's stored data, including compiled code. On a first start they are empty.
      for (const name of ['XDG_CACHE_HOME', 'XDG_DATA_HOME', 'XDG_CONFIG_HOME']) process.env[name] = place(name);
    },
  });
}

/** Reads what the probe has recorded so far. */
export function readProbe(noted: string): ProbeTimes | undefined {
  return existsSync(noted) ? (JSON.parse(readFileSync(noted, 'utf8')) as ProbeTimes) : undefined;
}

async function measureOnce({ parameters, extension, workspace, until }: WindowOptions): Promise<WindowTimes> {
  const window = await prepareWindow(parameters, extension, workspace);
  const { page, place } = window;
  try {
    const opened = Date.now();
    await window.open({ open: place('workspace'), extensionDevelopmentPaths: [] });
    for (const end = Date.now() + 90_000; Date.now() < end; await page.waitForTimeout(100)) {
      const probe = readProbe(place('noted'));
      if (probe === undefined || !until(probe)) continue;
      if (parameters.open === 'nothing') return { probe, opened };
      for (const frame of page.frames()) {
        if (!frame.url().includes('/pre/index.html')) continue;
        const seen = await frame.evaluate<PageTimes | undefined>('window.benchPage').catch(() => undefined);
        if (seen !== undefined) return { probe, opened, page: seen };
      }
    }
    await window.screenshot('first-run');
    throw new Error(
      `not within 90 s: ${existsSync(place('noted')) ? readFileSync(place('noted'), 'utf8') : 'nothing was recorded'}`,
    );
  } finally {
    await window.close();
  }
}

/** The commands of the probe, by which a key does the same as a user's click. */
const KEYS = { 'probe.openFirst': 'f6', 'probe.openSecond': 'f7', 'probe.run': 'f8', 'probe.openEmpty': 'f9' };

async function layOutExtensions(folder: string, extension: string | typeof EMPTY | undefined): Promise<void> {
  const own = join(folder, 'skillwright.skillwright-0.0.0');
  if (extension === EMPTY) await layOutEmpty(join(folder, 'bench.empty-0.0.0'));
  else if (extension !== undefined)
    for (const name of ['dist', 'package.json', 'syntaxes', 'media', 'runtime/agents', 'docs'])
      if (existsSync(join(extension, name))) cpSync(join(extension, name), join(own, name), { recursive: true });
  const probe = join(folder, 'bench.probe-0.0.0');
  await bundle('probe.ts', join(probe, 'probe.cjs'));
  const manifest = {
    name: 'probe',
    publisher: 'bench',
    version: '0.0.0',
    engines: { vscode: '^1.104.0' },
    main: './probe.cjs',
    activationEvents: ['*'],
    contributes: {
      commands: Object.keys(KEYS).map((command) => ({ command, title: command })),
      keybindings: Object.entries(KEYS).map(([command, key]) => ({ command, key })),
    },
  };
  writeFileSync(join(probe, 'empty.cjs'), 'process.send(0);\nprocess.disconnect();\n');
  writeFileSync(join(probe, 'package.json'), JSON.stringify(manifest));
}

/** Creates an extension that is activated by our activation events, with client and server bundled and minified like ours. */
async function layOutEmpty(folder: string): Promise<void> {
  await bundle('empty-client.ts', join(folder, 'client.cjs'));
  await bundle('empty-server.ts', join(folder, 'server.cjs'));
  const manifest = {
    name: 'empty',
    publisher: 'bench',
    version: '0.0.0',
    engines: { vscode: '^1.104.0' },
    main: './client.cjs',
    activationEvents: ['workspaceContains:skills'],
  };
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
}

async function bundle(entry: string, outfile: string): Promise<void> {
  await build({
    entryPoints: [join(root, 'bench/first-run', entry)],
    outfile,
    bundle: true,
    minify: true,
    platform: 'node',
    format: 'cjs',
    external: ['vscode'],
    logLevel: 'error',
  });
}
