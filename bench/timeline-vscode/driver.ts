/**
 * Runs inside the extension host: executes requests of the benchmark over HTTP, on loopback and with a token, and
 * measures that process from inside. VS Code loads it like tests.
 */
import { randomBytes } from 'node:crypto';
import { renameSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type IntervalHistogram, monitorEventLoopDelay } from 'node:perf_hooks';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { commands, extensions, Uri, ViewColumn, window, workspace } from 'vscode';
import type { SkillwrightApi } from '../../client/extension.ts';
import { type Command, steady, type Watched } from './commands.ts';
import { showCount } from './count.ts';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/** Serves the benchmark until it is done; writes its address to the file `TIMELINE_DRIVER`. */
export async function run(): Promise<void> {
  const skillwright = extensions.getExtension<SkillwrightApi>('skillwright.skillwright');
  if (skillwright === undefined) throw new Error('The extension is not there.');
  const api = await skillwright.activate();
  const path = `/${randomBytes(16).toString('hex')}`;
  const ended = Promise.withResolvers<void>();
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      if (request.url !== path) return void response.writeHead(404).end();
      const command = JSON.parse(Buffer.concat(parts).toString()) as Command;
      if (command.do === 'end') ended.resolve();
      execute(api, command).then(
        (value) => response.end(JSON.stringify({ value })),
        (error: unknown) => response.end(JSON.stringify({ error: String(error) })),
      );
    });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const file = process.env.TIMELINE_DRIVER ?? '';
  writeFileSync(`${file}.part`, `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`);
  renameSync(`${file}.part`, file);
  await ended.promise;
  server.close();
}

async function execute(api: SkillwrightApi, command: Command): Promise<unknown> {
  const startTime = steady();
  switch (command.do) {
    case 'open':
      void commands.executeCommand('vscode.open', Uri.file(command.journal));
      return startTime;
    case 'open session':
      void commands.executeCommand('skillwright.openSession', Uri.file(command.file));
      return startTime;
    case 'show':
      api.show(command.journal);
      return startTime;
    case 'empty': {
      const panel = window.createWebviewPanel('bench', 'Empty', ViewColumn.Active, { enableScripts: true });
      panel.webview.html = '<!DOCTYPE html><html><body><p id="empty">Empty</p></body></html>';
      return startTime;
    }
    case 'count':
      showCount(command.journal);
      return startTime;
    case 'hide':
      await window.showTextDocument(await workspace.openTextDocument({ content: 'in front' }), ViewColumn.Active);
      return startTime;
    case 'close all':
      await commands.executeCommand('workbench.action.closeAllEditors');
      return startTime;
    case 'watch':
      return startWatch();
    case 'watched':
      return endWatch();
    case 'run': {
      const started = await api.runs.start(command.params);
      if (started.kind === 'failed') throw new Error(started.message);
      return started.run.journal;
    }
    case 'end':
      return startTime;
  }
}

interface Watch {
  readonly delay: IntervalHistogram;
  readonly from: number;
  readonly cpu: NodeJS.CpuUsage;
  readonly timer: NodeJS.Timeout;
  maxHeap: number;
}

let watch: Watch | undefined;

function startWatch(): void {
  collect();
  const delay = monitorEventLoopDelay({ resolution: 5 });
  const sample = () => {
    if (watch !== undefined) watch.maxHeap = Math.max(watch.maxHeap, process.memoryUsage().heapUsed / 1e6);
  };
  watch = { delay, from: steady(), cpu: process.cpuUsage(), timer: setInterval(sample, 50), maxHeap: 0 };
  delay.enable();
}

function endWatch(): Watched | undefined {
  if (watch === undefined) return undefined;
  const { delay, from, cpu, timer, maxHeap } = watch;
  delay.disable();
  clearInterval(timer);
  const { user, system } = process.cpuUsage(cpu);
  const busy = (user + system) / (steady() - from);
  collect();
  const heap = process.memoryUsage().heapUsed / 1e6;
  return { p99: delay.percentile(99) / 1e6, maxDelay: delay.max / 1e6, heap, maxHeap: Math.max(maxHeap, heap), busy };
}
