/**
 * `npm start [-- --no-editor]`: sets everything up, runs `check`, a stress test and an agent on `examples/` in the terminal,
 * and opens the extension in VS Code: desktop VS Code if available, otherwise in the browser.
 */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { dist, root } from './lib/paths.mjs';
import { run } from './lib/run.mjs';
import { ensureBuilt, useProjectNode } from './setup.mjs';

await useProjectNode(import.meta.url);
await ensureBuilt();

const examples = join(root, 'examples');
await show('What the skills of examples/ would make a model go wrong on', ['check', 'examples']);
await show(
  'Simulated weak models on one of them in two clients, of which only Codex tells the model what paths are relative to',
  [...['stress', 'examples/skills/release-writer', '--client', 'claude-code', 'codex']],
);
await show('A simulated weak model on the same one: it guesses a path, misses, and a guard ends it', [
  ...['run', 'Write the release notes for version 1.2', '--skills', 'examples/skills/release-writer'],
  ...['--runs', 'examples/.skillwright/runs'],
]);
if (!process.argv.includes('--no-editor')) process.exitCode = await openEditor();

/**
 * Runs the command line as a user would. Findings, and a guard that trips, set its exit code and are not failures here.
 * @param {string} title
 * @param {readonly string[]} args
 */
async function show(title, args) {
  const cli = join(dist, 'cli.mjs');
  const shown = args.map((part) => (part.includes(' ') ? `"${part}"` : part)).join(' ');
  console.log(`\n── ${title}\n$ node dist/cli.mjs ${shown}\n`);
  if (!existsSync(cli)) return console.log('dist/cli.mjs was not built.');
  const code = await run(process.execPath, [cli, ...args], { cwd: root });
  console.log(`\n(exit code ${code})`);
}

async function openEditor() {
  const desktop = process.env.VSCODE_EXECUTABLE ?? desktopCommand();
  if (desktop && (await run(desktop, [`--extensionDevelopmentPath=${root}`, examples])) === 0) {
    console.log('\nVS Code opens with Skillwright on examples/.');
    return 0;
  }
  const { installHost } = await import('./vscode-host/install.ts');
  const { serve } = await import('./vscode-host/serve.ts');
  console.log(`\n── VS Code`);
  if (process.platform === 'win32') {
    console.error('There is no "code" on the PATH: install VS Code, or name its Code.exe in VSCODE_EXECUTABLE.');
    return 1;
  }
  try {
    await installHost(console.log);
    return await serve(examples, console.log);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    console.error(
      '\nTry again, set VSCODE_EXECUTABLE to another VS Code, or run npm start -- --no-editor. VS Code for the browser did not start, for the reason above; its first start needs a network.',
    );
    return 1;
  }
}

/** Returns the `code` of a desktop VS Code, unless it needs a display and there is none. */
function desktopCommand() {
  if (process.platform === 'linux' && !process.env.DISPLAY && !process.env.WAYLAND_DISPLAY) return undefined;
  const shell = process.platform === 'win32';
  return spawnSync('code', ['--version'], { stdio: 'ignore', shell }).status === 0 ? 'code' : undefined;
}
