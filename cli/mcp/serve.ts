/** The MCP server on standard input and output. */
import { Transform } from 'node:stream';
import {
  CLIENT_CAPABILITIES_META_KEY,
  type InputRequiredResult,
  inputRequired,
  inputResponse,
  McpServer,
  ProtocolError,
  ProtocolErrorCode,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';
import manifest from '../../package.json' with { type: 'json' };
import { messageOf } from '../../runtime/errors.ts';
import { isMap } from '../../server/settings.ts';
import { formatCount, own } from '../../skill/index.ts';
import { memoryCache } from './check.ts';
import { checkSkillsTool } from './check-skills.ts';
import { holdRoots } from './confined-file-system.ts';
import { explainPathTool } from './explain-path.ts';
import { fixSkillsTool } from './fix-skills.ts';
import { Listings } from './listings.ts';
import { previewSkillTool } from './preview-skill.ts';
import { CODEX_STATE, foldersOfCodex, foldersOfOptions, foldersOfUris, RootMemory, type RootsResult } from './roots.ts';
import type { McpTool } from './tool.ts';

/** Time that a client has to name its roots, in milliseconds. */
const ROOTS_TIMEOUT = 5_000;
/** Minimum time between two reports of progress, in milliseconds. */
const PROGRESS_INTERVAL = 100;
/** The key of the question for the roots. */
const ROOTS = 'roots';

export interface ServeOptions {
  /** The folders of `--root`; those of the client if there are none. */
  readonly root: readonly string[];
}

/** Serves the tools until standard input ends. */
export function serveMcp({ root }: ServeOptions): void {
  const cwd = process.cwd();
  const memory = new RootMemory();
  const cache = memoryCache();
  const listings = new Listings();
  const tools = [checkSkillsTool(cache), fixSkillsTool(cache), explainPathTool(), previewSkillTool()];
  const onError = (error: unknown): void => {
    process.stderr.write(`skillwright: ${messageOf(error)}\n`);
  };
  // A client that does not read its answers gets no more of them, instead of filling the memory.
  const input = new Transform({
    transform(chunk, _encoding, done) {
      if (process.stdout.writableNeedDrain) process.stdout.once('drain', () => done(null, chunk));
      else done(null, chunk);
    },
  });
  process.stdin.pipe(input);
  serveStdio(
    ({ era }) => {
      const server = new McpServer(
        { name: 'skillwright', version: manifest.version },
        { capabilities: { experimental: { [CODEX_STATE]: {} } } },
      );
      const roots = clientRoots(server, era === 'modern', memory, cwd);
      const given = (): RootsResult | undefined =>
        root.length === 0 ? undefined : memory.rootsOf(foldersOfOptions(root, cwd));
      const rootsOf: RootsOf = async (context) => given() ?? roots(context);
      for (const tool of tools) addTool(server, tool, { rootsOf, listings, onError });
      return server;
    },
    { transport: new StdioServerTransport(input, process.stdout), onerror: onError },
  );
}

/** The folders that a call may read, or the question to the client for them. */
type RootsAnswer = RootsResult | { readonly kind: 'ask'; readonly question: InputRequiredResult };
type RootsOf = (context: ServerContext) => Promise<RootsAnswer>;

interface ToolContext {
  readonly rootsOf: RootsOf;
  readonly listings: Listings;
  readonly onError: (error: unknown) => void;
}

function addTool(server: McpServer, tool: McpTool, { rootsOf, listings, onError }: ToolContext): void {
  const { name, title, description, isReadOnly, input: inputSchema, output: outputSchema } = tool;
  const annotations = {
    title,
    readOnlyHint: isReadOnly,
    destructiveHint: false,
    idempotentHint: true,
    openWorldHint: false,
  };
  server.registerTool(
    name,
    { title, description, inputSchema, outputSchema, annotations },
    async (args: unknown, context: ServerContext) => {
      try {
        const found = await rootsOf(context);
        if (found.kind === 'ask') return found.question;
        if (found.kind === 'none') return failure(found.message);
        const { roots } = found;
        const held = holdRoots(
          roots.map(({ real }) => real),
          { listings },
        );
        try {
          const call = { roots, held, progress: progressOf(context) };
          const answer = await tool.run(args, call);
          if (answer.kind === 'problem') return failure(answer.message);
          const { result, text } = answer;
          return { content: [{ type: 'text', text }], structuredContent: result };
        } finally {
          held.close();
        }
      } catch (error) {
        onError(error);
        return failure(`${name} failed: ${messageOf(error)}`);
      }
    },
  );
}

const failure = (text: string) => ({ content: [{ type: 'text' as const, text }], isError: true });

/** Returns a function for the folders that the client names; the working directory if it names none. */
function clientRoots(server: McpServer, isModern: boolean, memory: RootMemory, cwd: string): RootsOf {
  let known: Promise<RootsResult> | undefined;
  server.server.setNotificationHandler('notifications/roots/list_changed', () => {
    known = undefined;
  });
  const ask = async (): Promise<RootsResult> => {
    try {
      const { roots } = await server.server.listRoots(undefined, { timeout: ROOTS_TIMEOUT });
      return memory.rootsOf(foldersOfUris(roots.map(({ uri }) => uri)));
    } catch (error) {
      known = undefined;
      // It has said that it has roots, but cannot name them.
      if (error instanceof ProtocolError && error.code === ProtocolErrorCode.MethodNotFound)
        return memory.rootsOf([cwd]);
      return {
        kind: 'none',
        message: `Start the server with --root DIR: the client did not name its folders (${messageOf(error)}).`,
      };
    }
  };
  return async ({ mcpReq }) => {
    const folders = foldersOfCodex(mcpReq._meta);
    const unnamed = folders.length > 0 ? folders : [cwd];
    if (!isModern) {
      const { roots } = server.server.getClientCapabilities() ?? {};
      if (roots === undefined) return memory.rootsOf(unnamed);
      // Without notice of changes, they are asked for again.
      if (roots.listChanged !== true) return ask();
      known ??= ask();
      const found = await known;
      // A folder may have vanished.
      return found.kind === 'roots' ? memory.rootsOf(found.roots.map(({ given }) => given)) : found;
    }
    const capabilities: unknown = own(mcpReq.envelope ?? {}, CLIENT_CAPABILITIES_META_KEY);
    if (!isMap(capabilities) || own(capabilities, 'roots') === undefined) return memory.rootsOf(unnamed);
    const response = inputResponse(mcpReq.inputResponses, ROOTS);
    if (response.kind === 'roots') return memory.rootsOf(foldersOfUris(response.roots.map(({ uri }) => uri)));
    if (mcpReq.inputResponses !== undefined)
      return { kind: 'none', message: 'Start the server with --root DIR: the client did not name its folders.' };
    return { kind: 'ask', question: inputRequired({ inputRequests: { [ROOTS]: inputRequired.listRoots() } }) };
  };
}

/** Returns the progress of a call, which is reported if the client has asked for it. */
function progressOf({ mcpReq }: ServerContext) {
  const progressToken = mcpReq._meta?.progressToken;
  let last = 0;
  return {
    signal: mcpReq.signal,
    report(progress: number, total: number): void {
      if (progressToken === undefined || mcpReq.signal.aborted || performance.now() - last < PROGRESS_INTERVAL) return;
      last = performance.now();
      const params = { progressToken, progress, total, message: `${progress} of ${formatCount(total, 'skill')}` };
      mcpReq.notify({ method: 'notifications/progress', params }).catch(() => undefined);
    },
  };
}
