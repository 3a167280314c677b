/** Opens a session as VS Code does: its process reads the session and writes it as a journal. */
import { fork } from 'node:child_process';
import { createReadStream, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { createMessageConnection, IPCMessageReader, IPCMessageWriter } from 'vscode-jsonrpc/node';
import { ReadSession } from '../../runtime/protocol/sessions.ts';

const RUNTIME = join(import.meta.dirname, '../../dist/runtime.cjs');

export interface OpenedSession {
  /** Memory of the process when it was ready, and its maximum, in bytes. Only on Linux. */
  readonly before: number;
  readonly peak: number;
  readonly ms: number;
  /** Number of results of calls in the journal. */
  readonly results: number;
}

/** Opens a session and removes its journal again. Rejects if it is refused. */
export async function openInRuntime(file: string, folder: string): Promise<OpenedSession> {
  const child = fork(RUNTIME, [], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'], execArgv: [] });
  const connection = createMessageConnection(new IPCMessageReader(child), new IPCMessageWriter(child));
  connection.listen();
  try {
    const journals = join(folder, 'journals');
    const params = { file, journals, skills: [], folders: {} };
    // The first request loads what the process needs.
    await connection.sendRequest(ReadSession, { ...params, file: `${file}-missing` });
    const before = memoryOf(child.pid, 'VmRSS');
    const start = performance.now();
    const read = await connection.sendRequest(ReadSession, params);
    const ms = Math.round(performance.now() - start);
    if (read.kind === 'refused') throw new Error(read.message);
    const peak = memoryOf(child.pid, 'VmHWM');
    let results = 0;
    for await (const line of createInterface(createReadStream(read.journal)))
      if (line.includes('"type":"tool_result"')) results++;
    rmSync(dirname(read.journal), { recursive: true, force: true });
    return { before, peak, ms, results };
  } finally {
    connection.dispose();
    child.kill();
  }
}

function memoryOf(pid: number | undefined, name: 'VmRSS' | 'VmHWM'): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1] ?? 0) * 1024;
}
