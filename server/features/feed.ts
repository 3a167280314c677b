import type { SkillEntry } from '../workspace/skill-entry.ts';
import { pathOf } from '../workspace/uris.ts';
import type { Affected } from '../workspace/workspace.ts';
import { type DocumentDiagnostics, diagnosticsOf } from './diagnostics.ts';
import { type Session, uriFor } from './session.ts';

export interface FeedItem extends DocumentDiagnostics {
  readonly uri: string;
  readonly path: string;
}

/** Maximum duration of a slice of work, in milliseconds, before the editor's requests are handled. */
const SLICE_MS = 8;

/**
 * Minimum time between two messages, in milliseconds, except those about open documents: an editor spends more time on a
 * message than on the diagnostics in it.
 */
const BATCH_MS = 100;

/**
 * Sends a client the diagnostics of every document in the workspace. Sends only changed ones, computes them in slices, open
 * documents first, and continues with documents that change or are opened meanwhile.
 */
export class Feed {
  readonly #session: Session;
  readonly #send: (items: readonly FeedItem[]) => void;
  /** URI to the result id that the client has. */
  readonly #known: Map<string, string>;
  #waiting: Affected[] = [];
  /** Paths of the documents to process, in order, except that open ones are first. */
  readonly #pending = new Set<string>();
  /** Computed diagnostics that were not sent yet, by path. */
  readonly #unsent = new Map<string, FeedItem>();
  /** Time of the last message, in milliseconds of a monotonic clock. */
  #sentAt = -BATCH_MS;
  #running: Promise<void> | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #disposed = false;

  constructor(session: Session, known: ReadonlyMap<string, string>, send: (items: readonly FeedItem[]) => void) {
    this.#session = session;
    this.#known = new Map(known);
    this.#send = send;
  }

  /** Schedules an update after `delay` milliseconds, merged with further changes until then. */
  update(affected: Affected, delay: number): void {
    if (affected.kind === 'none' || this.#disposed) return;
    this.#waiting.push(affected);
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      void this.flush();
    }, delay);
  }

  /** Processes everything that is pending; resolves when all of it has been sent. */
  flush(): Promise<void> {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const path of this.#pathsOf(waiting)) this.#pending.add(path);
    this.#running ??= this.#process().finally(() => {
      this.#running = undefined;
    });
    return this.#running;
  }

  /** True if documents are being processed or waiting to be processed. */
  get isBusy(): boolean {
    return this.#running !== undefined || this.#waiting.length > 0;
  }

  dispose(): void {
    this.#disposed = true;
    clearTimeout(this.#timer);
  }

  /** Returns the documents to process: existing ones, and deleted ones that the client knows. */
  #pathsOf(waiting: readonly Affected[]): ReadonlySet<string> {
    const { workspace } = this.#session;
    if (waiting.some(({ kind }) => kind === 'all')) {
      const known = [...this.#known.keys()].flatMap((uri) => pathOf(uri) ?? []);
      const projects = workspace.projectFiles().map(({ path }) => path);
      return new Set([
        ...workspace.skills().flatMap(checkedFiles),
        ...workspace.instructionFiles(),
        ...workspace.pluginManifests(),
        ...projects,
        ...known,
      ]);
    }
    // No file was created or deleted. The cost must not depend on the total number of skills.
    const roots = new Set(waiting.flatMap((affected) => (affected.kind === 'skills' ? affected.roots : [])));
    const instructions = waiting.flatMap((one) => (one.kind === 'skills' ? (one.instructions ?? []) : []));
    return new Set([...[...roots].flatMap((root) => checkedFiles(workspace.skillAt(root))), ...instructions]);
  }

  async #process(): Promise<void> {
    let skill: SkillEntry | undefined;
    while (this.#pending.size > 0) {
      const deadline = performance.now() + SLICE_MS;
      // Open documents are sent immediately.
      let hasOpen = false;
      do {
        const open = this.#openPath();
        const path = open ?? this.#pending.values().next().value;
        if (path === undefined) break;
        hasOpen ||= open !== undefined;
        this.#pending.delete(path);
        const entry = this.#session.workspace.skillOf(path);
        if (entry !== skill) this.#unloadIfClosed(skill);
        skill = entry;
        this.#check(path);
        if (entry === undefined && this.#session.buffers.get(path) === undefined)
          this.#session.workspace.unloadInstructions(path);
      } while (performance.now() < deadline);
      if (hasOpen || this.#pending.size === 0 || performance.now() - this.#sentAt >= BATCH_MS) this.#sendUnsent();
      if (this.#pending.size === 0) break;
      await new Promise((resolve) => setImmediate(resolve));
      if (this.#disposed) return;
    }
    this.#unloadIfClosed(skill);
  }

  /** Returns a pending document that is open, if any. */
  #openPath(): string | undefined {
    for (const path of this.#session.buffers.paths()) if (this.#pending.has(path)) return path;
    return undefined;
  }

  /** Computes the diagnostics of a document. */
  #check(path: string): void {
    const uri = uriFor(this.#session, path);
    const diagnostics = diagnosticsOf(this.#session, path);
    if ((this.#known.get(uri) ?? '') === diagnostics.resultId) return;
    if (diagnostics.resultId === '') this.#known.delete(uri);
    else this.#known.set(uri, diagnostics.resultId);
    this.#unsent.set(path, { ...diagnostics, uri, path });
  }

  #sendUnsent(): void {
    if (this.#unsent.size === 0) return;
    const items = [...this.#unsent.values()];
    this.#unsent.clear();
    this.#sentAt = performance.now();
    this.#send(items);
  }

  /** Releases the texts of a skill without open documents: those of ten thousand skills would not fit into memory. */
  #unloadIfClosed(skill: SkillEntry | undefined): void {
    if (skill && !this.#session.buffers.someUnder(skill.root)) skill.unload();
  }
}

/** Returns the paths of the files of a skill that have findings. */
function checkedFiles(entry: SkillEntry | undefined): readonly string[] {
  return entry === undefined ? [] : [...entry.documents(), ...entry.evalFiles()];
}
