import { basename, dirname } from 'node:path';
import * as vscode from 'vscode';
import type { JournalPart, ReadSessionResult, SessionSource } from '../../runtime/protocol/sessions.ts';
import { sessionKey } from '../misses/session-misses.ts';
import { queryRuntime } from '../runtime-process/query-runtime.ts';
import type { SessionContext, SessionTimeline } from './context.ts';
import type { SessionFollowing } from './following.ts';
import type { OpenTimelines } from './open-timelines.ts';
import { readSessionParams } from './read-params.ts';
import { stampOf } from './session-follower.ts';
import { SessionReading, type ShowTimeline } from './session-reading.ts';

/** A session that was read, or why not. */
export interface SessionRead {
  /** Undefined if it was stopped. */
  readonly result: ReadSessionResult | undefined;
  /** The stamp of its file before it was read. */
  readonly stamp: string;
  /** Its timelines that are still open. */
  readonly timelines: Iterable<SessionTimeline>;
}

interface Current {
  readonly reading: SessionReading;
  readonly read: Promise<SessionRead>;
  stop(): void;
}

/** The sessions that this window is reading, each only once, and those that it has stopped reading. */
export class SessionReadings {
  readonly context: SessionContext;
  readonly following: SessionFollowing;
  /** By the keys of the sessions. */
  readonly #current = new Map<string, Current>();
  /** By the journals of the timelines that show a part of them. */
  readonly #stopped = new Map<string, SessionSource>();

  constructor(context: SessionContext, following: SessionFollowing) {
    this.context = context;
    this.following = following;
  }

  /**
   * Reads a session, and shows it in a timeline as soon as there is something to show.
   * @param progress where progress is shown: in the status bar for what the user has not just asked for
   */
  read(
    source: SessionSource,
    show: ShowTimeline,
    progress: vscode.ProgressLocation = vscode.ProgressLocation.Notification,
  ): Promise<SessionRead> {
    const key = sessionKey(source);
    const known = this.#current.get(key);
    known?.reading.add(show);
    return (known ?? this.#start(key, source, show, progress)).read;
  }

  /** Stops reading the session with this journal. */
  stop(journal: string): void {
    for (const { reading, stop } of this.#current.values()) if (reading.journal === journal) stop();
  }

  /** Returns the session that the timelines of this journal show only in part. */
  stoppedSource(journal: string): SessionSource | undefined {
    return this.#stopped.get(journal);
  }

  /** Adds a timeline that shows only a part of its session. */
  addStopped(journal: string, source: SessionSource, timelines: OpenTimelines): void {
    this.#stopped.set(journal, source);
    for (const timeline of timelines)
      timeline.onClosed(() => {
        if (!timelines.isEmpty || this.#stopped.get(journal) !== source) return;
        this.#stopped.delete(journal);
        void this.context.held.removeUnlessHeld(dirname(journal));
      });
  }

  #start(key: string, source: SessionSource, show: ShowTimeline, progress: vscode.ProgressLocation): Current {
    const cancel = new vscode.CancellationTokenSource();
    const stop = (): void => cancel.cancel();
    const reading = new SessionReading({
      file: source.file,
      before: [...this.#stopped].find(([, stopped]) => sessionKey(stopped) === key)?.[0],
      showsParts: !this.following.isFollowing(source),
      replaceJournal: (before, journal) => {
        this.context.sources.add(journal, source);
        return this.context.replaceJournal(before, journal, false);
      },
      stop,
    });
    reading.add(show);
    const current = { reading, stop, read: this.#read(source, reading, cancel, progress) };
    this.#current.set(key, current);
    return current;
  }

  async #read(
    source: SessionSource,
    reading: SessionReading,
    cancel: vscode.CancellationTokenSource,
    progress: vscode.ProgressLocation,
  ): Promise<SessionRead> {
    const stamp = await stampOf(source.file);
    const result = await readWithProgress(this.context, source, cancel, reading, progress);
    // Timelines that show an earlier state are those of this session, too.
    if (result?.kind === 'read') await this.following.update(source, result.journal);
    await reading.end(result);
    this.#current.delete(sessionKey(source));
    const { journal, timelines } = reading;
    for (const [path, stopped] of this.#stopped)
      if (sessionKey(stopped) === sessionKey(source)) this.#stopped.delete(path);
    if (result?.kind !== 'read' && journal !== undefined) this.addStopped(journal, source, timelines);
    return { result, stamp, timelines };
  }

  dispose(): void {
    for (const { stop } of this.#current.values()) stop();
  }
}

/**
 * Reads a session as a journal, with progress that can be cancelled. Returns undefined if it was.
 * @param reading shows the part that has been read, and then its progress
 */
export async function readWithProgress(
  context: SessionContext,
  source: SessionSource,
  cancel: vscode.CancellationTokenSource,
  reading?: Pick<SessionReading, 'receive' | 'shown'>,
  location: vscode.ProgressLocation = vscode.ProgressLocation.Notification,
): Promise<ReadSessionResult | undefined> {
  const options = {
    location,
    title: `Reading ${basename(source.file)}…`,
    cancellable: true,
  };
  const read = Promise.withResolvers<ReadSessionResult | undefined>();
  void vscode.window.withProgress(options, async (progress, token) => {
    token.onCancellationRequested(() => cancel.cancel());
    const result = readInProcess(context, source, cancel.token, (part) => {
      progress.report({ message: `${Math.floor(part.share * 100)} %` });
      reading?.receive(part);
    });
    void result.then((one) => read.resolve(cancel.token.isCancellationRequested ? undefined : one));
    await Promise.race([result, ...(reading === undefined ? [] : [reading.shown])]);
  });
  return read.promise;
}

/** Never rejects. */
async function readInProcess(
  context: SessionContext,
  source: SessionSource,
  token: vscode.CancellationToken,
  onPart: (part: JournalPart) => void,
): Promise<ReadSessionResult> {
  try {
    const params = await readSessionParams(context, source);
    return await queryRuntime(context.module, context.log, (process) => process.readSession(params, token, onPart));
  } catch (error) {
    return { kind: 'refused', message: error instanceof Error ? error.message : String(error) };
  }
}
