/** How a saved run is told in a list: its state, its time, its model. */
import type { RunReason } from '../../runtime/protocol/events.ts';
import { oneLine } from '../panel/trace/read.ts';
import { formatDateTime } from '../timeline/model/date-format.ts';
import type { ListedRun } from './catalog.ts';
import type { AtWork, LibraryRun } from './library.ts';
import type { SavedRun } from './saved.ts';

export interface StateWords {
  /** Name of a codicon. */
  readonly icon: string;
  /** Id of a theme colour, where the icon has one of its own. */
  readonly color?: string;
  readonly text: string;
}

const REASONS: Readonly<Record<RunReason, StateWords>> = {
  final: { icon: 'pass', color: 'testing.iconPassed', text: 'finished' },
  guard: { icon: 'shield', color: 'testing.iconFailed', text: 'stopped by a guard' },
  max_llm_calls: { icon: 'warning', color: 'problemsWarningIcon.foreground', text: 'reached the limit of model calls' },
  model_error: { icon: 'error', color: 'testing.iconErrored', text: 'the model failed' },
  paused: { icon: 'debug-pause', color: 'problemsInfoIcon.foreground', text: 'waits for an answer' },
  cancelled: { icon: 'circle-slash', text: 'stopped by you' },
};

/** State of a run in a few words. */
export function stateOf(run: SavedRun, atWork: AtWork): StateWords {
  if (atWork === 'waiting')
    return { icon: 'bell-dot', color: 'notificationsWarningIcon.foreground', text: 'waits for you' };
  if (atWork === 'running') return { icon: 'sync~spin', text: 'running' };
  if (atWork === 'elsewhere') return { icon: 'sync', text: 'running in another process' };
  if (run.finished !== undefined) return REASONS[run.finished.reason];
  const why = run.interrupted === 'window' ? ': its window was closed or reloaded' : '';
  return { icon: 'debug-disconnect', text: `interrupted${why}` };
}

/** `4 model calls`. */
export function callsOf(count: number): string {
  return `${count.toLocaleString('en')} model call${count === 1 ? '' : 's'}`;
}

/** The same for a narrow list. */
export function shortCallsOf(count: number): string {
  return `${count.toLocaleString('en')} call${count === 1 ? '' : 's'}`;
}

/** What the run is called: the name that it was given, else the first line of its prompt. */
export function titleOf(run: SavedRun, name: string | undefined): string {
  return name ?? (oneLine(run.started.prompt.trim().split('\n', 1)[0] ?? '', 120) || '(no prompt)');
}

/** A title beside other text: one that runs from right to left would take the figures behind it into its own order. */
export function isolated(title: string): string {
  return /[\u0590-\u08ff\ufb1d-\ufefc]/.test(title) ? `\u2068${title}\u2069` : title;
}

/** The model; of a simulated one this says so whatever it is called, and of one of a stress test that, too. */
export function modelOf({ started }: SavedRun): string {
  const model = oneLine(started.model, 80);
  const told = started.simulated ? `simulated: ${model.replace(/^simulated\//, '')}` : model;
  return started.stress === true ? `${told}, stress test` : told;
}

/** As they are offered: pinned ones first, those of stress tests last, in each the order that they came in. */
export function inOrder<T extends Pick<ListedRun, 'run' | 'meta'>>(runs: readonly T[]): readonly T[] {
  const rank = ({ run, meta }: T): number => (meta.pinned === true ? 0 : run.started.stress === true ? 2 : 1);
  return runs.toSorted((a, b) => rank(a) - rank(b));
}

/**
 * Whether it waits for an answer of the user: in this window, or left so when its window or process went. The latter
 * only in a workspace that is trusted, as nothing can be resumed in another.
 */
export function waitsForUser({ run, atWork }: Pick<LibraryRun, 'run' | 'atWork'>, trusted: boolean): boolean {
  return atWork === 'waiting' || (trusted && atWork === undefined && run.finished?.reason === 'paused');
}

/** Whether a run that ended so, or whose process was killed, can go on. */
export function canGoOn(ended: RunReason | undefined): boolean {
  return ended === undefined || ended === 'paused';
}

/**
 * Those of the chosen runs to go on with. Where several are chosen, as by Select All, those that have ended are left out;
 * one stays where there is no other, so that the user is told why nothing goes on.
 */
export function toResume<T extends Pick<ListedRun, 'run'>>(chosen: readonly T[]): readonly T[] {
  const open = chosen.filter(({ run }) => canGoOn(run.finished?.reason));
  return open.length > 0 ? open : chosen.slice(0, 1);
}

/** The model without its provider: what a narrow list has room for. */
export function shortModelOf({ started }: SavedRun): string {
  return oneLine(started.model.replace(/^[^/]*\//, ''), 60);
}

/**
 * When each run of a list began, by journal: to the second for those of one model within a minute, which nothing
 * else may tell apart: each further character takes room from what stands behind it.
 * Absent where a journal does not tell.
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

/** When it began: the time alone for today, else with the day; empty where the journal does not tell. */
export function timeOf({ started }: SavedRun, now: Date, locale: string, seconds = false): string {
  return formatDateTime(new Date(started.time), now, locale, seconds);
}
