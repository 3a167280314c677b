/**
 * The language server's process and its client, both started when this module is loaded. In a window that is still
 * loading, this is half a second before VS Code calls `activate`. Imported first, so that the rest loads meanwhile.
 */
import './process.ts';

import { openLog } from '../log/log.ts';
import { startLanguageServer } from './start.ts';

export const log = openLog();
export const server = startLanguageServer(log);
