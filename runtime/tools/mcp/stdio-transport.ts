import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { ReadBuffer, serializeMessage, type Transport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import type { McpServer } from '../../agents/mcp-config.ts';
import { endProcess } from '../../scripts/end-process.ts';
import { startWatched, type WatchedProcess } from '../../scripts/watched-process.ts';
import { cleanEnvironment } from '../environment.ts';

/** Seconds that a server has to end by itself after it was asked to. */
const GRACE_S = 2;
/** Milliseconds that what it said may still take to arrive after it has gone. */
const DRAIN_MS = 100;

type StdioServer = Extract<McpServer, { kind: 'stdio' }>;

export interface StdioTransport extends Transport {
  /** Ends the server with all that it started: asked first, ended after its grace. Does not wait. */
  end(): void;
}

/**
 * An MCP server as a process, one JSON message a line. The client's own transport ends nothing but the process that it
 * started, and not even that where we end first: this one's ends with us, however we end (see `startWatched`).
 * @param onStderr what the server says on standard error, as it comes
 */
export function stdioTransport(given: StdioServer, onStderr: (text: string) => void): StdioTransport {
  return process.platform === 'win32' ? windowsTransport(given, onStderr) : watchedTransport(given, onStderr);
}

function watchedTransport({ command, args, env, cwd }: StdioServer, onStderr: (text: string) => void): StdioTransport {
  const buffer = new ReadBuffer();
  let server: WatchedProcess | undefined;

  function read(bytes: Buffer): void {
    try {
      buffer.append(bytes);
    } catch (error) {
      // It sends without an end: what follows cannot be read any more.
      transport.onerror?.(asError(error));
      // Read and dropped: a closed pipe would be the last that it complains of.
      server?.child.stdout?.off('data', read).resume();
      end();
      return;
    }
    for (;;)
      try {
        const message = buffer.readMessage();
        if (message === null) return;
        transport.onmessage?.(message);
      } catch (error) {
        // One that cannot be read; the next may be sound.
        transport.onerror?.(asError(error));
      }
  }

  function end(): void {
    server?.child.stdin?.end();
    server?.end();
  }

  let isClosed = false;
  function closed(): void {
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
        // What it started may hold the pipes for ever.
        const drained = setTimeout(() => setImmediate(() => setImmediate(closed)), DRAIN_MS);
        child.once('close', () => {
          clearTimeout(drained);
          closed();
        });
      });
      await once(child, 'spawn');
      child.on('error', (error) => transport.onerror?.(error));
    },
    async send(message) {
      const stdin = server?.child.stdin;
      if (!stdin?.writable) throw new Error('the server is gone');
      if (!stdin.write(serializeMessage(message))) await once(stdin, 'drain');
    },
    async close() {
      end();
    },
    end,
  };
  return transport;
}

/** There is no watchdog there, and a command such as `npx` is a file that only a shell starts, as the client knows. */
function windowsTransport({ command, args, env, cwd }: StdioServer, onStderr: (text: string) => void): StdioTransport {
  const transport = new StdioClientTransport({
    command,
    args: [...args],
    env: cleanEnvironment(env),
    cwd,
    stderr: 'pipe',
  });
  transport.stderr?.on('data', (bytes: Buffer) => onStderr(bytes.toString('utf8')));
  const end = (): void => endProcess({ pid: transport.pid ?? undefined, exitCode: null, signalCode: null });
  return Object.assign(transport, { end });
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}
