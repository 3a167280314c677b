import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { defined } from '../../skill/index.ts';
import { newestRunHint } from '../journal/newest-run.ts';
import { secretsInUrl } from '../journal/redact.ts';
import { newRunId } from '../journal/run-id.ts';
import { JOURNAL_FILE, type OpenResult, openJournal } from '../journal/writer.ts';
import { forgetAddress, hasQuery, rememberAddress } from '../models/endpoint/address.ts';
import { planResume } from './resume.ts';
import { RunExecution } from './run-execution.ts';
import type { ForkSpec, RunObserver, RunSpec, StartResult } from './run-spec.ts';

/**
 * Starts, forks or resumes a run. A problem before the start is returned as a message. Afterwards everything is an event, and
 * `run_finished` is the last one.
 */
export function startRun(spec: RunSpec, observer: RunObserver): StartResult {
  if (spec.fork !== undefined) return startFork(spec, spec.fork, observer);
  const earlier = spec.resumes?.run ?? spec.continues;
  const run = earlier ?? newRunId();
  const folder = join(spec.runs, run);
  if (earlier !== undefined && !existsSync(join(folder, JOURNAL_FILE))) {
    return { kind: 'failed', message: `There is no run ${run} in ${spec.runs}${newestRunHint(spec.runs)}` };
  }
  const opened = open(spec, folder);
  if (opened.kind === 'failed') return opened;
  const { journal } = opened;
  // Checked under the lock, so that of two processes the second sees what the first has done.
  const plan = spec.resumes && planResume(journal.earlierEvents, spec.resumes.replies, observer.host.isInteractive);
  if (plan?.kind === 'failed') {
    journal.close();
    return plan;
  }
  storeAddress(spec, run, earlier !== undefined);
  observer.onBegin?.(run);
  const execution = new RunExecution(spec, observer, journal);
  const finished = plan === undefined ? execution.start(run) : execution.resume(plan);
  return { kind: 'started', run, journal: journal.path, finished };
}

/** Starts a fork. Its copied events are reported before its own. */
function startFork(spec: RunSpec, { run, create }: ForkSpec, observer: RunObserver): StartResult {
  const folder = join(spec.runs, run);
  // Before there is a run, so that a process killed at any moment leaves one that can be resumed, or none; but not before the
  // events are written, so that a full disk leaves no records of a run that does not exist.
  const problem = create(folder, () => {
    storeAddress(spec, run, false);
    observer.onBegin?.(run);
  });
  if (problem !== undefined) return { kind: 'failed', message: problem };
  const opened = open(spec, folder);
  if (opened.kind === 'failed') return opened;
  const { journal } = opened;
  for (const event of journal.earlierEvents) observer.onEvent(event);
  const finished = new RunExecution(spec, observer, journal).continueFork();
  return { kind: 'started', run, journal: journal.path, finished };
}

function open(spec: RunSpec, folder: string): OpenResult {
  if (spec.journal !== undefined) return { kind: 'open', journal: spec.journal };
  return openJournal(
    defined({
      folder,
      secrets: [...spec.secrets, ...(spec.baseUrl === undefined ? [] : secretsInUrl(spec.baseUrl))],
      write: spec.write,
    }),
  );
}

/** Stores the complete address for a resume, because the journal contains it without its query. */
function storeAddress({ baseUrl, runs }: RunSpec, run: string, isExistingRun: boolean): void {
  const place = { runs, run };
  if (baseUrl !== undefined && hasQuery(baseUrl)) rememberAddress(place, baseUrl);
  else if (isExistingRun) forgetAddress(place);
}
