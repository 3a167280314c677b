import { TEMPORARY_PREFIX } from '../../journal/temporary-keys.ts';
import type { Json, JsonObject } from '../../protocol/events.ts';
import { limitDepth, MAX_LEVELS } from '../../text/json-depth.ts';

/** Access to the session's state. Values are replaced, never mutated, so that an event that holds one stays as it was. */
export interface StateScope {
  get(key: string): Json | undefined;
  set(key: string, value: Json): void;
  keys(): readonly string[];
}

/** The state of a session. Values that are written through a scope are visible to all readers immediately. */
export class SessionState implements StateScope {
  private readonly values = new Map<string, Json>();

  get(key: string): Json | undefined {
    return this.values.get(key);
  }

  set(key: string, value: Json): void {
    this.values.set(key, value);
  }

  /** Applies a stored `state` event, when a journal is read. */
  apply(delta: JsonObject): void {
    for (const [key, value] of Object.entries(delta)) this.values.set(key, value);
  }

  keys(): readonly string[] {
    return [...this.values.keys()];
  }

  /**
   * Creates a scope for tools, which truncates values that are nested too deeply and tracks what is written through it.
   * `takeDelta` returns the changes since its last call, without `temp:` keys.
   */
  track(): StateScope & { takeDelta(): JsonObject | undefined } {
    const written = new Map<string, Json>();
    return {
      get: (key) => this.get(key),
      keys: () => this.keys(),
      set: (key, value) => {
        const bounded = limitDepth(value, MAX_LEVELS);
        this.set(key, bounded);
        if (!key.startsWith(TEMPORARY_PREFIX)) written.set(key, bounded);
      },
      takeDelta: () => {
        const delta = written.size === 0 ? undefined : Object.fromEntries(written);
        written.clear();
        return delta;
      },
    };
  }
}
