import { missOf } from '../guards/miss.ts';
import type { RunEvent } from '../protocol/events.ts';
import type { Position, StopCause } from './position.ts';

/** An event in a run that a debugger can stop at. */
export interface ExceptionFilter {
  readonly id: 'miss' | 'guard' | 'toolError' | 'approval' | 'budget' | 'modelError';
  readonly label: string;
  readonly description: string;
  readonly isDefault: boolean;
}

/** All exception filters. */
export const EXCEPTION_FILTERS: readonly ExceptionFilter[] = [
  {
    id: 'miss',
    label: 'First Miss',
    description: 'Stops after the first call that requests a file which the skill does not have.',
    isDefault: true,
  },
  {
    id: 'guard',
    label: 'Guard Decisions',
    description: 'Stops at the next step after a guard warned, denied a call or ended the run.',
    isDefault: false,
  },
  {
    id: 'toolError',
    label: 'Tool Errors',
    description: 'Stops after each call that returns an error.',
    isDefault: false,
  },
  {
    id: 'approval',
    label: 'Approvals',
    description: 'Stops when a call waits for an answer of the user, before the question is shown.',
    isDefault: false,
  },
  {
    id: 'budget',
    label: 'Limits Reached',
    description: 'Stops before the run ends at its limit of model calls, tokens or cost.',
    isDefault: false,
  },
  {
    id: 'modelError',
    label: 'Model Errors',
    description: 'Stops before the run ends because a model call failed.',
    isDefault: true,
  },
];

/** Decides which positions are exceptions that the user wants to stop at. */
export class Exceptions {
  private enabled: ReadonlySet<string> = new Set();
  private hasMissed = false;
  private pending: StopCause | undefined;

  /** Selects the filters. Returns the ids that do not exist. */
  select(ids: readonly string[]): readonly string[] {
    this.enabled = new Set(ids);
    return ids.filter((id) => EXCEPTION_FILTERS.every((filter) => filter.id !== id));
  }

  /** Returns exceptions with the same filters, for another run. */
  renew(): Exceptions {
    const renewed = new Exceptions();
    renewed.enabled = this.enabled;
    return renewed;
  }

  /** Takes an event into account. A decision of a guard is a reason to stop at the next position. */
  add(event: RunEvent): void {
    if (event.type !== 'guard' || !this.enabled.has('guard')) return;
    const { rule, verdict, count, threshold } = event;
    this.pending ??= cause('guard', `Guard ${rule}: ${verdict} at ${count} of ${threshold}.`);
  }

  /** Returns the reason to stop at a position, if there is one. */
  at(position: Position): StopCause | undefined {
    // A limit is also the decision of a guard.
    const found =
      position.at === 'end' ? (this.causeAt(position) ?? this.pending) : (this.pending ?? this.causeAt(position));
    this.pending = undefined;
    return found;
  }

  private causeAt(position: Position): StopCause | undefined {
    if (position.at === 'end') {
      const { reason, error } = position.boundary;
      const filter = reason === 'model_error' ? 'modelError' : 'budget';
      return this.enabled.has(filter) ? cause(filter, error) : undefined;
    }
    if (position.at === 'question') return this.enabled.has('approval') ? cause('approval', position.hint) : undefined;
    if (position.at !== 'tool_result') return undefined;
    const { boundary } = position;
    const { outcome, tool } = boundary;
    const miss = missOf(boundary, outcome);
    if (miss !== undefined && !this.hasMissed) {
      this.hasMissed = true;
      if (this.enabled.has('miss')) return cause('miss', `The skill ${miss.skill} has no ${miss.path}.`);
    }
    if (outcome.errorCode === undefined || !this.enabled.has('toolError')) return undefined;
    return cause('toolError', `${tool} returned ${outcome.errorCode}.`);
  }
}

function cause(filter: ExceptionFilter['id'], description: string): StopCause {
  return { reason: 'exception', description, filter };
}
