import { textSize } from './finding.ts';
import type { LogEvent } from './log-record.ts';

/** Maximum number of characters that wait. */
const MAX_SIZE = 16 * 1024 * 1024;
/** Memory of an event in addition to its texts, in characters. */
const OVERHEAD = 500;

/** An event and the record that contains it. */
export interface RecordedEvent extends LogEvent {
  readonly record: number;
}

interface Group {
  readonly events: RecordedEvent[];
  size: number;
}

/** Events whose span has not been read: log records and spans are exported independently of each other. */
export class WaitingEvents {
  private readonly groups = new Map<string, Group>();
  private readonly release: (key: string, events: readonly RecordedEvent[]) => void;
  private size = 0;

  /** @param release receives the events of spans that waited the longest, if too many do, and all of them at the end */
  constructor(release: (key: string, events: readonly RecordedEvent[]) => void) {
    this.release = release;
  }

  /** Adds an event to those of the span `key`. */
  add(key: string, event: RecordedEvent): void {
    const group = this.groups.get(key) ?? { events: [], size: 0 };
    this.groups.set(key, group);
    const size = eventSize(event);
    group.events.push(event);
    group.size += size;
    this.size += size;
    for (const first of this.groups.keys()) {
      if (this.size <= MAX_SIZE) break;
      this.release(first, this.take(first));
    }
  }

  /** Removes and returns the events of a span. */
  take(key: string): readonly RecordedEvent[] {
    const group = this.groups.get(key);
    if (group === undefined) return [];
    this.groups.delete(key);
    this.size -= group.size;
    return group.events;
  }

  /** Releases all events, in the order of the first of each span. */
  flush(): void {
    for (const key of this.groups.keys()) this.release(key, this.take(key));
  }
}

/** Returns the number of characters that an event holds in memory, roughly. */
export function eventSize({ event }: LogEvent): number {
  return OVERHEAD + textSize(event.attributes);
}
