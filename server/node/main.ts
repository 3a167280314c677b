/**
 * Entry of the language server's process: `--node-ipc` (VS Code), `--stdio` (other editors). Loads no more than the
 * answer to `initialize` needs; the rules and their parsers follow as soon as it is given.
 */
import { createConnection, LSPErrorCodes, Message } from 'vscode-languageserver/node';
import { initializeResult } from '../capabilities.ts';
import { readCommands } from '../settings.ts';

// A parent that is killed closes nothing: without this the server would live on.
process.on('disconnect', () => process.exit(1));

if (!process.argv.some((argument) => /^--(?:node-ipc|stdio|socket|pipe)/.test(argument))) {
  process.stderr.write('skillwright: start the language server with --stdio.\n');
  process.exit(2);
}

let serving = false;
let becomeServing = (): void => {};
const served = new Promise<void>((resolve) => {
  becomeServing = resolve;
});

const connection = createConnection({
  connectionStrategy: {
    /** What was cancelled before its turn came is not begun. */
    cancelUndispatched({ jsonrpc }) {
      // The connection puts in the id.
      return { jsonrpc, id: null, error: { code: LSPErrorCodes.RequestCancelled, message: 'Cancelled.' } };
    },
  },
  messageStrategy: {
    /** What comes after `initialize` waits, in its order, until the program is there. */
    async handleMessage(message, next) {
      if (!serving && !(Message.isRequest(message) && message.method === 'initialize')) await served;
      return next(message);
    },
  },
});
connection.onInitialize((params) => {
  // Late enough for the answer to be written first, which takes some turns of the event loop.
  setTimeout(async () => {
    const { serve } = await import('./program.ts');
    serve(connection, params);
    serving = true;
    becomeServing();
  }, 5);
  return initializeResult(params.capabilities, readCommands(params.initializationOptions));
});
connection.listen();
