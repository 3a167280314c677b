import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { ReadBuffer, serializeMessage, type Transport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import type { McpServer } from '../../agents/mcp-config.ts';
import { endProcess } from '../../scripts/end-process.ts';
import { startWatched, type WatchedProcess } from '../../scripts/watched-process.ts';
import { cleanEnvironment } from '../environment.ts';

/** Seconds for a server to exit by itself after it was asked to. */
const GRACE_S = 2;
/** Milliseconds that output may take to arrive after the server has exited. */
const DRAIN_MS = 100;

type StdioServer = Extract<McpServer, { kind: 'stdio' }>;

export interface StdioTransport extends Transport {
  /** Asks the server to exit, and kills it and its descendants after the grace period. Fulfilled once all have ended. */
  end(): Promise<void>;
}

/**
 * Creates a transport to an MCP server process, with one JSON message per line. The client's own transport ends only the
 * process that it started, and not even that if this process ends first. A process of this transport always ends with the
 * current one (see `startWatched`).
 * @param onStderr receives the server's standard error
 */
export function stdioTransport(server: StdioServer, onStderr: (text: string) => void): StdioTransport {
  return process.platform === 'win32' ? windowsTransport(server, onStderr) : watchedTransport(server, onStderr);
}

function watchedTransport({ command, args, env, cwd }: StdioServer, onStderr: (text: string) => void): StdioTransport {
  const buffer = new ReadBuffer();
  let server: WatchedProcess | undefined;

  function read(bytes: Buffer): void {
    try {
      buffer.append(bytes);
    } catch (error) {
      // An unterminated message: nothing after it can be parsed.
      transport.onerror?.(asError(error));
      // Drained instead of closed, so that a write error does not become the server's last error message.
      server?.child.stdout?.off('data', read).resume();
      void end();
      return;
    }
    for (;;)
      try {
        const message = buffer.readMessage();
        if (message === null) return;
        transport.onmessage?.(message);
      } catch (error) {
        // An invalid message; the next one may be valid.
        transport.onerror?.(asError(error));
      }
  }

  async function end(): Promise<void> {
    server?.child.stdin?.end();
    await server?.end();
  }

  let isClosed = false;
  function handleClose(): void {
    if (isClosed) return;
    isClosed = true;
    for (const stream of [server?.child.stdout, server?.child.stderr]) stream?.destroy();
    transport.onclose?.();
  }

  const transport: StdioTransport = {
    async start() {
      const started = startWatched(
        { stdio: ['pipe', 'pipe', 'pipe'], environment: cleanEnvironment(env), graceSeconds: GRACE_S },
        (start) => spawn(command, args, { cwd, ...start, stdio: [...start.stdio] }),
      );
      server = started;
      const { child } = started;
      child.stdout?.on('data', read);
      child.stderr?.setEncoding('utf8').on('data', onStderr);
      for (const stream of [child.stdin, child.stdout, child.stderr])
        stream?.on('error', (error) => transport.onerror?.(error));
      child.once('exit', () => {
        // A descendant may keep the pipes open forever.
        const drainTimer = setTimeout(() => setImmediate(() => setImmediate(handleClose)), DRAIN_MS);
        child.once('close', () => {
          clearTimeout(drainTimer);
          handleClose();
        });
      });
      await once(child, 'spawn');
      child.on('error', (error) => transport.onerror?.(error));
    },
    async send(message) {
      const stdin = server?.child.stdin;
      if (!stdin?.writable) throw new Error('the server has exited');
      if (!stdin.write(serializeMessage(message))) await once(stdin, 'drain');
    },
    async close() {
      void end();
    },
    end,
  };
  return transport;
}

/** Creates a transport on Windows, which has no watchdog. A command such as `npx` needs a shell there, which the client handles. */
function windowsTransport({ command, args, env, cwd }: StdioServer, onStderr: (text: string) => void): StdioTransport {
  const transport = new StdioClientTransport({
    command,
    args: [...args],
    env: cleanEnvironment(env),
    cwd,
    stderr: 'pipe',
  });
  transport.stderr?.on('data', (bytes: Buffer) => onStderr(bytes.toString('utf8')));
  const end = async (): Promise<void> =>
    endProcess({ pid: transport.pid ?? undefined, exitCode: null, signalCode: null });
  return Object.assign(transport, { end });
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}
