import { join } from 'node:path';
import { jsonLine } from '../journal/json-line.ts';
import type { PauseEvent, RunEvent } from '../protocol/events.ts';
import { withPayloads } from '../run/restore.ts';
import type { RunSpec } from '../run/run-spec.ts';
import { startRun } from '../run/start.ts';
import { cancelOnSignals } from './cancel-on-signals.ts';
import { consentOf } from './consent.ts';
import { EXIT_CODES, INVALID_USAGE } from './exit-codes.ts';
import type { Output } from './output.ts';
import { stripControls } from './plain-text.ts';
import { prettyEvent } from './pretty-event.ts';
import { terminalColors } from './terminal-colors.ts';
import { terminalHost } from './terminal-host.ts';

export interface PlayOptions {
  readonly json: boolean;
  /** Approves confirmations and scripts in advance. */
  readonly yes: boolean;
}

/** True if the user can be prompted: there is a terminal, and the output is for reading. */
export function isInteractive(json: boolean): boolean {
  return !json && process.stdin.isTTY === true && process.stdout.isTTY === true;
}

/** Performs a run and prints its events. Exits the process with the run's exit code; returns only if it did not start. */
export async function play(spec: RunSpec | string, options: PlayOptions, output: Output): Promise<number> {
  if (typeof spec === 'string') {
    output.error(spec);
    return INVALID_USAGE;
  }
  const host = terminalHost({ yes: options.yes, prompts: isInteractive(options.json) });
  const { controller } = cancelOnSignals(output, host.leave);
  const color = terminalColors();
  const pauses: PauseEvent[] = [];
  let runFolder = join(spec.runs, spec.resumes?.run ?? spec.continues ?? '');
  const consent = await consentOf(spec);
  const started = startRun(spec, {
    host,
    signal: controller.signal,
    // Before the first event, so that a process killed right after it can be resumed.
    onBegin: consent.remember,
    onEvent: (event: RunEvent) => {
      if (event.type === 'pause') pauses.push(event);
      if (event.type === 'run_started') runFolder = join(spec.runs, event.run);
      output.line(options.json ? jsonLine(event) : prettyEvent(withPayloads(event, runFolder), color));
    },
  });
  if (started.kind === 'failed') {
    output.error(started.message);
    return INVALID_USAGE;
  }
  const { reason, waiting } = await started.finished;
  if (reason !== 'paused') consent.forget(started.run);
  if (!options.json && reason === 'paused')
    output.line(color.dim(resumeCommandLine(started.run, pauses, waiting ?? [])));
  await output.flushed();
  // The process may be held open by a model call that was abandoned.
  process.exit(EXIT_CODES[reason]);
}

function resumeCommandLine(run: string, asked: readonly PauseEvent[], waiting: readonly string[]): string {
  const answers = waiting.map((id) => {
    const credential = asked.find((pause) => pause.id === id)?.kind === 'credential';
    return credential ? `--credential ${id}=env:NAME` : `--approve ${id}`;
  });
  return stripControls(`continue with: skillwright resume ${run} ${answers.join(' ')}`);
}
