/** Finds an installed Chromium, Chrome or Edge, because the browser host includes none. */
import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

const names = [
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'chrome',
  'microsoft-edge',
  'msedge',
];
const locations = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
  '/snap/bin/chromium',
];

/** Returns the path of a browser: `CHROME_PATH`, or the first on PATH or in common locations; undefined if there is none. */
export function findBrowser(): string | undefined {
  const { CHROME_PATH, PATH = '' } = process.env;
  if (CHROME_PATH) return CHROME_PATH;
  const onPath = names.flatMap((name) => PATH.split(delimiter).map((folder) => join(folder, name)));
  return [...onPath, ...locations].find(isExecutable);
}

/**
 * Returns the browser, and installs it from system packages if necessary in continuous integration (`CI` is set) or as
 * root in a container.
 * @throws with installation instructions, if there is none
 */
export function ensureBrowser(log: (line: string) => void): string {
  const found = findBrowser();
  if (found) return found;
  if (mayInstall()) {
    log("No Chromium on the PATH: installing it from the system's packages …");
    const [command, prefix] = process.getuid?.() === 0 ? ['apt-get', []] : ['sudo', ['-n', 'apt-get']];
    const options = { stdio: 'inherit', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } } as const;
    spawnSync(command, [...prefix, 'update', '-qq'], options);
    spawnSync(command, [...prefix, 'install', '-y', '-qq', '--no-install-recommends', 'chromium'], options);
    const installed = findBrowser();
    if (installed) return installed;
  }
  throw new Error(
    'The tests inside VS Code need a browser and there is none. Install Chromium, Chrome or Edge (Debian, Ubuntu: ' +
      '"sudo apt-get install chromium"), or name one in CHROME_PATH. With desktop VS Code none is needed: name its ' +
      'executable in VSCODE_EXECUTABLE.',
  );
}

function mayInstall(): boolean {
  if (process.platform !== 'linux' || !existsSync('/usr/bin/apt-get')) return false;
  const inContainer =
    existsSync('/.dockerenv') || existsSync('/run/.containerenv') || process.env.container !== undefined;
  return Boolean(process.env.CI) || (process.getuid?.() === 0 && inContainer);
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
