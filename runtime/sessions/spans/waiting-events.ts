import type { LogEvent } from './log-record.ts';

/** Maximum number of characters that wait. */
const MAX_SIZE = 16 * 1024 * 1024;

/** The events of one span. */
export interface EventGroup {
  readonly events: LogEvent[];
  readonly records: number[];
  size: number;
}

/** Events whose span has not been read: log records and spans are exported independently of each other. */
export class WaitingEvents {
  private readonly groups = new Map<string, EventGroup>();
  private readonly release: (key: string, group: EventGroup) => void;
  private size = 0;

  /** @param release receives the groups that waited the longest, if too many do, and all of them at the end */
  constructor(release: (key: string, group: EventGroup) => void) {
    this.release = release;
  }

  /** Adds an event of a record to those of the span `key`. */
  add(key: string, event: LogEvent, record: number, size: number): void {
    const group = this.groups.get(key) ?? { events: [], records: [], size: 0 };
    this.groups.set(key, group);
    group.events.push(event);
    group.records.push(record);
    group.size += size;
    this.size += size;
    for (const first of this.groups.keys()) {
      if (this.size <= MAX_SIZE) break;
      this.releaseGroup(first);
    }
  }

  /** Removes and returns the events of a span. */
  take(key: string): EventGroup | undefined {
    const group = this.groups.get(key);
    if (group === undefined) return undefined;
    this.groups.delete(key);
    this.size -= group.size;
    return group;
  }

  /** Releases all groups, in the order of their first events. */
  flush(): void {
    for (const key of this.groups.keys()) this.releaseGroup(key);
  }

  private releaseGroup(key: string): void {
    const group = this.take(key);
    if (group !== undefined) this.release(key, group);
  }
}
