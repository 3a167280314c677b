import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { secretsIn } from '../journal/redact.ts';
import { newRunId } from '../journal/run-id.ts';
import { JOURNAL_FILE, type OpenResult, openJournal } from '../journal/writer.ts';
import { forgetAddress, hasQuery, rememberAddress } from '../models/address.ts';
import { pickUp } from './resume.ts';
import { Running } from './running.ts';
import type { RunSpec, RunWatcher, StartResult } from './spec.ts';

/**
 * Starts a run, or goes on with one. What is wrong before it begins is a message; afterwards everything is an event,
 * `run_finished` the last.
 */
export function startRun(spec: RunSpec, watcher: RunWatcher): StartResult {
  const earlier = spec.resumes?.run ?? spec.continues;
  const run = earlier ?? newRunId();
  const folder = join(spec.runs, run);
  if (earlier !== undefined && !existsSync(join(folder, JOURNAL_FILE))) {
    return { kind: 'failed', message: `There is no run ${run} in ${spec.runs}` };
  }
  const opened = open(spec, folder);
  if (opened.kind === 'failed') return opened;
  const { journal } = opened;
  // Under the lock: whoever came second sees here what the first has done.
  const picked = spec.resumes && pickUp(journal.earlier, spec.resumes.replies, watcher.host.isInteractive);
  if (picked?.kind === 'failed') {
    journal.close();
    return picked;
  }
  keepAddress(spec, run, earlier !== undefined);
  watcher.onBegin?.(run);
  const running = new Running(spec, watcher, journal);
  const finished = picked === undefined ? running.begin(run) : running.goOn(picked);
  return { kind: 'started', run, journal: journal.path, finished };
}

function open(spec: RunSpec, folder: string): OpenResult {
  if (spec.journal !== undefined) return { kind: 'open', journal: spec.journal };
  return openJournal({
    folder,
    secrets: [...spec.secrets, ...(spec.baseUrl === undefined ? [] : secretsIn(spec.baseUrl))],
    ...(spec.write === undefined ? {} : { write: spec.write }),
  });
}

/** For a resume: the journal shows the address without its parameters. */
function keepAddress({ baseUrl, runs }: RunSpec, run: string, wasThere: boolean): void {
  const place = { runs, run };
  if (baseUrl !== undefined && hasQuery(baseUrl)) rememberAddress(place, baseUrl);
  else if (wasThere) forgetAddress(place);
}
