import { dirname } from 'node:path';
import * as vscode from 'vscode';
import type { SessionSource } from '../../runtime/protocol/sessions.ts';
import { readJournalMisses } from '../misses/session-journal-misses.ts';
import { sessionKey } from '../misses/session-misses.ts';
import { forkRuntime, type RunProcess } from '../runtime-process/process.ts';
import type { SessionContext, SessionTimeline } from './context.ts';
import { readRestoredSession } from './journal-source.ts';
import { OpenTimelines } from './open-timelines.ts';
import { readSessionParams } from './read-params.ts';
import { SessionFollower } from './session-follower.ts';
import { mayReadSession } from './settings.ts';
import { subagentChanges } from './subagent-changes.ts';

interface Followed {
  readonly follower: SessionFollower;
  readonly timelines: OpenTimelines;
  /** Reads the session again. Returns its journal; undefined if it cannot be read now, or is the same. */
  read(): Promise<string | undefined>;
  /** The journal that is shown. */
  journal: string;
}

/** Follows the sessions whose timelines are open: one that grows is shown as it grows. */
export class SessionFollowing implements vscode.Disposable {
  readonly #context: SessionContext;
  readonly #followed = new Map<string, Followed>();

  constructor(context: SessionContext) {
    this.#context = context;
  }

  /** True while timelines show this session and follow it. */
  isFollowing(source: SessionSource): boolean {
    return this.#followed.has(sessionKey(source));
  }

  /** Shows a session that was read again in the timelines that are open for it. */
  async update(source: SessionSource, journal: string): Promise<void> {
    if (this.#followed.get(sessionKey(source))?.journal !== journal) await this.#show(source, journal, false);
  }

  /**
   * Follows a session until its last timeline is closed.
   * @param stamp the stamp of its file before it was read
   * @param evenHidden true to read it again also while its timelines are hidden, for its misses in the skills
   */
  follow(source: SessionSource, stamp: string, journal: string, timeline: SessionTimeline, evenHidden = false): void {
    const key = sessionKey(source);
    this.#context.sources.add(journal, source);
    const known = this.#followed.get(key);
    if (known !== undefined) {
      known.timelines.add(timeline);
      return;
    }
    // A process is started for the first change only, and kept for the next.
    let process: RunProcess | undefined;
    const { module, log } = this.#context;
    const start = (): RunProcess => {
      const started = forkRuntime(module, {
        onEvents: () => undefined,
        onExit: (detail) => {
          process = undefined;
          if (detail !== undefined) log.error(detail);
        },
        onLog: (line, level) => log[level](line),
      });
      process = started;
      return started;
    };
    const cancel = new vscode.CancellationTokenSource();
    const timelines = new OpenTimelines(() => {
      follower.dispose();
      cancel.cancel();
      process?.leave();
      this.#followed.delete(key);
    });
    const read = async (): Promise<string | undefined> => {
      const params = await readSessionParams(this.#context, source);
      const result = await (process ?? start()).readSession(params, cancel.token);
      if (result.kind === 'refused') log.debug(result.message);
      return result.kind === 'read' && result.journal !== this.#followed.get(key)?.journal ? result.journal : undefined;
    };
    const follower = new SessionFollower({
      file: source.file,
      stamp,
      subagents: () =>
        subagentChanges(this.#followed.get(key)?.journal ?? journal, (path) => mayReadSession({ file: path })),
      isVisible: () => evenHidden || timelines.isVisible,
      read,
      show: (next, isLive) => this.#show(source, next, isLive),
    });
    this.#followed.set(key, { follower, timelines, read, journal });
    timelines.add(timeline);
  }

  /**
   * Follows the session of a timeline that VS Code has restored, and shows its current state. Does nothing for the
   * timeline of a run, and for a session in a folder that the user has forbidden since.
   */
  async restore(journal: string, timeline: SessionTimeline): Promise<void> {
    if (!this.#context.held.contains(journal)) return;
    const restored = await readRestoredSession(journal, mayReadSession);
    if (restored === undefined) return;
    const { source, stamp, isChanged } = restored;
    const key = sessionKey(source);
    const shown = this.#followed.get(key)?.journal;
    this.follow(source, stamp, journal, timeline);
    // Another timeline of the session may have been restored before.
    if (shown !== undefined && shown !== journal) await this.#context.replaceJournal(journal, shown, false);
    if (shown !== undefined || !isChanged) return;
    const next = await this.#followed
      .get(key)
      ?.read()
      .catch(() => undefined);
    // It may have changed long ago.
    if (next !== undefined) await this.#show(source, next, false);
  }

  async #show(source: SessionSource, journal: string | undefined, isLive: boolean): Promise<void> {
    const followed = this.#followed.get(sessionKey(source));
    if (followed === undefined) return;
    if (journal === undefined) {
      followed.timelines.setLive(isLive);
      return;
    }
    const before = followed.journal;
    followed.journal = journal;
    this.#context.sources.add(journal, source);
    await this.#context.replaceJournal(before, journal, isLive);
    // The previous journal shows an earlier state of the file, which will not return. Only a folder that was written
    // for it is removed, and not while a comparison or another window shows it.
    const { held } = this.#context;
    if (held.contains(before)) await held.removeUnlessHeld(dirname(before));
    const misses = await readJournalMisses(journal, source);
    if (misses !== undefined) this.#context.addMisses([misses]);
  }

  dispose(): void {
    for (const { follower } of this.#followed.values()) follower.dispose();
  }
}
