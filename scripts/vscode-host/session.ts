/** One run of VS Code in the browser, from the start of the server to the cleanup. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defined } from '../../skill/index.ts';
import { modified } from '../lib/paths.mjs';
import { findBrowser } from './browser.ts';
import { addressOf, type CodeServer, startCodeServer } from './code-server.ts';
import { followFile } from './follow.ts';
import { startUiServer } from './ui-server.ts';
import { openWindow, seedSettings, type Window } from './workbench.ts';

export interface SessionOptions {
  /** Absolute path of the folder or `.code-workspace` to open. */
  readonly open?: string;
  /** Absolute path of the module that runs the tests. */
  readonly tests?: string;
  readonly extensionDevelopmentPaths: readonly string[];
  readonly proposedApi?: true;
  readonly userDataDir: string;
  readonly extensionsDir: string;
  readonly scratch: string;
  readonly width: number;
  readonly height: number;
  readonly workspaceTrust: boolean;
  readonly screenshots: string;
  readonly limitSeconds: number;
}

/** The end of a run; `why` is printed if the tests cannot report it themselves. */
interface End {
  readonly code: number;
  readonly why?: string;
}

const wrapper = fileURLToPath(new URL('./tests-wrapper.cjs', import.meta.url));

/** Runs VS Code and returns the exit code. Never rejects, and leaves no process or listener behind. */
export async function runInBrowser(options: SessionOptions): Promise<number> {
  const { scratch, userDataDir, extensionsDir, workspaceTrust, width, height, screenshots, limitSeconds } = options;
  const output = join(scratch, 'output');
  const done = join(scratch, 'done');
  let server: CodeServer | undefined;
  let window: Window | undefined;
  let close: (() => void) | undefined;
  const ended = Promise.withResolvers<End>();
  const interrupt = (signal: NodeJS.Signals) =>
    ended.resolve({ code: signal === 'SIGINT' ? 130 : 143, why: `interrupted by ${signal}` });
  process.on('SIGINT', interrupt);
  process.on('SIGTERM', interrupt);
  const limit = setTimeout(
    () => ended.resolve({ code: 124, why: `no end after ${limitSeconds} s` }),
    limitSeconds * 1000,
  );
  const parent = process.ppid;
  const orphaned = setInterval(() => {
    if (process.ppid !== parent) ended.resolve({ code: 143, why: 'the process that started it is gone' });
  }, 1000);
  const stopFollowing = followFile(output, (text) => process.stdout.write(text));

  const begin = async () => {
    const browser = findBrowser();
    if (!browser) throw new Error('no Chromium, Chrome or Edge on the PATH, and CHROME_PATH does not name one');
    seedSettings(userDataDir);
    const ui = await startUiServer(screenshots);
    close = ui.close;
    process.env.EDITOR_UI = ui.url;
    server = await startCodeServer({
      userDataDir,
      extensionsDir,
      scratch,
      port: readPort(userDataDir),
      workspaceTrust,
      driver: true,
    });
    storePort(userDataDir, server.port);
    server.child.once('exit', (code, signal) =>
      ended.resolve({ code: 1, why: `code-server ended (${code ?? signal})` }),
    );
    window = await openWindow({ browser, profile: join(userDataDir, 'browser'), width, height });
    const { page, context } = window;
    ui.attach(page);
    page.on('crash', () => ended.resolve({ code: 1, why: 'the window crashed' }));
    context.on('close', () => ended.resolve({ code: 1, why: 'the browser ended' }));
    page.on('dialog', (dialog) => void dialog.accept().catch(() => {}));
    await page.exposeFunction('codeAutomationLog', () => {});
    await page.exposeFunction('codeAutomationExit', (code: number) => ended.resolve(verdict(code, done)));
    const { extensionDevelopmentPaths, open, proposedApi } = options;
    await page.goto(
      addressOf(
        server.port,
        defined({
          open,
          extensionDevelopmentPaths,
          proposedApi,
          extensionTestsPath:
            options.tests === undefined ? undefined : writeEntry(scratch, options.tests, output, done),
        }),
      ),
      { waitUntil: 'commit', timeout: 60_000 },
    );
  };

  begin().catch((error) => ended.resolve({ code: 1, why: String(error instanceof Error ? error.message : error) }));
  const { code, why } = await ended.promise;
  clearTimeout(limit);
  clearInterval(orphaned);
  if (why !== undefined && window) {
    await within(3000, window.page.screenshot({ path: join(screenshots, 'failures/last-window.png') }));
  }
  await within(5000, window?.context.close());
  await server?.stop();
  close?.();
  stopFollowing();
  process.off('SIGINT', interrupt);
  process.off('SIGTERM', interrupt);
  if (why !== undefined) process.stderr.write(`VS Code in the browser: ${why}\n`);
  return code;
}

/** Returns the verdict. The workbench reports 0 when the extension host dies, so the tests must confirm it. */
function verdict(code: number, done: string): End {
  const status = existsSync(done) ? readFileSync(done, 'utf8') : undefined;
  if (status === undefined) return { code: 1, why: 'the extension host ended before the tests did' };
  return { code: status === '0' && code === 0 ? 0 : 1 };
}

/** Creates the module that VS Code runs: the tests inside our wrapper. */
function writeEntry(scratch: string, tests: string, output: string, done: string): string {
  const entry = join(scratch, 'entry.cjs');
  const options = JSON.stringify({ tests, output, done });
  writeFileSync(entry, `exports.run = () => require(${JSON.stringify(wrapper)}).run(${options});\n`);
  return entry;
}

/** Returns the port of a profile, which stays the same between launches: the browser stores data by address. */
function readPort(userDataDir: string): number {
  const file = join(userDataDir, 'port');
  return modified(file) === 0 ? 0 : Number(readFileSync(file, 'utf8'));
}

function storePort(userDataDir: string, port: number): void {
  writeFileSync(join(userDataDir, 'port'), String(port));
}

/** Waits for a step of the cleanup, up to a limit, and ignores its failure. */
async function within(milliseconds: number, step: Promise<unknown> | undefined): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, milliseconds);
  });
  await Promise.race([step?.catch(() => {}), late]);
  clearTimeout(timer);
}
