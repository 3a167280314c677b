/** Gives a suite that shares its window the workspace, the user settings and the layout as at the start. */
import {
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { commands, debug } from 'vscode';
import { cleanWindow } from './clean.ts';
import { stopDebugging } from './debugging.ts';
import { skillwright } from './skills.ts';
import { canDriveWindow, setTheme, setViewport } from './ui.ts';
import { until } from './until.ts';

/** Remembers the start, and returns a function that goes back to it, with a window of a size like `1280x800`. */
export function keepStart(): (size: string) => Promise<void> {
  const { EDITOR_WORKSPACE, EDITOR_WORKSPACE_COPY, EDITOR_USER_SETTINGS = '' } = process.env;
  const settings = existsSync(EDITOR_USER_SETTINGS) ? readFileSync(EDITOR_USER_SETTINGS, 'utf8') : undefined;
  return async (size) => {
    await stopDebugging();
    const { runs } = await skillwright();
    for (const { journal } of runs.live()) runs.stop(journal);
    await until(
      'the end of all runs',
      () => runs.live().length === 0 && debug.activeDebugSession === undefined,
      30_000,
    );
    debug.removeBreakpoints(debug.breakpoints);
    await cleanWindow();
    await commands.executeCommand('workbench.action.closePanel');
    await commands.executeCommand('workbench.view.explorer');
    await setTheme('dark');
    if (settings !== undefined) writeFileSync(EDITOR_USER_SETTINGS, settings);
    if (EDITOR_WORKSPACE && EDITOR_WORKSPACE_COPY) copyChanges(EDITOR_WORKSPACE, EDITOR_WORKSPACE_COPY);
    const [width = 1280, height = 800] = size.split('x').map(Number);
    if (canDriveWindow) await setViewport(width, height);
  };
}

/** Makes a folder equal to another one, without touching what is equal already. */
function copyChanges(from: string, to: string): void {
  const wanted = new Set(readdirSync(from).filter((name) => name !== '.skillwright'));
  for (const name of readdirSync(to)) if (!wanted.has(name)) rmSync(join(to, name), { recursive: true, force: true });
  for (const name of wanted) {
    const [source, target] = [join(from, name), join(to, name)];
    const kind = kindOf(source);
    if (kindOf(target) !== kind) rmSync(target, { recursive: true, force: true });
    if (kind === 'folder') {
      mkdirSync(target, { recursive: true });
      copyChanges(source, target);
    } else if (contentOf(source) !== contentOf(target)) {
      cpSync(source, target, { verbatimSymlinks: true, force: true });
    }
  }
}

function kindOf(path: string): 'folder' | 'file' | 'link' | undefined {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found === undefined) return undefined;
  return found.isSymbolicLink() ? 'link' : found.isDirectory() ? 'folder' : 'file';
}

/** Returns the text of a file, or the target of a link; undefined if there is neither. */
function contentOf(path: string): string | undefined {
  const kind = kindOf(path);
  if (kind === undefined) return undefined;
  return kind === 'link' ? readlinkSync(path) : readFileSync(path, 'latin1');
}
