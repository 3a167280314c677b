import { join } from 'node:path';
import pc from 'picocolors';
import { jsonLine } from '../journal/json-line.ts';
import type { PauseEvent, RunEvent } from '../protocol/events.ts';
import { withPayloads } from '../run/restore.ts';
import type { RunSpec } from '../run/run-spec.ts';
import { startRun } from '../run/start.ts';
import { untilCancelled } from './cancelled.ts';
import { EXIT_CODES, WRONG_USE } from './exit-codes.ts';
import { terminalHost } from './host.ts';
import type { Output } from './output.ts';
import { plain } from './plain.ts';
import { prettyEvent } from './pretty.ts';
import { vouchedFor } from './vouched.ts';

export interface PlayOptions {
  readonly json: boolean;
  /** Approves confirmations and scripts beforehand. */
  readonly yes: boolean;
}

/** Whether a person can be asked: there is a terminal, and the output is for reading. */
export function isInteractive(json: boolean): boolean {
  return !json && process.stdin.isTTY === true && process.stdout.isTTY === true;
}

/** Runs to the end and prints the events. Ends the process with its exit code; returns only where nothing began. */
export async function play(spec: RunSpec | string, options: PlayOptions, output: Output): Promise<number> {
  if (typeof spec === 'string') {
    output.error(spec);
    return WRONG_USE;
  }
  const host = terminalHost({ yes: options.yes, prompts: isInteractive(options.json) });
  const { controller } = untilCancelled(output, host.leave);
  const color = pc.createColors(pc.isColorSupported && process.stdout.isTTY === true);
  const asked: PauseEvent[] = [];
  let runFolder = join(spec.runs, spec.resumes?.run ?? spec.continues ?? '');
  const vouched = await vouchedFor(spec);
  const started = startRun(spec, {
    host,
    signal: controller.signal,
    // Before the first event: a process that is killed right after it can be resumed.
    onBegin: vouched.remember,
    onEvent: (event: RunEvent) => {
      if (event.type === 'pause') asked.push(event);
      if (event.type === 'run_started') runFolder = join(spec.runs, event.run);
      output.line(options.json ? jsonLine(event) : prettyEvent(withPayloads(event, runFolder), color));
    },
  });
  if (started.kind === 'failed') {
    output.error(started.message);
    return WRONG_USE;
  }
  const { reason, waiting } = await started.finished;
  if (reason !== 'paused') vouched.forget(started.run);
  if (!options.json && reason === 'paused') output.line(color.dim(howToGoOn(started.run, asked, waiting ?? [])));
  await output.flushed();
  // A model that was given up may hold the process open; its answer is of no interest any more.
  process.exit(EXIT_CODES[reason]);
}

function howToGoOn(run: string, asked: readonly PauseEvent[], waiting: readonly string[]): string {
  const answers = waiting.map((id) => {
    const credential = asked.find((pause) => pause.id === id)?.kind === 'credential';
    return credential ? `--credential ${id}=env:NAME` : `--approve ${id}`;
  });
  return plain(`go on with: skillwright resume ${run} ${answers.join(' ')}`);
}
