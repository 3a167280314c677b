import { defined } from '../../skill/index.ts';
import { type List, mapList } from '../journal/spilled-list.ts';
import type { RunTotals } from '../protocol/compare.ts';
import type { LlmRequest, NoteEvent, RunEvent, RunStarted } from '../protocol/events.ts';
import type { RequestContent } from '../protocol/requests.ts';
import { requestReader } from '../requests/recorded-requests.ts';
import { withPayloads } from '../run/restore.ts';
import type { SessionEvent } from '../sessions/log/session-event.ts';
import { type RunStep, StepLog } from './steps.ts';
import { TotalsLog } from './totals.ts';

/** A run to compare, as read from its journal, or the session of another agent. */
export type RunToCompare =
  | {
      readonly kind: 'run';
      readonly run: string;
      /** The folder of its journal. */
      readonly folder: string;
      readonly events: List<RunEvent>;
    }
  | { readonly kind: 'session'; readonly run: string; readonly events: List<SessionEvent> };

/** A run as far as a comparison needs it, without payloads, so that runs of any size can be compared. */
export interface ComparedSide {
  readonly steps: readonly RunStep[];
  readonly totals: RunTotals;
  /** The start of each prompt, in order. */
  readonly starts: readonly Start[];
  /** The `seq` of the requests whose responses the user edited. */
  readonly edited: ReadonlySet<number>;
  /** Absent for a run that is no fork. */
  readonly note?: ForkNote;
  /** The content of each request as far as it is stored, by the `seq` of its event, in order. */
  readonly requests: ReadonlyMap<number, RequestContent | undefined>;
}

/** The note at the step from which a fork continues on its own. */
export interface ForkNote {
  readonly seq: number;
  /** Number of events before it that were copied. */
  readonly copied: number;
  readonly message: string;
  /** True if copied calls that read skills were made again. */
  readonly readsSkillsAgain: boolean;
}

/** The start of a prompt. */
export interface Start {
  readonly seq: number;
  /** Returns the event, with its payloads. */
  readonly event: () => RunStarted | undefined;
}

/** Reads a run once, and returns what a comparison needs of it. */
export function comparedSide(compared: RunToCompare): ComparedSide {
  const events = eventsOf(compared);
  const steps = new StepLog(events);
  const totals = new TotalsLog();
  const starts: Start[] = [];
  const edited = new Set<number>();
  let note: ForkNote | undefined;
  const requests: (readonly [seq: number, content: RequestContent | undefined])[] = [];
  const read = contentReader(compared);
  let index = 0;
  for (const event of events) {
    const at = index++;
    // Of a session, the events that only imports have.
    if (OTHERS.has(event.type)) continue;
    steps.add(event, at);
    totals.add(event);
    if (event.type === 'run_started')
      starts.push({ seq: event.seq, event: () => events.at(at) as RunStarted | undefined });
    if (event.type === 'llm_response' && event.edited === true) edited.add(event.parent ?? 0);
    if (event.type === 'note') note = forkNoteAfter(note, event);
    if (event.type === 'llm_request') requests.push([event.seq, read(event)]);
  }
  return defined({
    steps: steps.steps(),
    totals: totals.totals(compared.run),
    starts,
    edited,
    note,
    requests: new Map(requests.sort(([a], [b]) => a - b)),
  });
}

/** Returns the note of the fork itself: those of earlier forks are among the copied events. */
function forkNoteAfter(last: ForkNote | undefined, { seq, copied, message }: NoteEvent): ForkNote | undefined {
  if (copied !== undefined) return { seq, copied, message: String(message), readsSkillsAgain: false };
  // It follows the note of the fork.
  const isAboutSkills = last !== undefined && /^(?:Today's skills give|The skills are today's)/.test(String(message));
  return isAboutSkills ? { ...last, readsSkillsAgain: true } : last;
}

const OTHERS: ReadonlySet<string> = new Set(['raw_record', 'skill_loaded'] satisfies SessionEvent['type'][]);

function eventsOf(compared: RunToCompare): List<RunEvent> {
  if (compared.kind === 'session') return compared.events as List<RunEvent>;
  return mapList(compared.events, (event) => withPayloads(event, compared.folder));
}

function contentReader(compared: RunToCompare): (event: LlmRequest) => RequestContent | undefined {
  // A reference to a payload in an untrusted session would lead to a file of its folder.
  if (compared.kind === 'session') return () => undefined;
  const read = requestReader(compared.folder);
  return (event) => {
    const result = read(event);
    return result.kind === 'found' ? result.content : undefined;
  };
}
