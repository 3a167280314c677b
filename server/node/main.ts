/**
 * Entry point of the language server process: `--node-ipc` (VS Code), `--stdio` (other editors). Loads only what the response to
 * `initialize` needs; the rules and their parsers follow afterwards.
 */
import {
  createConnection,
  ErrorCodes,
  type InitializeParams,
  LSPErrorCodes,
  ResponseError,
  type ResponseMessage,
} from 'vscode-languageserver/node';
import { initializeResult } from '../lsp/capabilities.ts';
import { readCommands, readReportedByEditor } from '../settings.ts';

// A killed parent closes nothing, so exit when the channel is disconnected.
process.on('disconnect', () => process.exit(1));

if (!process.argv.some((argument) => /^--(?:node-ipc|stdio|socket|pipe)/.test(argument))) {
  process.stderr.write('skillwright: add --stdio to start the language server.\n');
  process.exit(2);
}

/** Resolves when the program is loaded; undefined before `initialize` and after loading. */
let loading: Promise<void> | undefined;

const connection = createConnection({
  connectionStrategy: {
    /** Drops requests that are cancelled before they are dispatched. */
    cancelUndispatched({ jsonrpc }): ResponseMessage {
      // The connection adds the id.
      return { jsonrpc, id: null, error: { code: LSPErrorCodes.RequestCancelled, message: 'Cancelled.' } };
    },
  },
  messageStrategy: {
    /** Queues messages after `initialize` until the program is loaded. */
    async handleMessage(message, next) {
      await loading;
      return next(message);
    },
  },
});
let initialized = false;
/** Handles requests without a handler. */
connection.onRequest((method: string) =>
  initialized
    ? new ResponseError(ErrorCodes.MethodNotFound, `Unhandled method ${method}`)
    : new ResponseError(ErrorCodes.ServerNotInitialized, `Send \`initialize\` before ${method}.`),
);
connection.onInitialize((params) => {
  initialized = true;
  loading = load(params);
  const options: unknown = params.initializationOptions;
  return initializeResult(params.capabilities, readCommands(options), readReportedByEditor(options));
});
connection.listen();

async function load(params: InitializeParams): Promise<void> {
  // Let the response be written first, which takes several turns of the event loop.
  await new Promise((resolve) => setTimeout(resolve, 5));
  const { serve } = await import('./program.ts');
  serve(connection, params);
  loading = undefined;
}
