/** Formats a saved run for lists: its state, time and model. */

import type { RunReason } from '../../runtime/protocol/events.ts';
import { formatCount } from '../../runtime/text/count.ts';
import { defined, own } from '../../runtime/text/objects.ts';
import type { EndpointUrls } from '../models/endpoint-name.ts';
import { displayName } from '../models/model-names.ts';
import { nameOfClient } from '../panel/trace/client-name.ts';
import { oneLine } from '../panel/trace/read.ts';
import { formatDateTime } from '../timeline/model/date-format.ts';
import type { ListedRun } from './catalog.ts';
import type { Activity, LibraryRun } from './library.ts';
import type { SavedRun } from './saved-runs.ts';

export interface StateLabel {
  /** The name of a codicon. */
  readonly icon: string;
  /** The id of a theme color, if the icon has its own. */
  readonly color?: string;
  readonly text: string;
}

const REASON_LABELS: Readonly<Record<RunReason, StateLabel>> = {
  final: { icon: 'pass', color: 'testing.iconPassed', text: 'finished' },
  guard: { icon: 'shield', color: 'testing.iconFailed', text: 'stopped by a guard' },
  max_llm_calls: { icon: 'warning', color: 'problemsWarningIcon.foreground', text: 'reached the limit of model calls' },
  model_error: { icon: 'error', color: 'testing.iconErrored', text: 'the model failed' },
  paused: { icon: 'debug-pause', color: 'problemsInfoIcon.foreground', text: 'waiting for an answer' },
  cancelled: { icon: 'circle-slash', text: 'stopped by you' },
};

/** Returns the icon and text for the state of a run. */
export function stateOf(run: SavedRun, activity: Activity): StateLabel {
  if (activity === 'waiting')
    return { icon: 'bell-dot', color: 'notificationsWarningIcon.foreground', text: 'waiting for you' };
  if (activity === 'running') return { icon: 'sync~spin', text: 'running' };
  if (activity === 'elsewhere') return { icon: 'sync', text: 'running in another process' };
  // The journal may have a reason that is unknown here.
  if (run.finished !== undefined)
    return (
      own(REASON_LABELS, run.finished.reason) ?? { icon: 'circle-outline', text: labelOfReason(run.finished.reason) }
    );
  const reason = run.interrupted === 'window' ? ': its window was closed or reloaded' : '';
  return { icon: 'debug-disconnect', text: `interrupted${reason}` };
}

/** Returns the reason for the end of a run as text; a reason of a later version is returned unchanged. */
export function labelOfReason(reason: string): string {
  return own(REASON_LABELS, reason)?.text ?? oneLine(reason, 80);
}

/** Formats a number of model calls: `4 model calls`. */
export function formatCalls(count: number): string {
  return formatCount(count, 'model call');
}

/** Formats a number of model calls for a narrow list: `4 calls`. */
export function formatCallsShort(count: number): string {
  return formatCount(count, 'call');
}

/** Returns the title of a run: its name, or else the first line of its prompt. */
export function titleOf(run: SavedRun, name: string | undefined): string {
  return name ?? (oneLine(run.started.prompt.trim().split('\n', 1)[0] ?? '', 120) || '(no prompt)');
}

/** Isolates right-to-left text, which would otherwise reorder the numbers that follow it. */
export function isolateRtl(title: string): string {
  return /[\u0590-\u08ff\ufb1d-\ufefc]/.test(title) ? `\u2068${title}\u2069` : title;
}

/**
 * Returns the name of the model of a run, marked if it was run by a stress test, or if it is simulated and its name does not
 * say so.
 * @param endpoints addresses by the names that the user's settings give them
 */
export function modelOf({ started }: SavedRun, endpoints: EndpointUrls = {}): string {
  const { model: id, baseUrl, simulated, stress } = started;
  const model = oneLine(displayName(defined({ id, baseUrl }), endpoints), 80);
  return [
    model,
    ...(simulated && !id.startsWith('simulated/') ? ['simulated'] : []),
    ...(stress === true ? ['stress test'] : []),
  ].join(', ');
}

/** Returns the client that a run simulates, as `as Claude Code`; empty for ADK. */
export function clientOf({ started: { client } }: SavedRun): string {
  return client === undefined ? '' : `as ${nameOfClient(client)}`;
}

/** Sorts runs for selection: pinned runs first, runs of stress tests last, otherwise in the given order. */
export function sortForDisplay<T extends Pick<ListedRun, 'run' | 'meta'>>(runs: readonly T[]): readonly T[] {
  const rank = ({ run, meta }: T): number => (meta.pinned === true ? 0 : run.started.stress === true ? 2 : 1);
  return runs.toSorted((a, b) => rank(a) - rank(b));
}

/**
 * Returns true if the run waits for the user, in this window or since its window or process ended. The latter counts only
 * in a trusted workspace, because runs cannot be resumed in an untrusted one.
 */
export function isWaitingForUser({ run, activity }: Pick<LibraryRun, 'run' | 'activity'>, trusted: boolean): boolean {
  return activity === 'waiting' || (trusted && activity === undefined && run.finished?.reason === 'paused');
}

/** Returns true if a run with this end reason can be resumed. Undefined means that its process was killed. */
export function canResume(ended: RunReason | undefined): boolean {
  return ended === undefined || ended === 'paused';
}

/**
 * Returns those of the selected runs that can be resumed. If there are none, returns the first selected run, so that the
 * user is shown why it cannot be resumed.
 */
export function selectResumable<T extends Pick<ListedRun, 'run'>>(chosen: readonly T[]): readonly T[] {
  const resumable = chosen.filter(({ run }) => canResume(run.finished?.reason));
  return resumable.length > 0 ? resumable : chosen.slice(0, 1);
}

/**
 * Formats the start times of the runs in a list, by journal. Seconds are shown only to distinguish runs of the same model
 * within a minute, because each character takes space from the text that follows. Runs without a time are absent.
 */
export function timesOf(
  runs: readonly Pick<LibraryRun, 'run'>[],
  now: Date,
  locale: string,
): ReadonlyMap<string, string> {
  const times = new Map<string, string>();
  const timed = Map.groupBy(
    runs.map(({ run }) => run),
    (run) => timeOf(run, now, locale),
  );
  for (const [time, within] of timed) {
    if (time === '') continue;
    for (const same of Map.groupBy(within, ({ started }) => started.model).values())
      for (const run of same) times.set(run.journal, same.length > 1 ? timeOf(run, now, locale, true) : time);
  }
  return times;
}

/** Formats the start time of a run, with the date unless it is today. Empty if the journal contains no time. */
export function timeOf({ started }: SavedRun, now: Date, locale: string, seconds = false): string {
  return formatDateTime(new Date(started.time), now, locale, seconds);
}
