import { join } from 'node:path';
import { parseEndpoint } from '../otlp-push/endpoint.ts';
import type { RunPush } from '../otlp-push/push-run.ts';
import type { RunEvent, RunReason } from '../protocol/events.ts';
import type { OtlpTarget } from '../protocol/rpc.ts';

/** Sends a run of the extension to the OTLP endpoint of the settings. Problems go to the log, never to the run. */
export interface EditorPush {
  /** Called with the run's id before its first event. */
  begin(run: string): void;
  add(event: RunEvent): void;
  close(reason: RunReason): Promise<void>;
}

/** Returns undefined if no endpoint is set, or if its address is invalid, which is logged. */
export async function editorPush({
  otlp = '',
  runs,
}: OtlpTarget & { readonly runs: string }): Promise<EditorPush | undefined> {
  if (otlp.trim() === '') return undefined;
  const target = parseEndpoint(otlp.trim(), process.env);
  if (target.kind === 'failed') {
    process.stderr.write(`${target.message}\n`);
    return undefined;
  }
  const { endpoint } = target;
  const { openPush } = await import('../otlp-push/push-run.ts');
  let push: RunPush | undefined;
  return {
    begin(run) {
      push = openPush({ endpoint, run, folder: join(runs, run) });
    },
    add: (event) => push?.add(event),
    async close(reason) {
      const problem = await push?.close(reason);
      if (problem !== undefined) process.stderr.write(`${problem}\n`);
    },
  };
}
