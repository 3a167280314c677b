/**
 * For tests and `npm run bench:renames`: renames a file or folder and back, and compares the findings in between. Uses the
 * real workspace like the language server; only the disk is not modified.
 */
import { dirname, type FileSystem, isMarkdown, join } from '../../skill/index.ts';
import { placesOf } from '../rules/rule/rule.ts';
import { DEFAULT_SETTINGS } from '../settings.ts';
import { Targets } from '../targets/targets.ts';
import { Lines } from '../workspace/lines.ts';
import { type FileEvent, Workspace } from '../workspace/workspace.ts';
import { type Cause, causeOf, type NewFinding } from './cause-of-finding.ts';
import { applyChanges, type Change } from './change.ts';
import { lostReferences, referencesBefore } from './lost-references.ts';
import { movedFiles } from './moved-files.ts';
import { Moves } from './moves.ts';
import { planMoves } from './plan.ts';
import type { PathMove } from './rename-context.ts';

/** A failure of a round trip. */
export interface Failure {
  readonly move: PathMove;
  /**
   * `text`: a text differs afterwards. `lost`: a reference lost its target. `finding`: `check` reported something new in
   * between that does not follow from the new name alone.
   */
  readonly what: 'text' | 'lost' | 'finding';
  readonly where: string;
  readonly detail: string;
}

/** A new finding without a lost reference: the rule depends on the name. */
export interface Excluded {
  readonly move: PathMove;
  readonly because: Cause;
  readonly where: string;
  readonly detail: string;
}

export interface RoundTrip {
  /** Number of changed places on the way there. */
  readonly changes: number;
  /** Number of changes after which no rule reads the text as a path. */
  readonly unread: number;
  /** Number of uncertain changes, which are not applied. */
  readonly uncertain: number;
  readonly failures: readonly Failure[];
  readonly excluded: readonly Excluded[];
}

/** A workspace over files that can be moved and moved back. */
export class RoundTripRunner {
  readonly workspace: Workspace;
  readonly targets: Targets;
  readonly #disk: FileSystem;
  #files: FileSystem;

  constructor(disk: FileSystem, folder: string) {
    this.#disk = disk;
    this.#files = disk;
    const files: FileSystem = {
      read: (path) => this.#files.read(path),
      kind: (path) => this.#files.kind(path),
      list: (path) => this.#files.list(path),
      realPath: (path) => this.#files.realPath(path),
    };
    this.workspace = new Workspace(files, (code, path, error) => {
      throw new Error(`${code} on ${path}`, { cause: error });
    });
    this.workspace.setSettings(DEFAULT_SETTINGS);
    this.workspace.setFolders([folder]);
    this.targets = new Targets(this.workspace);
  }

  /** Renames, compares, and renames back. `root`: the folder of the skill whose findings are compared. */
  run(move: PathMove, root: string): RoundTrip {
    const failures: Failure[] = [];
    const excluded: Excluded[] = [];
    const { workspace } = this;
    const all = planMoves(this, [move]);
    const applied = new Map([...all].map(([path, changes]) => [path, changes.filter(isSure)]));
    const fail = (what: Failure['what'], where: string, detail: string) => failures.push({ move, what, where, detail });
    const moves = new Moves([move]);
    const documents = [...new Set([...(workspace.skillAt(root)?.documents() ?? []), ...applied.keys()])];
    const before = new Map(documents.map((path) => [moves.after(path), this.#findings(path)]));
    const original = new Map([...applied.keys()].map((path) => [path, this.#read(path)]));
    const places = referencesBefore(this, move, moves, applied);

    const texts = new Map(
      [...applied].map(([path, changes]) => [moves.after(path), applyChanges(this.#read(path), changes)]),
    );
    this.#files = movedFiles(this.#disk, moves, texts);
    this.#notify([move], [...texts.keys()]);
    for (const { document, written } of lostReferences(this, places)) fail('lost', document, written);
    for (const [path, known] of before) {
      const left = new Map([...known].map(([what, some]) => [what, some.length]));
      for (const [what, some] of this.#findings(path)) {
        const was = left.get(what) ?? 0;
        for (const found of some.slice(was)) {
          const because = causeOf({ known: this, move, moves, root, document: path, places, ...found });
          if (because === undefined) fail('finding', path, what);
          else excluded.push({ move, because, where: path, detail: what });
        }
      }
    }

    const back = { ...move, from: move.to, to: move.from };
    const changes = planMoves(this, [back]);
    const restored = new Map<string, string>();
    const movesBack = new Moves([back]);
    for (const path of new Set([...texts.keys(), ...changes.keys()]))
      restored.set(movesBack.after(path), applyChanges(this.#read(path), (changes.get(path) ?? []).filter(isSure)));
    for (const [path, text] of restored) {
      const own = original.get(path) ?? this.#textOnDisk(path);
      if (text !== own) fail('text', path, difference(own, text));
    }
    this.#files = this.#disk;
    this.#notify([back], [...restored.keys()]);
    const planned = [...all.values()].flat();
    return {
      changes: planned.filter(isSure).length,
      unread: planned.filter(({ unread }) => unread).length,
      uncertain: planned.filter((one) => !isSure(one)).length,
      failures,
      excluded,
    };
  }

  #notify(moves: readonly PathMove[], changed: readonly string[]): void {
    const events = moves.flatMap(({ from, to }): FileEvent[] => [
      { path: from, kind: 'deleted' },
      { path: to, kind: 'created' },
    ]);
    this.workspace.filesChanged([...events, ...changed.map((path): FileEvent => ({ path, kind: 'changed' }))]);
  }

  #read(path: string): string {
    const read = this.#files.read(path);
    return read.kind === 'text' ? read.text : '';
  }

  #textOnDisk(path: string): string {
    const read = this.#disk.read(path);
    return read.kind === 'text' ? read.text : '';
  }

  /** Returns the findings of each line, by code and line. */
  #findings(path: string): ReadonlyMap<string, readonly NewFinding[]> {
    const byLine = new Map<string, NewFinding[]>();
    if (!isMarkdown(path)) return byLine;
    const lines = new Lines(this.#read(path));
    for (const finding of this.workspace.diagnose(path)?.findings ?? []) {
      for (const { range, target = finding.target } of finding.parts ?? placesOf(finding)) {
        const key = `${finding.code} in line ${lines.position(range.start).line + 1}`;
        const found = { code: finding.code, range, target };
        const some = byLine.get(key);
        if (some) some.push(found);
        else byLine.set(key, [found]);
      }
    }
    return byLine;
  }
}

const isSure = ({ doubt }: Change): boolean => doubt === undefined;

/** Describes the first differing line. */
function difference(own: string, text: string): string {
  const [a, b] = [own.split('\n'), text.split('\n')];
  const at = a.findIndex((line, index) => line !== b[index]);
  return `line ${at + 1}: ${JSON.stringify(a[at])} → ${JSON.stringify(b[at])}`;
}

/** Returns renames of every bundled file and folder of a skill except SKILL.md, within their folders. */
export function renamesOf(workspace: Workspace, root: string, name: (old: string) => string): readonly PathMove[] {
  const entry = workspace.skillAt(root);
  if (!entry) return [];
  const moveOf = (path: string, isFolder: boolean): PathMove => {
    const from = join(root, path);
    return { from, to: join(dirname(from), name(from.slice(from.lastIndexOf('/') + 1))), isFolder };
  };
  const files = [...entry.bundle.files].filter((path) => join(root, path) !== entry.manifest);
  return [...files.map((path) => moveOf(path, false)), ...[...entry.bundle.folders].map((path) => moveOf(path, true))];
}
