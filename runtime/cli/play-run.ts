/** Plays a run in the terminal: output, questions, interrupts, exit code. */
import { join } from 'node:path';
import { jsonLine } from '../journal/json-line.ts';
import { parseEndpoint } from '../otlp-push/endpoint.ts';
import type { RunPush } from '../otlp-push/push-run.ts';
import type { PauseEvent, RunEvent } from '../protocol/events.ts';
import { withPayloads } from '../run/restore.ts';
import type { RunSpec } from '../run/run-spec.ts';
import { startRun } from '../run/start.ts';
import { cancelOnSignals } from './cancel-on-signals.ts';
import { consentOf } from './consent.ts';
import { DEFAULT_RUNS } from './default-runs.ts';
import { EXIT_CODES, INVALID_USAGE } from './exit-codes.ts';
import type { Output } from './output.ts';
import { exactText } from './plain-text.ts';
import { prettyEvent } from './pretty-event.ts';
import { terminalColors } from './terminal-colors.ts';
import { questionLines, terminalHost } from './terminal-host.ts';

export interface PlayOptions {
  readonly json: boolean;
  /** Approves confirmations and scripts in advance. */
  readonly yes: boolean;
  /** Options that a resume needs again, such as the variable of the key. */
  readonly resumeOptions: ResumeOptions;
}

/** Options of a command that `resume` needs again. */
export interface ResumeOptions {
  /** The folder of runs, as specified by the user or by default. */
  readonly runs: string;
  readonly apiKeyEnv?: string;
  /** Address of the OTLP endpoint to send spans to. */
  readonly otlp?: string;
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
  const target =
    options.resumeOptions.otlp === undefined ? undefined : parseEndpoint(options.resumeOptions.otlp, process.env);
  if (target?.kind === 'failed') {
    output.error(target.message);
    return INVALID_USAGE;
  }
  const host = terminalHost({ yes: options.yes, prompts: isInteractive(options.json) });
  const { controller } = cancelOnSignals(output, host.handleClosedTerminal);
  const color = terminalColors();
  const pauses: PauseEvent[] = [];
  let printedError: string | undefined;
  let runFolder = join(spec.runs, spec.fork?.run ?? spec.resumes?.run ?? spec.continues ?? '');
  const consent = await consentOf(spec);
  const endpoint = target?.endpoint;
  let push: RunPush | undefined;
  // Loaded on demand: most runs send nothing.
  const pushModule = endpoint === undefined ? undefined : await import('../otlp-push/push-run.ts');
  const started = startRun(spec, {
    host,
    signal: controller.signal,
    // Before the first event, so that a process killed right after it can be resumed.
    onBegin: (run) => {
      consent.remember(run);
      if (endpoint !== undefined) push = pushModule?.openPush({ endpoint, run, folder: join(spec.runs, run) });
    },
    onEvent: (event: RunEvent) => {
      if (event.type === 'run_started') runFolder = join(spec.runs, event.run);
      push?.add(event);
      const complete = options.json ? event : withPayloads(event, runFolder);
      if (complete.type === 'pause') pauses.push(complete);
      // The events that a fork copies are in the output for programs only.
      const isCopied = event.seq > 1 && event.seq <= (spec.fork?.copied ?? 0);
      if (options.json) output.line(jsonLine(event));
      else if (!isCopied) output.line(prettyEvent(withoutError(complete, printedError), color));
      if (complete.type === 'llm_response') printedError = complete.error;
    },
  });
  if (started.kind === 'failed') {
    output.error(started.message);
    return INVALID_USAGE;
  }
  const { reason, waiting } = await started.finished;
  if (reason !== 'paused') consent.forget(started.run);
  if (!options.json && reason === 'paused') {
    const unanswered = pauses.filter(({ id }) => waiting?.includes(id));
    // In a terminal, the prompt has already shown them.
    const details = isInteractive(options.json)
      ? []
      : unanswered.map(questionLines).map(({ above }) => above.trimEnd());
    for (const one of new Set(details)) output.line(one);
    output.line(color.dim(resumeCommandLine(started.run, unanswered, options.resumeOptions)));
  }
  await output.flushed();
  const problem = await push?.close(reason);
  if (problem !== undefined) output.warn(problem);
  // The process may be held open by a model call that was abandoned.
  process.exit(EXIT_CODES[reason]);
}

/** Removes the error of a run's end if the model call above it has shown the same one. */
function withoutError(event: RunEvent, printed: string | undefined): RunEvent {
  if (event.type !== 'run_finished' || event.error === undefined || event.error !== printed) return event;
  const { error: _, ...end } = event;
  return end;
}

/** Returns the command that approves all open pauses. */
function resumeCommandLine(run: string, open: readonly PauseEvent[], { runs, apiKeyEnv, otlp }: ResumeOptions): string {
  const answers = open.map(({ id, kind }) =>
    kind === 'credential' ? `--credential ${id}=env:NAME` : `--approve ${id}`,
  );
  const others = [
    ...(apiKeyEnv === undefined ? [] : [`--api-key-env ${apiKeyEnv}`]),
    ...(otlp === undefined ? [] : [`--otlp ${quoteArgument(otlp)}`]),
    ...(runs === DEFAULT_RUNS ? [] : [`--runs ${quoteArgument(runs)}`]),
  ];
  return exactText(`continue with: skillwright resume ${[run, ...answers, ...others].join(' ')}`);
}

/** Quotes an argument for a POSIX shell if it needs quotes. */
function quoteArgument(argument: string): string {
  return /^[\w./:@%+=-]+$/.test(argument) ? argument : `'${argument.replaceAll("'", "'\\''")}'`;
}
