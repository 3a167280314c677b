/**
 * Entry of the language server's process: `--node-ipc` (VS Code), `--stdio` (other editors). Loads no more than the
 * answer to `initialize` needs; the rules and their parsers follow as soon as it is given.
 */
import {
  createConnection,
  ErrorCodes,
  type InitializeParams,
  LSPErrorCodes,
  ResponseError,
} from 'vscode-languageserver/node';
import { initializeResult } from '../lsp/capabilities.ts';
import { readCommands, readReportedByEditor } from '../settings.ts';

// A parent that is killed closes nothing: without this the server would live on.
process.on('disconnect', () => process.exit(1));

if (!process.argv.some((argument) => /^--(?:node-ipc|stdio|socket|pipe)/.test(argument))) {
  process.stderr.write('skillwright: start the language server with --stdio.\n');
  process.exit(2);
}

/** Settles when the program is there; undefined before `initialize` and after that. */
let loading: Promise<void> | undefined;

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
      await loading;
      return next(message);
    },
  },
});
let initialized = false;
/** What no handler takes. */
connection.onRequest((method: string) =>
  initialized
    ? new ResponseError(ErrorCodes.MethodNotFound, `Unhandled method ${method}`)
    : new ResponseError(ErrorCodes.ServerNotInitialized, `\`initialize\` must come before ${method}.`),
);
connection.onInitialize((params) => {
  initialized = true;
  loading = load(params);
  const options: unknown = params.initializationOptions;
  return initializeResult(params.capabilities, readCommands(options), readReportedByEditor(options));
});
connection.listen();

async function load(params: InitializeParams): Promise<void> {
  // Late enough for the answer to be written first, which takes some turns of the event loop.
  await new Promise((resolve) => setTimeout(resolve, 5));
  const { serve } = await import('./program.ts');
  serve(connection, params);
  loading = undefined;
}
