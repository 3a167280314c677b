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
 * Sends a client the diagnostics of every document in the workspace. Sends only changed ones, computes them in slices, and
 * continues with documents that change meanwhile.
 */
export class Feed {
  readonly #session: Session;
  readonly #send: (items: readonly FeedItem[]) => void;
  /** URI to the result id that the client has. */
  readonly #known: Map<string, string>;
  #waiting: Affected[] = [];
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
    this.#running ??= this.#run().finally(() => {
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

  async #run(): Promise<void> {
    while (this.#waiting.length > 0 && !this.#disposed) {
      const waiting = this.#waiting;
      this.#waiting = [];
      await this.#process(this.#pathsOf(waiting));
    }
  }

  /** Returns the documents to process: existing ones, and deleted ones that the client knows. */
  #pathsOf(waiting: readonly Affected[]): ReadonlySet<string> {
    const { workspace } = this.#session;
    if (waiting.some(({ kind }) => kind === 'all')) {
      const known = [...this.#known.keys()].flatMap((uri) => pathOf(uri) ?? []);
      const projects = workspace.projectFiles().map(({ path }) => path);
      return new Set([...workspace.skills().flatMap(checkedFiles), ...projects, ...known]);
    }
    // No file was created or deleted. The cost must not depend on the total number of skills.
    const roots = new Set(waiting.flatMap((affected) => (affected.kind === 'skills' ? affected.roots : [])));
    return new Set([...roots].flatMap((root) => checkedFiles(workspace.skillAt(root))));
  }

  async #process(paths: ReadonlySet<string>): Promise<void> {
    let items: FeedItem[] = [];
    let deadline = performance.now() + SLICE_MS;
    let skill: SkillEntry | undefined;
    for (const path of paths) {
      const entry = this.#session.workspace.skillOf(path);
      if (entry !== skill) this.#unloadIfClosed(skill);
      skill = entry;
      const uri = uriFor(this.#session, path);
      const diagnostics = diagnosticsOf(this.#session, path);
      if ((this.#known.get(uri) ?? '') !== diagnostics.resultId) {
        if (diagnostics.resultId === '') this.#known.delete(uri);
        else this.#known.set(uri, diagnostics.resultId);
        items.push({ ...diagnostics, uri, path });
      }
      if (performance.now() < deadline) continue;
      if (items.length > 0) this.#send(items);
      items = [];
      await new Promise((resolve) => setImmediate(resolve));
      if (this.#disposed) return;
      deadline = performance.now() + SLICE_MS;
    }
    this.#unloadIfClosed(skill);
    if (items.length > 0) this.#send(items);
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
