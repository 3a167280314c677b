/** Finds an installed Chromium, Chrome or Edge, because the browser host includes none. */
import { findProgram, installPackages, isExecutable, mayInstallPackages } from '../lib/system-packages.ts';

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
  return process.env.CHROME_PATH || (findProgram(names) ?? locations.find(isExecutable));
}

/**
 * Returns the browser, and installs it from system packages if necessary in continuous integration (`CI` is set) or as
 * root in a container.
 * @throws with installation instructions, if there is none
 */
export function ensureBrowser(log: (line: string) => void): string {
  const found = findBrowser();
  if (found) return found;
  if (mayInstallPackages()) {
    log("No Chromium on the PATH: installing it from the system's packages …");
    installPackages(['chromium']);
    const installed = findBrowser();
    if (installed) return installed;
  }
  throw new Error(
    'The tests inside VS Code need a browser and there is none. Install Chromium, Chrome or Edge (Debian, Ubuntu: ' +
      '"sudo apt-get install chromium"), or name one in CHROME_PATH. With desktop VS Code none is needed: name its ' +
      'executable in VSCODE_EXECUTABLE.',
  );
}
