import * as vscode from 'vscode';
import type { StressCause, StressedSkill } from '../../runtime/protocol/stress.ts';
import { onMarkdownChanges } from '../editor/markdown-changes.ts';
import { linesOf, type TextRange, unchangedWords } from '../editor/recorded-words.ts';
import { currentText } from '../misses/current-text.ts';

/** What the last stress test of a skill came to. */
export interface Stressed {
  /** The skill's folder, as this system writes it. */
  readonly root: string;
  readonly skill: StressedSkill;
}

/** Words that waste calls, where they stand now. */
export interface StressSpot {
  readonly words: TextRange;
  readonly cause: StressCause;
  readonly of: Stressed;
}

/**
 * The last stress test of each skill in this window, and its words as the files are now: where their lines have changed
 * they are gone, and undoing that brings them back.
 */
export class StressStore implements vscode.Disposable {
  readonly #results = new Map<string, Stressed>();
  readonly #spots = new Map<string, readonly StressSpot[]>();
  readonly #changed = new vscode.EventEmitter<readonly string[]>();
  readonly #disposables: readonly vscode.Disposable[];
  /** Absolute paths of files whose spots changed. */
  readonly onDidChange = this.#changed.event;

  constructor() {
    const place = ({ uri }: { readonly uri: vscode.Uri }) => {
      if (this.#causesIn(uri.fsPath).length > 0) void this.#place([uri.fsPath]);
    };
    this.#disposables = [this.#changed, ...onMarkdownChanges(place)];
  }

  /** The last test of the skill in this folder. */
  result(root: string): Stressed | undefined {
    return this.#results.get(root);
  }

  /** Words of a file. */
  of(file: string): readonly StressSpot[] {
    return this.#spots.get(file) ?? [];
  }

  /** Causes of the skill's last test whose words have changed since, by their numbers. */
  gone(root: string): readonly number[] {
    const causes = this.#results.get(root)?.skill.causes ?? [];
    return causes.flatMap((cause, number) => {
      const there = cause.kind !== 'missing' || this.of(nativeFile(cause)).some((spot) => spot.cause === cause);
      return there ? [] : [number];
    });
  }

  /** Takes the place of the skill's earlier test. */
  async set(stressed: Stressed): Promise<void> {
    const before = this.#results.get(stressed.root);
    this.#results.set(stressed.root, stressed);
    await this.#place([...filesOf(before), ...filesOf(stressed)]);
  }

  #causesIn(file: string): readonly { readonly cause: StressCause; readonly of: Stressed }[] {
    return [...this.#results.values()].flatMap((of) =>
      of.skill.causes
        .filter((cause) => cause.kind === 'missing' && nativeFile(cause) === file)
        .map((cause) => ({ cause, of })),
    );
  }

  async #place(files: readonly string[]): Promise<void> {
    const changed = new Set(files);
    for (const file of changed) {
      const content = await currentText(file);
      const lines = content === undefined ? undefined : linesOf(content);
      const spots = this.#causesIn(file).flatMap(({ cause, of }) => {
        const words = lines === undefined ? undefined : unchangedWords(cause, lines);
        return words === undefined ? [] : [{ words, cause, of }];
      });
      if (spots.length === 0) this.#spots.delete(file);
      else this.#spots.set(file, spots);
    }
    if (changed.size > 0) this.#changed.fire([...changed]);
  }

  dispose(): void {
    for (const one of this.#disposables) one.dispose();
  }
}

/** The runtime's paths have `/` everywhere. */
function nativeFile({ file }: StressCause): string {
  return vscode.Uri.file(file).fsPath;
}

function filesOf(stressed: Stressed | undefined): readonly string[] {
  return (stressed?.skill.causes ?? []).map(nativeFile);
}
