import * as vscode from 'vscode';
import type { StressCause, StressedSkill, StressedWords } from '../../runtime/protocol/stress.ts';
import { onMarkdownChanges } from '../editor/markdown-changes.ts';
import { linesOf, type TextRange, unchangedWords } from '../editor/recorded-words.ts';
import { currentText } from '../misses/current-text.ts';

/** The result of a skill's last stress test. */
export interface StressTest {
  /** The skill's folder, in the platform's notation. */
  readonly root: string;
  readonly skill: StressedSkill;
  /** The words of the matrix, if clients were compared. */
  readonly words?: readonly StressedWords[];
}

/** The current range of words that waste calls. */
export interface StressLocation {
  readonly range: TextRange;
  readonly cause: StressCause;
  readonly test: StressTest;
}

/**
 * Keeps the last stress test of each skill in this window, with its words located in the current texts. Words on changed
 * lines are not located; they reappear if the change is undone.
 */
export class StressStore implements vscode.Disposable {
  readonly #results = new Map<string, StressTest>();
  readonly #locations = new Map<string, readonly StressLocation[]>();
  readonly #changed = new vscode.EventEmitter<readonly string[]>();
  readonly #disposables: readonly vscode.Disposable[];
  /** Fires with the absolute paths of files whose locations may have changed. */
  readonly onDidChange = this.#changed.event;

  constructor() {
    const locate = ({ uri }: { readonly uri: vscode.Uri }) => {
      if (this.#causesIn(uri.fsPath).length > 0) void this.#locate([uri.fsPath]);
    };
    this.#disposables = [this.#changed, ...onMarkdownChanges(locate)];
  }

  /** Returns the last test of the skill in this folder. */
  result(root: string): StressTest | undefined {
    return this.#results.get(root);
  }

  /** Returns the words in a file that waste calls. */
  of(file: string): readonly StressLocation[] {
    return this.#locations.get(file) ?? [];
  }

  /** Returns the indices of the causes in the skill's last test whose words have changed since. */
  changedCauses(root: string): readonly number[] {
    const causes = this.#results.get(root)?.skill.causes ?? [];
    return causes.flatMap((cause, index) => {
      const isUnchanged =
        cause.kind !== 'missing' || this.of(nativeFile(cause)).some((location) => location.cause === cause);
      return isUnchanged ? [] : [index];
    });
  }

  /** Replaces the skill's previous test. */
  async set(test: StressTest): Promise<void> {
    const before = this.#results.get(test.root);
    this.#results.set(test.root, test);
    await this.#locate([...filesOf(before), ...filesOf(test)]);
  }

  #causesIn(file: string): readonly { readonly cause: StressCause; readonly test: StressTest }[] {
    return [...this.#results.values()].flatMap((test) =>
      test.skill.causes
        .filter((cause) => cause.kind === 'missing' && nativeFile(cause) === file)
        .map((cause) => ({ cause, test })),
    );
  }

  async #locate(files: readonly string[]): Promise<void> {
    const changed = new Set(files);
    for (const file of changed) {
      const content = await currentText(file);
      const lines = content === undefined ? undefined : linesOf(content);
      const locations = this.#causesIn(file).flatMap(({ cause, test }) => {
        const range = lines === undefined ? undefined : unchangedWords(cause, lines);
        return range === undefined ? [] : [{ range, cause, test }];
      });
      if (locations.length === 0) this.#locations.delete(file);
      else this.#locations.set(file, locations);
    }
    if (changed.size > 0) this.#changed.fire([...changed]);
  }

  dispose(): void {
    for (const one of this.#disposables) one.dispose();
  }
}

/** Converts a path from the runtime, which always uses `/`, to the platform's separators. */
function nativeFile({ file }: StressCause): string {
  return vscode.Uri.file(file).fsPath;
}

function filesOf(test: StressTest | undefined): readonly string[] {
  return (test?.skill.causes ?? []).map(nativeFile);
}
