/** The benchmark's VS Code: code-server in a headless Chromium, with the built extension and our driver. */
import { cpSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import type { Browser, Page } from 'playwright-core';
import { root } from '../../scripts/lib/paths.mjs';
import { type Place, startWindow } from '../window/start.ts';
import type { Command } from './commands.ts';

export interface Editor {
  readonly browser: Browser;
  /** The window; a timeline is a frame in it. */
  readonly page: Page;
  /** The open folder. */
  readonly folder: string;
  /** Sends a request to the driver in the extension host. */
  ask<T>(command: Command): Promise<T>;
  close(): Promise<void>;
}

/**
 * Starts VS Code with its own workspace, profile and port. `close` removes all of them.
 * @param extension folder with the built extension; copied, so that builds can run during the benchmark
 * @param watching script that runs in each frame before its own scripts
 */
export async function startEditor(extension: string, watching: string): Promise<Editor> {
  const window = await startWindow({
    watching,
    prepare: async (place) => {
      await copyFiles(place, extension);
      process.env.TIMELINE_DRIVER = place('driver');
    },
  });
  const { context, page, place, close } = window;
  const folder = place('workspace');
  try {
    await window.open({
      open: folder,
      extensionDevelopmentPaths: [place('extension')],
      extensionTestsPath: place('driver.cjs'),
    });
    const url = await driverAt(place('driver'));
    const ask = async <T>(command: Command): Promise<T> => {
      const response = await fetch(url, { method: 'POST', body: JSON.stringify(command) });
      const reply = (await response.json()) as { readonly value?: T; readonly error?: string };
      if (reply.error !== undefined) throw new Error(`${command.do}: ${reply.error}`);
      return reply.value as T;
    };
    const started = context.browser();
    if (started === null) throw new Error('Chromium cannot be traced.');
    return { browser: started, page, folder, ask, close };
  } catch (error) {
    await window.screenshot('bench');
    await close();
    throw error;
  }
}

/** Copies the examples, the extension, and the driver. */
async function copyFiles(place: Place, extension: string): Promise<void> {
  cpSync(join(root, 'examples'), place('workspace'), {
    recursive: true,
    filter: (path) => !path.includes('.skillwright/'),
  });
  for (const name of ['dist', 'package.json', 'syntaxes', 'media', 'runtime/agents'])
    if (existsSync(join(extension, name)))
      cpSync(join(extension, name), join(place('extension'), name), { recursive: true });
  // In a folder where Node does not accidentally find packages. The bundle is CommonJS.
  await build({
    entryPoints: [join(import.meta.dirname, 'driver.ts')],
    outfile: place('driver.cjs'),
    bundle: true,
    platform: 'node',
    format: 'cjs',
    external: ['vscode'],
    logLevel: 'error',
  });
}

async function driverAt(file: string): Promise<string> {
  for (const end = Date.now() + 60_000; Date.now() < end; await new Promise((done) => setTimeout(done, 50)))
    if (existsSync(file)) return readFileSync(file, 'utf8');
  throw new Error('The extension host did not start the driver within 60 s.');
}
