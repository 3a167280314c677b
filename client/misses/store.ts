import * as vscode from 'vscode';
import { onMarkdownChanges } from '../editor/markdown-changes.ts';
import type { RunLibrary } from '../runs/library.ts';
import { type AskedLine, asksIn } from './asks.ts';
import { type FileMisses, type LastRun, LatestMisses } from './latest.ts';
import { type Spot, spotsIn } from './spots.ts';
import { textOf } from './text.ts';

/** Milliseconds after the start before the first look: an editor that opens has better to do. */
const FIRST_LOOK = 2_000;

/** Lines that name what a run asked for. */
export interface Asked {
  readonly journal: string;
  readonly simulated: boolean;
  readonly lines: readonly AskedLine[];
}

const NOTHING: Asked = { journal: '', simulated: false, lines: [] };

/** The same text for as long as nothing is to be shown anew. */
const told = (last: ReadonlyMap<string, LastRun>): string =>
  JSON.stringify(
    [...last].map(([root, { run, loaded, misses, found }]) => [root, run.journal, loaded, misses, ...found]),
  );

function askedOf(found: FileMisses | undefined, content: string | undefined): Asked {
  if (found?.asks === undefined || content === undefined) return NOTHING;
  const { journal, simulated, asks } = found;
  return { journal, simulated, lines: asksIn(asks, content) };
}

/** The misses of the last run of each skill, at the words as they stand now. */
export class MissStore implements vscode.Disposable {
  readonly #library: RunLibrary;
  readonly #latest = new LatestMisses();
  readonly #changed = new vscode.EventEmitter<readonly string[]>();
  readonly #ran = new vscode.EventEmitter<void>();
  readonly #disposables: vscode.Disposable[];
  #found: ReadonlyMap<string, FileMisses> = new Map();
  readonly #spots = new Map<string, readonly Spot[]>();
  readonly #asked = new Map<string, Asked>();
  #looking: Promise<void> | undefined;
  #again = false;
  readonly #first: ReturnType<typeof setTimeout>;

  /** Absolute paths of files whose spots changed. */
  readonly onDidChange = this.#changed.event;

  /** The last run of some skill is another one, or went on. */
  readonly onDidRun = this.#ran.event;

  constructor(library: RunLibrary) {
    this.#library = library;
    this.#first = setTimeout(() => this.look(), FIRST_LOOK);
    const place = ({ uri }: { readonly uri: vscode.Uri }) => {
      if (this.#found.has(uri.fsPath)) void this.#place([uri.fsPath]);
    };
    this.#disposables = [this.#changed, this.#ran, ...onMarkdownChanges(place), library.onDidChange(() => this.look())];
  }

  /** Files that have spots. */
  get files(): readonly string[] {
    return [...this.#spots.keys()];
  }

  /** The spots of a file, in the order of its lines. */
  of(file: string): readonly Spot[] {
    return this.#spots.get(file) ?? [];
  }

  /** The last run that turned to the skill of a folder, an absolute path as this system writes it. */
  lastRun(root: string): LastRun | undefined {
    return this.#latest.last.get(root);
  }

  /** What the last run asked for and found, at the lines of this file that name it. */
  asked(file: string): Asked {
    return this.#asked.get(file) ?? NOTHING;
  }

  /** Looks which runs are the last ones now, and what they missed. One look at a time. */
  look(): void {
    if (this.#looking !== undefined) {
      this.#again = true;
      return;
    }
    this.#looking = this.#lookOnce().finally(() => {
      this.#looking = undefined;
      if (!this.#again) return;
      this.#again = false;
      this.look();
    });
  }

  async #lookOnce(): Promise<void> {
    const folders = (vscode.workspace.workspaceFolders ?? []).map((folder) => folder.uri.fsPath);
    const runs = (await this.#library.list()).map(({ run }) => run);
    const before = this.#found;
    const ranBefore = told(this.#latest.last);
    this.#found = await this.#latest.of(runs, folders);
    if (told(this.#latest.last) !== ranBefore) this.#ran.fire();
    await this.#place([...new Set([...before.keys(), ...this.#found.keys()])]);
  }

  async #place(files: readonly string[]): Promise<void> {
    const changed: string[] = [];
    for (const file of files) {
      const content = await textOf(file);
      const found = this.#found.get(file);
      const spots = found === undefined || content === undefined ? [] : spotsIn(found, content);
      const asked = askedOf(found, content);
      if (JSON.stringify([spots, asked]) === JSON.stringify([this.of(file), this.asked(file)])) continue;
      if (spots.length === 0) this.#spots.delete(file);
      else this.#spots.set(file, spots);
      if (asked.lines.length === 0) this.#asked.delete(file);
      else this.#asked.set(file, asked);
      changed.push(file);
    }
    if (changed.length > 0) this.#changed.fire(changed);
  }

  dispose(): void {
    clearTimeout(this.#first);
    for (const one of this.#disposables) one.dispose();
  }
}
