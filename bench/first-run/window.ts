/**
 * VS Code with a new profile, server and browser: one window with one thing opened in it, and when that was visible.
 */
import { cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { root } from '../../scripts/lib/paths.mjs';
import { startWindow } from '../window/start.ts';
import type { Noted, ProbeParameters } from './probe.ts';

/** Times recorded by a page of a webview, in milliseconds since 1970. */
export interface Page {
  /** Start of VS Code's own document, writing of the page, and visibility of the expected element. */
  readonly began: number;
  readonly written?: number;
  readonly seen: number;
}

export interface Seen {
  readonly noted: Noted;
  /** The time at which the window opened the folder. */
  readonly opened: number;
  readonly page?: Page;
}

/**
 * Script for each frame, run before its own scripts. It is active in the frame that VS Code writes a page into: a page
 * is written into a hidden frame of that one, which is shown when it has loaded.
 */
const WATCH = `(() => {
  if (!location.pathname.endsWith('/pre/index.html')) return;
  const page = { began: Date.now() };
  const look = () => {
    for (const frame of document.querySelectorAll('iframe')) {
      const body = frame.contentDocument?.body;
      if (body?.firstElementChild != null) page.written ??= Date.now();
      const there = body?.querySelector('#empty, .rows > .row') != null;
      if (!there || getComputedStyle(frame).visibility === 'hidden') continue;
      page.seen = Date.now();
      window.benchPage = page;
      return;
    }
    setTimeout(look, 4);
  };
  look();
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
  /** Records that must exist before it ends. */
  readonly until: (noted: Noted) => boolean;
}

/**
 * Opens a window, waits for the measurement, and closes everything. Rarely, a window of a busy machine never shows a
 * webview, ours or not: that is reported, and another window opened.
 */
export async function inFreshWindow(options: WindowOptions): Promise<Seen> {
  for (let attempt = 1; ; attempt++)
    try {
      return await once(options);
    } catch (error) {
      console.log(`  (${options.parameters.open}: ${String(error)})`);
      if (attempt === 3) throw error;
    }
}

async function once({ parameters, extension, workspace, until }: WindowOptions): Promise<Seen> {
  const window = await startWindow({
    watching: WATCH,
    prepare: async (place) => {
      cpSync(workspace, place('workspace'), { recursive: true, filter: (path) => !path.includes('.skillwright/') });
      await layOutExtensions(place('extensions'), extension);
      process.env.FIRST_RUN = JSON.stringify({ ...parameters, out: place('noted') });
      // What the product keeps of a person, compiled code too: a first start has none.
      for (const name of ['XDG_CACHE_HOME', 'XDG_DATA_HOME', 'XDG_CONFIG_HOME']) process.env[name] = place(name);
    },
  });
  const { page, place } = window;
  try {
    const opened = Date.now();
    await window.open({ open: place('workspace'), extensionDevelopmentPaths: [] });
    for (const end = Date.now() + 90_000; Date.now() < end; await page.waitForTimeout(100)) {
      const noted = existsSync(place('noted')) && (JSON.parse(readFileSync(place('noted'), 'utf8')) as Noted);
      if (noted === false || !until(noted)) continue;
      if (parameters.open === 'nothing') return { noted, opened };
      for (const frame of page.frames()) {
        if (!frame.url().includes('/pre/index.html')) continue;
        const seen = await frame.evaluate<Page | undefined>('window.benchPage').catch(() => undefined);
        if (seen !== undefined) return { noted, opened, page: seen };
      }
    }
    await window.screenshot('first-run');
    throw new Error(
      `not within 90 s: ${existsSync(place('noted')) ? readFileSync(place('noted'), 'utf8') : 'nothing was noted'}`,
    );
  } finally {
    await window.close();
  }
}

async function layOutExtensions(folder: string, extension: string | typeof EMPTY | undefined): Promise<void> {
  const own = join(folder, 'skillwright.skillwright-0.0.0');
  if (extension === EMPTY) await layOutEmpty(join(folder, 'bench.empty-0.0.0'));
  else if (extension !== undefined)
    for (const name of ['dist', 'package.json', 'syntaxes', 'media', 'runtime/agents', 'docs'])
      if (existsSync(join(extension, name))) cpSync(join(extension, name), join(own, name), { recursive: true });
  const probe = join(folder, 'bench.probe-0.0.0');
  await bundle('probe.ts', join(probe, 'probe.cjs'));
  const manifest = {
    ...{ name: 'probe', publisher: 'bench', version: '0.0.0', engines: { vscode: '^1.104.0' } },
    ...{ main: './probe.cjs', activationEvents: ['*'] },
  };
  writeFileSync(join(probe, 'empty.cjs'), 'process.send(0);\nprocess.disconnect();\n');
  writeFileSync(join(probe, 'package.json'), JSON.stringify(manifest));
}

/** Activated by our activation events; both sides bundled and minified like ours. */
async function layOutEmpty(folder: string): Promise<void> {
  await bundle('empty-client.ts', join(folder, 'client.cjs'));
  await bundle('empty-server.ts', join(folder, 'server.cjs'));
  const manifest = {
    ...{ name: 'empty', publisher: 'bench', version: '0.0.0', engines: { vscode: '^1.104.0' } },
    ...{ main: './client.cjs', activationEvents: ['workspaceContains:skills'] },
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
