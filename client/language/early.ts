/**
 * What is begun when the extension is loaded, half a second before VS Code calls `activate` in a window that still loads:
 * first the server's process, then the client for it. Imported before everything else, which can be loaded meanwhile.
 */
import './process.ts';

import { openLog } from '../log/log.ts';
import { startLanguageServer } from './start.ts';

export const log = openLog();
export const server = startLanguageServer(log);
