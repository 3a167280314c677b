import { TEMPORARY } from '../journal/temporary.ts';
import type { Json, JsonObject } from '../protocol/events.ts';
import { MOST_LEVELS, shallow } from '../protocol/levels.ts';

/** Values are replaced, never changed in place, so that an event that holds one stays as it was. */
export interface StateScope {
  get(key: string): Json | undefined;
  set(key: string, value: Json): void;
  keys(): readonly string[];
}

/** The state of a session. What is written through a scope is visible at once to everyone. */
export class SessionState implements StateScope {
  private readonly values = new Map<string, Json>();

  get(key: string): Json | undefined {
    return this.values.get(key);
  }

  set(key: string, value: Json): void {
    this.values.set(key, value);
  }

  /** Lays a stored `state` event over the state, as when a journal is read again. */
  apply(delta: JsonObject): void {
    for (const [key, value] of Object.entries(delta)) this.values.set(key, value);
  }

  keys(): readonly string[] {
    return [...this.values.keys()];
  }

  /** A scope for tools, whose values are cut where they are nested too deep. It remembers what was written through it: `takeDelta` answers that once, `temp:` keys left out. */
  track(): StateScope & { takeDelta(): JsonObject | undefined } {
    let written: Record<string, Json> = {};
    return {
      get: (key) => this.get(key),
      keys: () => this.keys(),
      set: (key, value) => {
        const kept = shallow(value, MOST_LEVELS);
        this.set(key, kept);
        if (!key.startsWith(TEMPORARY)) written[key] = kept;
      },
      takeDelta: () => {
        const delta = written;
        written = {};
        return Object.keys(delta).length === 0 ? undefined : delta;
      },
    };
  }
}
