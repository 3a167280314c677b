/** Remembers the sessions of timelines for the next start. Independent of `vscode`. */
import type { SessionSource } from '../../runtime/protocol/sessions.ts';

/** The key of the workspace state. */
const STATE_KEY = 'sessions.shown';
/** Maximum number of sessions that are remembered. */
const MAX_SESSIONS = 50;

/** The part of a `vscode.Memento` that is used. */
interface State {
  get<T>(key: string, fallback: T): T;
  update(key: string, value: unknown): PromiseLike<void>;
}

type Entry = readonly [journal: string, source: SessionSource];

/**
 * The sessions that timelines show. VS Code restores a hidden timeline only when it is shown, and until then its window does
 * not hold its journal, which another window can remove.
 */
export class SourceStore {
  private readonly state: State;

  /** @param state the workspace state */
  constructor(state: State) {
    this.state = state;
  }

  /** Remembers the session with this journal. */
  add(journal: string, source: SessionSource): void {
    const others = this.entries().filter(([path]) => path !== journal);
    const added: Entry = [journal, source];
    void this.state.update(STATE_KEY, [added, ...others].slice(0, MAX_SESSIONS));
  }

  /** Returns the session that a journal was written from. */
  get(journal: string): SessionSource | undefined {
    return this.entries().find(([path]) => path === journal)?.[1];
  }

  private entries(): readonly Entry[] {
    return this.state.get<readonly Entry[]>(STATE_KEY, []);
  }
}
